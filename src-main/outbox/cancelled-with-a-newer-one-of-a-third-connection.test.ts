/**
 * Three connections lead to one workspace. A theme is on its way through the first; a newer version is published through the
 * other two, neither of which has a token. Each has its own entry, and a cancel takes out what its entry shows.
 */
import { expect, it, vi } from 'vitest';
import { arrived, outboxFixture } from './testing/fixture-outbox';

async function leftAfter(isFirstUnderWay: boolean) {
  const made = await outboxFixture({ themes: 2 });
  Object.assign(made.connection, { keepsClientIds: 'yes' });
  made.connections.push({ ...made.connection, id: 'c2', label: 'Team' });
  made.connections.push({ ...made.connection, id: 'c3', label: 'Agency' });
  const { library, outbox, practice, place } = made;
  const { themeId } = place;
  made.tokenFor = (id) => Promise.resolve(id === 'c1' ? made.token : undefined);
  // Another theme waits for both tokens.
  const [, other = ''] = made.ids;
  await outbox.handlers.publish({ themeIds: [other], connectionIds: ['c2', 'c3'] });
  await made.settled();
  expect(await made.items()).toMatchObject([{ why: 'tokenMissing' }, { why: 'tokenMissing' }]);
  const before = practice.received().length;
  if (isFirstUnderWay) {
    practice.setBehaviour('saveThemeTemplate', { delayMs: 60_000, times: 1 });
    await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1'] });
    await arrived(practice, before + 1);
  }
  await library.handlers.rename({ id: themeId, name: 'Newer' });
  await outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c2', 'c3'] });
  const shown = async () =>
    (await made.items())
      .filter((item) => item.themeId === themeId && item.connectionId !== 'c1')
      .map(({ connectionId, name, why }) => ({ connectionId, name, why }));
  const listed = await vi.waitFor(async () => {
    const items = await shown();
    expect(items).toHaveLength(2);
    return items;
  });
  await outbox.handlers.cancel({ only: { themeId, connectionId: 'c2' } });
  return { listed, left: await shown() };
}

it.each([false, true])('is the first on its way: %s', async (isFirstUnderWay) => {
  const { listed, left } = await leftAfter(isFirstUnderWay);
  expect(listed.sort((one, two) => one.connectionId.localeCompare(two.connectionId))).toEqual([
    { connectionId: 'c2', name: 'Newer', why: 'tokenMissing' },
    { connectionId: 'c3', name: 'Newer', why: 'tokenMissing' },
  ]);
  expect(left.map(({ connectionId }) => connectionId)).toEqual(['c3']);
});
