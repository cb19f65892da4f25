/**
 * "If you choose another library folder, what waits from the one before waits until you choose that one again …, and so
 * does what is still to be recorded there: a copy of a library has the same themes, but not what you publish from the
 * other." A theme waits, or has arrived and is to be recorded; a person chooses a copy of the library, and links its theme
 * to another template, or unlinks it there. The theme of their own library is another matter.
 */
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey, type ThemeDocument } from '@shared/theme/theme';
import { arrived, outboxFixture } from './testing/fixture-outbox';

async function afterAWordInTheCopy(
  first: 'waits' | 'is to be recorded',
  word: 'none' | 'link' | 'unlink',
) {
  const made = await outboxFixture();
  const { clock, library, outbox, practice, place } = made;
  const [own, copy] = [join(made.root, 'themes'), join(made.root, 'second')];
  const use = (folder: string) => library.handlers.useFolder({ folder, move: false });
  const linkIn = async (folder: string) => {
    const text = await readFile(join(folder, '0000.json'), 'utf8');
    const { publications } = JSON.parse(text) as ThemeDocument;
    return publications[publicationKey(made.connection)]?.templateId;
  };
  practice.setBehaviour('all', { ids: 'own' });
  await mkdir(copy);
  for (const file of await readdir(own)) await copyFile(join(own, file), join(copy, file));
  if (first === 'waits') {
    await outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    await use(copy);
  } else {
    const release = practice.holdAnswers();
    await made.publish();
    await arrived(practice);
    await use(copy);
    release();
    await made.settled();
  }
  if (word === 'link') await outbox.handlers.link({ ...place, templateId: 'theirs' });
  if (word === 'unlink') await outbox.handlers.unlink(place);
  await use(own);
  await outbox.handlers.setPaused({ isPaused: false });
  for (let minute = 0; minute < 5; minute += 1) {
    clock.pass(60_000);
    await made.settled();
  }
  const [template] = practice.state().templates;
  const link = await linkIn(own);
  return {
    isThere: template !== undefined,
    isRecorded: link !== undefined && link === template?.id,
  };
}

it.each([
  ['waits', 'none'],
  ['waits', 'link'],
  ['waits', 'unlink'],
  ['is to be recorded', 'none'],
  ['is to be recorded', 'link'],
  ['is to be recorded', 'unlink'],
] as const)('it %s; the word in the copy: %s', async (first, word) => {
  expect(await afterAWordInTheCopy(first, word)).toEqual({ isThere: true, isRecorded: true });
});
