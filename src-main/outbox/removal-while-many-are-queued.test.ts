/**
 * Three themes are published, and a slow disk is still giving them: the status bar counts three. Their connection is to be
 * removed, by which none of them is published: the question says so of each.
 */
import { expect, it, vi } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

async function toldOf(isRead: boolean) {
  const made = await outboxFixture({ themes: 3 });
  await made.outbox.handlers.setPaused({ isPaused: true });
  const saved = made.library.saved.bind(made.library);
  let goOn = (): void => undefined;
  const slow = new Promise<void>((done) => (goOn = done));
  const reading = vi.spyOn(made.library, 'saved').mockImplementation(async (id) => {
    await slow;
    return saved(id);
  });
  const publishing = made.publish(...made.ids).catch(() => undefined);
  await vi.waitFor(() => expect(reading).toHaveBeenCalledTimes(3));
  if (isRead) {
    goOn();
    await publishing;
  }
  const { progress } = await made.outbox.handlers.list(undefined);
  const told = await made.outbox.handlers.removal({ connectionId: 'c1' });
  made.connections.pop();
  made.outbox.connectionsChanged();
  made.outbox.connectionRemoved('c1');
  goOn();
  await publishing;
  await made.outbox.handlers.setPaused({ isPaused: false });
  await made.drained();
  return { waiting: progress.all, told: told.cancelled, sent: made.practice.received().length };
}

it('the control: the disk has given them', async () => {
  expect(await toldOf(true)).toEqual({ waiting: 3, told: 3, sent: 0 });
});

it('the disk is still giving them', async () => {
  expect(await toldOf(false)).toEqual({ waiting: 3, told: 3, sent: 0 });
});
