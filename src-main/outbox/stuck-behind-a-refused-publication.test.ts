/**
 * A theme waits to be tried again. A newer version of it is published, and the profile's disk, which is slow and full,
 * refuses that: the person is told. The one before waits as it did, and is sent when its time has come.
 */
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

/** How many saves there were in the hour after. `isLate`: its time comes while the disk takes its time. */
async function sentAfter(isLate: boolean): Promise<{ names: string[]; why: string[] }> {
  const { realDisk } = await import('../storage/disk');
  const made = await outboxFixture();
  made.practice.setBehaviour('saveThemeTemplate', { status: 429, times: 1 });
  await made.publish();
  await made.settled();
  expect(await made.items()).toMatchObject([{ name: 'Harbour', why: 'asked' }]);
  await made.library.handlers.rename({ id: made.place.themeId, name: 'Newer' });
  await made.library.saved(made.place.themeId);
  const well = realDisk.open;
  let refuse = (): void => undefined;
  const refused = new Promise<void>((done) => (refuse = done));
  const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  let isAsked = false;
  const disk = vi.spyOn(realDisk, 'open').mockImplementation(async (path, ...how) => {
    if (isAsked || !path.startsWith(join(made.root, 'profile', 'outbox'))) {
      return well(path, ...how);
    }
    isAsked = true;
    await refused;
    throw full;
  });
  const published = made.outbox.handlers.publish({
    themeIds: [...made.ids],
    connectionIds: ['c1'],
  });
  while (!isAsked) await new Promise((next) => setImmediate(next));
  if (isLate) made.clock.pass(5_000);
  refuse();
  const { problems } = await published;
  expect(problems).toMatchObject([{ problem: { code: 'storageFull' } }]);
  disk.mockRestore();
  for (let minute = 0; minute < 60; minute += 1) {
    made.clock.pass(60_000);
    await made.settled();
  }
  const names = made.practice
    .received()
    .map(({ body }) => (JSON.parse(body) as { name: string }).name);
  return { names, why: (await made.items()).map(({ why }) => why) };
}

it('the control: it is refused before the time of the one before has come', async () => {
  expect(await sentAfter(false)).toEqual({ names: ['Harbour', 'Harbour'], why: [] });
});

it('the time of the one before comes while the disk is being asked', async () => {
  expect(await sentAfter(true)).toEqual({ names: ['Harbour', 'Harbour'], why: [] });
});
