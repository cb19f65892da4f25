/**
 * A newer version of a theme waits. A person links the theme to another template; the library lies on a network drive that
 * doesn't answer any more, and they quit Foyer. The drive is gone for good: they choose the copy that they have of the
 * library, and cancel in the outbox what waits from the other one. "Until a theme's publication from the one is settled,
 * Foyer doesn't take one of the same theme from the other; if that library is gone for good, cancel the entry." What they
 * publish from the copy then arrives.
 */
import { rmSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { copiedLibrary } from './testing/copied-library';
import { nextRun } from './testing/next-run';

async function publishedFromTheCopy(isLinking: boolean) {
  const made = await copiedLibrary();
  const { clock, library, outbox, place, practice } = made;
  await made.publish();
  await made.drained();
  await library.flush();
  const copy = made.folder('copied');
  await cp(made.own, copy, { recursive: true });
  await library.handlers.rename({ id: place.themeId, name: 'Newer' });
  await outbox.handlers.setPaused({ isPaused: true });
  await made.publish();
  await library.flush();
  let isAsked = false;
  let giveUp = (): void => undefined;
  const givenUp = new Promise<void>((done) => (giveUp = done));
  const hung = vi.spyOn(library, 'setPublication').mockImplementation(async () => {
    isAsked = true;
    await givenUp;
    throw new Error('EIO');
  });
  if (isLinking) {
    Promise.resolve(outbox.handlers.link({ ...place, templateId: 'theirs' })).catch(
      () => undefined,
    );
    while (!isAsked) await new Promise((next) => setImmediate(next));
  }
  const closed = outbox.close(5_000);
  for (let second = 0; second < 10; second += 1) {
    await new Promise((next) => setImmediate(next));
    clock.pass(1_000);
  }
  await closed;
  hung.mockRestore();
  library.close();
  await rm(made.own, { recursive: true });
  const again = await nextRun(made, {
    // The fixture makes the folder, which is not there.
    before: ({ root }) => rmSync(join(root, 'themes'), { recursive: true }),
  });
  await again.library.handlers.useFolder({ folder: copy, move: false });
  await again.library.handlers.list(undefined);
  const before = practice.received().length;
  await again.outbox.handlers.setPaused({ isPaused: false });
  await again.settled();
  expect(await again.items()).toMatchObject([{ why: 'otherLibrary' }]);
  await again.outbox.handlers.cancel({ only: place });
  await again.settled();
  expect(await again.items()).toEqual([]);
  const { problems } = await again.outbox.handlers.publish({
    themeIds: [place.themeId],
    connectionIds: ['c1'],
  });
  for (let minute = 0; minute < 60; minute += 1) {
    again.clock.pass(60_000);
    await again.settled();
  }
  const left = (await again.items()).map(({ why }) => why);
  // The test ends, and with it the drive.
  giveUp();
  return { problems, left, sent: practice.received().length - before };
}

const expected = { problems: [], left: [], sent: 1 };

it('the control: it was not being linked', async () => {
  expect(await publishedFromTheCopy(false)).toEqual(expected);
});

it('it was being linked', async () => {
  expect(await publishedFromTheCopy(true)).toEqual(expected);
});
