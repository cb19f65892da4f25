/**
 * A theme is published twice in a row, and before the service answers the first, a person chooses a copy of the library.
 * "If a publication is answered after you chose a copy of the library, it isn't recorded in the copy, but in the library
 * it came from once you open that again": else that library calls a theme a draft which is there, and publishing it
 * makes another template.
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

/** What is known once the library is chosen again, and how many templates one more publication leaves. */
async function chosenAgain(newer: 'none' | 'asked for before') {
  const made = await outboxFixture();
  const { library, outbox, practice, place } = made;
  practice.setBehaviour('all', { ids: 'own' });
  const [first, second] = [join(made.root, 'themes'), join(made.root, 'second')];
  const use = (folder: string) => library.handlers.useFolder({ folder, move: false });
  await mkdir(second);
  for (const file of await readdir(first)) await copyFile(join(first, file), join(second, file));
  const publishNewer = async () => {
    await library.handlers.rename({ id: place.themeId, name: 'Newer' });
    await made.publish();
  };
  const release = practice.holdAnswers();
  await made.publish();
  await arrived(practice, 1);
  if (newer === 'asked for before') await publishNewer();
  await use(second);
  release();
  await made.settled();
  // What is not recorded is tried again and again while the copy is open.
  const minutes = async () => {
    for (let minute = 0; minute < 5; minute += 1) {
      made.clock.pass(60_000);
      await made.settled();
    }
  };
  await minutes();
  await use(first);
  await minutes();
  // As a person would who is told that it was never published.
  await outbox.handlers.publish({ themeIds: [place.themeId], connectionIds: ['c1'] });
  await made.drained();
  return { links: await linksIn(first), templates: practice.state().templates.length };
}

it.each([
  ['the control: nothing newer was published', 'none'],
  ['a newer version was published right after', 'asked for before'],
] as const)('is recorded where it came from: %s', async (_name, newer) => {
  expect(await chosenAgain(newer)).toEqual({ links: 1, templates: 1 });
});
