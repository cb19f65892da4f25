/**
 * Foyer starts from a slow disk. A theme is linked to a template, or unlinked from it, while the outbox is still being
 * read, and then a copy of the library is chosen: the word was about the library that was open when it was said, as that of publishing
 * is. The copy's theme is as it was.
 */
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publicationKey, type ThemeDocument } from '@shared/theme/theme';
import { expect, it } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';
import { holdState } from './testing/held-reading';
import { nextRun } from './testing/next-run';

async function linksAfter(word: 'link' | 'unlink', isEarly: boolean) {
  const first = await outboxFixture();
  await first.publish();
  await first.drained();
  await first.library.flush();
  await first.outbox.close(0);
  const [own, copy] = [join(first.root, 'themes'), join(first.root, 'second')];
  await mkdir(copy);
  for (const file of await readdir(own)) {
    if (file.endsWith('.json')) await copyFile(join(own, file), join(copy, file));
  }
  const linkIn = async (folder: string) => {
    const text = await readFile(join(folder, '0000.json'), 'utf8');
    const { publications } = JSON.parse(text) as ThemeDocument;
    return publications[publicationKey(first.connection)]?.templateId;
  };
  const before = await linkIn(own);
  const { goOn, reading } = holdState();
  const made = await nextRun(first);
  const { library, outbox, place } = made;
  await library.handlers.list(undefined);
  expect(reading).toHaveBeenCalled();
  if (!isEarly) goOn();
  const said = Promise.resolve(
    word === 'link'
      ? outbox.handlers.link({ ...place, templateId: 'theirs' })
      : outbox.handlers.unlink(place),
  ).then(
    () => 'done',
    () => 'refused',
  );
  if (!isEarly) await said;
  await library.handlers.useFolder({ folder: copy, move: false });
  goOn();
  await said;
  await made.settled();
  await library.flush();
  return (await linkIn(copy)) === before;
}

it.each(['link', 'unlink'] as const)(
  'the control: the outbox was read before (%s)',
  async (word) => {
    expect(await linksAfter(word, false)).toBe(true);
  },
);

it.each(['link', 'unlink'] as const)('the outbox is still being read (%s)', async (word) => {
  expect(await linksAfter(word, true)).toBe(true);
});
