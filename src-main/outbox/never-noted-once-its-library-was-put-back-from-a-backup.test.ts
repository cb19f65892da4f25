/**
 * A theme has arrived, and the library's disk refuses to be told. Foyer is quit with another library open; meanwhile the
 * first one is put back from a backup. Foyer starts in the other one, and the first is chosen: what has arrived is noted
 * in it, and its theme can be published anew.
 */
import { cp, rename, rm } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { copiedLibrary } from './testing/copied-library';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: its folder is as it was', false],
  ['it was put back', true],
])('%s', async (_name, isPutBack) => {
  const first = await copiedLibrary();
  const { own, folder, root, connections, place } = first;
  const refusing = vi.spyOn(first.library, 'setPublication').mockRejectedValue(new Error('EIO'));
  await first.publish();
  await first.settled();
  expect(await first.items()).toMatchObject([{ why: 'unnoted' }]);
  await first.useAnother();
  await first.outbox.close(1_000);
  await first.library.flush();
  first.library.close();
  refusing.mockRestore();
  if (isPutBack) {
    await cp(own, folder('backup'), { recursive: true });
    await rm(own, { recursive: true });
    await rename(folder('backup'), own);
  }
  const again = await outboxFixture({ root, connections, library: 'other' });
  await again.settled();
  await again.library.handlers.useFolder({ folder: own, move: false });
  await again.library.handlers.list(undefined);
  const pass = async () => {
    for (let minute = 0; minute < 10; minute += 1) {
      again.clock.pass(60_000);
      await again.settled();
    }
  };
  await pass();
  await again.library.handlers.rename({ id: place.themeId, name: 'Harbour, newer' });
  await again.outbox.handlers.publish({ themeIds: [place.themeId], connectionIds: ['c1'] });
  await pass();
  await again.library.flush();
  expect({
    left: (await again.items()).map(({ why, problem }) => ({ why, code: problem?.code })),
    links: await first.linksIn(own),
    arrived: first.practice.received().length,
  }).toEqual({ left: [], links: 1, arrived: 2 });
});
