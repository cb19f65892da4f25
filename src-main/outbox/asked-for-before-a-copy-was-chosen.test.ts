/**
 * A theme is published and waits (the service is busy, say, or it is paused); a person chooses a copy of the library.
 * As with any other library, it waits until its own is chosen again.
 * "If a publication is answered after you chose a copy of the library, it isn't recorded in the copy, but in the library
 * it came from once you open that again."
 */
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ThemeDocument } from '@shared/theme/theme';
import { arrived, outboxFixture } from './testing/fixture-outbox';

const linksIn = async (folder: string): Promise<number> => {
  const file = join(folder, '0000.json');
  const { publications } = JSON.parse(await readFile(file, 'utf8')) as ThemeDocument;
  return Object.keys(publications).length;
};

async function answeredInTheCopy(left: 'before' | 'busy' | 'paused') {
  const made = await outboxFixture();
  const { clock, library, outbox, practice, place } = made;
  practice.setBehaviour('all', { ids: 'own' });
  const [first, second] = [join(made.root, 'themes'), join(made.root, 'second')];
  const use = (folder: string) => library.handlers.useFolder({ folder, move: false });
  await mkdir(second);
  for (const file of await readdir(first)) await copyFile(join(first, file), join(second, file));
  const release = left === 'before' ? practice.holdAnswers() : () => undefined;
  if (left === 'paused') await outbox.handlers.setPaused({ isPaused: true });
  if (left === 'busy') {
    practice.setBehaviour('saveThemeTemplate', { ids: 'own', status: 429, times: 1 });
  }
  await made.publish();
  if (left === 'before') await arrived(practice, 1);
  else await made.settled();
  if (left === 'busy') expect(await made.items()).toMatchObject([{ why: 'asked' }]);
  await use(second);
  if (left === 'paused') await outbox.handlers.setPaused({ isPaused: false });
  release();
  for (let minute = 0; minute < 5; minute += 1) {
    clock.pass(60_000);
    await made.settled();
  }
  const inTheCopy = await linksIn(second);
  await use(first);
  await made.drained();
  const whereItCameFrom = await linksIn(first);
  await outbox.handlers.publish({ themeIds: [place.themeId], connectionIds: ['c1'] });
  await made.drained();
  return { inTheCopy, whereItCameFrom, templates: practice.state().templates.length };
}

it.each([
  ['the control: it had left before', 'before'],
  ['it left once publishing was resumed', 'paused'],
  ['it left once the service was no longer busy', 'busy'],
] as const)('is recorded where it came from: %s', async (_name, left) => {
  expect(await answeredInTheCopy(left)).toEqual({
    inTheCopy: 0,
    whereItCameFrom: 1,
    templates: 1,
  });
});
