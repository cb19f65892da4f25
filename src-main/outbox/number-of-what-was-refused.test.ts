/**
 * The disk refuses what a person publishes anew, while the version before waits. By their numbers the window tells what
 * was asked for since from what waits since before.
 */
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

it('is greater than that of what waits, and less than that of what is published then', async () => {
  const { realDisk } = await import('../storage/disk');
  const made = await outboxFixture();
  const [themeId = ''] = made.ids;
  const edited = async (css: string) => {
    const edits = [{ field: 'customCss' as const, value: css }];
    await made.library.handlers.edit({ id: themeId, edits, gesture: css });
    return made.outbox.handlers.publish({ themeIds: [themeId], connectionIds: ['c1'] });
  };
  const waiting = async () => (await made.items()).map(({ asked = 0 }) => asked);

  await made.outbox.handlers.setPaused({ isPaused: true });
  await edited('.b{}');
  const [before = NaN] = await waiting();

  const well = realDisk.open;
  const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  const disk = vi
    .spyOn(realDisk, 'open')
    .mockImplementation((path, ...how) =>
      path.startsWith(join(made.root, 'profile')) ? Promise.reject(full) : well(path, ...how),
    );
  const { problems } = await edited('.c{}');
  disk.mockRestore();
  const [refused = NaN] = problems.map(({ asked = NaN }) => asked);
  expect(await waiting()).toEqual([before]);

  await edited('.d{}');
  const [since = NaN] = await waiting();
  expect(refused).toBeGreaterThan(before);
  expect(since).toBeGreaterThan(refused);

  await made.outbox.handlers.setPaused({ isPaused: false });
  await made.settled();
  expect(made.answers.map(({ asked }) => asked)).toEqual([since]);
});
