/**
 * The studio offers Cancel from the moment Publish is pressed. Until then the theme's last edits may still
 * be on their way to a slow disk, and nothing of the publication is in the outbox yet.
 */
import { expect, it, vi } from 'vitest';
import { outboxFixture, type OutboxFixture } from './testing/fixture-outbox';
import { holdNextReading } from './testing/held-reading';

/** A theme that is being published, whose file the library's disk takes when `end` is called. */
async function queueing(): Promise<{ made: OutboxFixture; end: () => Promise<void> }> {
  const made = await outboxFixture();
  const { goOn, reading } = holdNextReading(made.library);
  const publishing = made.publish();
  await vi.waitFor(() => expect(reading).toHaveBeenCalled());
  return {
    made,
    async end() {
      goOn();
      await publishing;
      await made.drained();
    },
  };
}

it('the control: what nobody cancels is published', async () => {
  const { made, end } = await queueing();
  await end();
  expect(made.practice.received()).toHaveLength(1);
});

it.each([
  ['the control: “Cancel all”', 'all'],
  ['“Cancel” in the studio', 'only'],
])('is taken out: %s', async (_name, how) => {
  const { made, end } = await queueing();
  await made.outbox.handlers.cancel(how === 'only' ? { only: made.place } : {});
  await end();
  expect(made.practice.received()).toEqual([]);
  // That is all that it was said of.
  await made.publish();
  await made.drained();
  expect(made.practice.received()).toHaveLength(1);
});

it('is published where another connection to the same place was cancelled', async () => {
  const { made, end } = await queueing();
  made.connections.push({ ...made.connection, id: 'c2' });
  const only = { ...made.place, connectionId: 'c2' };
  await expect(made.outbox.handlers.cancel({ only })).rejects.toThrow();
  await end();
  expect(made.practice.received()).toHaveLength(1);
});
