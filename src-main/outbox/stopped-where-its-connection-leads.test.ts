/**
 * Cancel beside “Publishing” in the studio is said of what goes where the connection in use leads, and of nothing that
 * another connection has besides; an entry's Cancel is said of what that shows.
 */
import { expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';
import { holdNextReading } from './testing/held-reading';

async function two(workspaceId = 'w1') {
  const made = await outboxFixture();
  Object.assign(made.connection, { keepsClientIds: 'yes' });
  const second = { ...made.connection, id: 'c2', label: 'Team', workspaceId };
  made.connections.push(second);
  const { themeId } = made.place;
  const to = (...connectionIds: string[]) =>
    made.outbox.handlers.publish({ themeIds: [themeId], connectionIds });
  const lead = async (): Promise<void> => {
    second.workspaceId = made.connection.workspaceId;
    made.outbox.connectionsChanged();
    await made.settled();
  };
  return { made, to, lead, themeId, second: { themeId, connectionId: 'c2' } };
}

/** What was published to the second one waits for where that led; it leads to the workspace of the first one now. */
async function pointedHere() {
  const all = await two('another-workspace');
  await all.made.outbox.handlers.setPaused({ isPaused: true });
  await all.to('c2');
  await all.lead();
  expect(await all.made.items()).toMatchObject([{ connectionId: 'c2', why: 'elsewhere' }]);
  return all;
}

it('is what is on its way there, and not what waits for where the connection led', async () => {
  const { made, to, second } = await pointedHere();
  const { outbox, practice } = made;
  await outbox.handlers.setPaused({ isPaused: false });
  practice.setBehaviour('saveThemeTemplate', { delayMs: 60_000, times: 1 });
  await to('c1');
  await arrived(practice);
  expect(outbox.deliveryOf(second.themeId, 'c2')).toBe('sending');
  await outbox.handlers.stop(second);
  await made.settled();
  expect(await made.items()).toMatchObject([
    { connectionId: 'c1', why: 'decision' },
    { connectionId: 'c2', why: 'elsewhere' },
  ]);
});

it.each([
  ['the entry alone', 'cancel', ['Newer']],
  ['what is published alone', 'stop', ['Harbour']],
] as const)(
  'while it is published to where the connection leads now: %s',
  async (_name, how, left) => {
    const { made, to, second } = await pointedHere();
    const { library, outbox } = made;
    await library.handlers.rename({ id: second.themeId, name: 'Newer' });
    const { goOn, reading } = holdNextReading(library);
    const published = to('c2');
    await expect.poll(() => reading.mock.calls.length).toBe(1);
    if (how === 'cancel') await outbox.handlers.cancel({ only: second });
    else await outbox.handlers.stop(second);
    goOn();
    await published;
    expect((await made.items()).map(({ name }) => name)).toEqual(left);
  },
);

it('is the way through the one of two that it was published to at once', async () => {
  const { made, to, second } = await two();
  const { outbox, practice } = made;
  await outbox.handlers.setPaused({ isPaused: true });
  const { goOn, reading } = holdNextReading(made.library);
  const saved = to('c2', 'c1');
  await expect.poll(() => reading.mock.calls.length).toBeGreaterThan(0);
  // The other one was read first, and has it for both.
  await expect.poll(() => made.items()).toMatchObject([{ connectionId: 'c1', why: 'paused' }]);
  await outbox.handlers.stop(second);
  goOn();
  await saved;
  practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
  await outbox.handlers.setPaused({ isPaused: false });
  await made.settled();
  expect(practice.received()).toHaveLength(1);
  expect(await made.items()).toMatchObject([{ connectionId: 'c1', why: 'tokenRefused' }]);
});

it('is what is handed in, and not the earlier version that waits for the other connection', async () => {
  const { made, to, second } = await two();
  const { library, outbox, practice } = made;
  practice.setBehaviour('saveThemeTemplate', { status: 500, times: 1 });
  await to('c1');
  await made.settled();
  const earlier = { connectionId: 'c1', why: 'retry', twins: ['c2'], name: 'Harbour' };
  expect(await made.items()).toMatchObject([earlier]);
  await library.handlers.rename({ id: second.themeId, name: 'Newer' });
  const { goOn, reading } = holdNextReading(library);
  const published = to('c2');
  await expect.poll(() => reading.mock.calls.length).toBe(1);
  // Once more, while the button still says “Publishing”, is the same.
  await outbox.handlers.stop(second);
  await outbox.handlers.stop(second);
  goOn();
  expect(await published).toMatchObject({ queued: 0, cancelled: [second] });
  expect(await made.items()).toMatchObject([earlier]);
  await made.drained();
  expect(practice.state().templates).toMatchObject([{ name: 'Harbour' }]);
});

it('says so where nothing goes there', async () => {
  const { made, second } = await two();
  await expect(made.outbox.handlers.stop(second)).rejects.toThrow();
});
