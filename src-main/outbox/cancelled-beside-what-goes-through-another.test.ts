/**
 * Two connections lead to one workspace. A theme is being sent through the one, and a newer version is published through
 * the other: it waits there "for the connection you published it through last" (docs/guide.md). Each has its own entry,
 * and a cancel takes out what its entry shows.
 */
import { expect, it } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';

async function newerThroughAnother() {
  const made = await outboxFixture();
  Object.assign(made.connection, { keepsClientIds: 'yes' });
  made.connections.push({ ...made.connection, id: 'c2', label: 'Northwind of the team' });
  const { library, outbox, practice, place } = made;
  const { themeId } = place;
  practice.setBehaviour('saveThemeTemplate', { delayMs: 60_000, times: 1 });
  await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1'] });
  await arrived(practice);
  await library.handlers.rename({ id: themeId, name: 'Newer' });
  const queued = await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c2'] });
  expect(queued).toMatchObject({ queued: 1, cancelled: [], problems: [] });
  return made;
}

const cancelled = (
  { outbox, place }: Awaited<ReturnType<typeof newerThroughAnother>>,
  id: string,
) => outbox.handlers.cancel({ only: { ...place, connectionId: id } });

const sentLast = ({ practice }: Awaited<ReturnType<typeof newerThroughAnother>>) =>
  (JSON.parse(practice.received().at(-1)?.body ?? '{}') as { name?: string }).name;

it('each is shown under its own connection, by its own name', async () => {
  const made = await newerThroughAnother();
  const [older, newer] = await made.items();
  expect(older).toMatchObject({ connectionId: 'c1', why: 'sending', name: 'Harbour' });
  expect(newer).toMatchObject({ connectionId: 'c2', why: 'turn', name: 'Newer' });
  expect(newer?.asked).toBeGreaterThan(older?.asked ?? Infinity);
  const states = ['c1', 'c2'].map((id) => made.outbox.deliveryOf(made.place.themeId, id));
  expect(states).toEqual(['sending', 'waiting']);
});

it('the newer one is sent once the first connection is removed', async () => {
  const made = await newerThroughAnother();
  made.connections.shift();
  made.outbox.connectionRemoved('c1');
  await made.drained();
  expect(sentLast(made)).toBe('Newer');
});

it('the newer one is sent once the older one is cancelled, also by a double click', async () => {
  const made = await newerThroughAnother();
  await Promise.all([cancelled(made, 'c1'), cancelled(made, 'c1')]);
  await made.drained();
  expect(sentLast(made)).toBe('Newer');
  expect(await made.items()).toEqual([]);
});

it('the older one goes on once the newer one is cancelled, which is not sent', async () => {
  const made = await newerThroughAnother();
  await cancelled(made, 'c2');
  expect(await made.items()).toMatchObject([{ connectionId: 'c1', why: 'sending' }]);
  await cancelled(made, 'c1');
  await made.drained();
  expect(made.practice.received()).toHaveLength(1);
});

it('one that is published through the other while the first one is cancelled is queued', async () => {
  const made = await outboxFixture();
  made.connections.push({ ...made.connection, id: 'c2', label: 'Northwind of the team' });
  const { outbox, place } = made;
  const through = (connectionId: string) =>
    outbox.handlers.publish({ themeIds: [place.themeId], connectionIds: [connectionId] });
  await outbox.handlers.setPaused({ isPaused: true });
  await through('c1');
  const [queued] = await Promise.all([through('c2'), outbox.handlers.cancel({ only: place })]);
  expect(queued).toMatchObject({ queued: 1, cancelled: [] });
  expect(await made.items()).toMatchObject([{ connectionId: 'c2', why: 'paused' }]);
});

it('what was published to both while it is on its way through one goes on there once the other is cancelled', async () => {
  const made = await outboxFixture();
  made.connections.push({ ...made.connection, id: 'c2', label: 'Northwind of the team' });
  const { outbox, practice, place } = made;
  const to = (...connectionIds: string[]) =>
    outbox.handlers.publish({ themeIds: [place.themeId], connectionIds });
  practice.setBehaviour('saveThemeTemplate', { status: 401, times: 1 });
  const release = practice.holdAnswers();
  await to('c1');
  await arrived(practice);
  await to('c1', 'c2');
  expect(await made.items()).toMatchObject([{ connectionId: 'c1' }, { connectionId: 'c2' }]);
  await outbox.handlers.cancel({ only: { ...place, connectionId: 'c2' } });
  release();
  await made.settled();
  expect(await made.items()).toMatchObject([{ connectionId: 'c1', why: 'tokenRefused' }]);
});
