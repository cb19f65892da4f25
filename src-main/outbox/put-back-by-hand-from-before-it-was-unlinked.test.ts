/**
 * "Unlinking leaves the template on the service as it is; publishing the theme there again creates another one." A theme
 * was published, unlinked, and deleted. Its owner puts a copy of its file back into the folder, which they made before it was
 * published: the program that copies it keeps its time. Published, the theme makes another template, as it does when such
 * a file is put over a theme that is there, and when it comes from a backup: the one that it was unlinked from is as it
 * was left.
 */
import { copyFile, readdir, rename, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ThemeDocument } from '@shared/theme/theme';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: it comes from a backup', 'deleted', 'backup'],
  ['the control: its file is put over it', 'there', 'file'],
  ['its file is put back', 'deleted', 'file'],
  ['its file is put back once it was deleted for good', 'deletedForGood', 'file'],
] as const)('creates another one: %s', async (_name, was, from) => {
  const made = await outboxFixture();
  const { root, library, practice, outbox, place } = made;
  const { themeId } = place;
  const publishAs = async (name: string): Promise<void> => {
    await library.handlers.rename({ id: themeId, name });
    await made.publish();
    await made.drained();
    await made.settled();
  };
  await library.handlers.rename({ id: themeId, name: 'Before' });
  await library.flush();
  const themes = join(root, 'themes');
  const [file = ''] = await readdir(themes);
  const { mtime } = await stat(join(themes, file));
  await copyFile(join(themes, file), join(root, 'copy.json'));
  const document: ThemeDocument = await library.withWaitingLinks(themeId);
  const at = made.clock.date().toISOString();
  made.clock.pass(60_000);

  await publishAs('First');
  await outbox.handlers.unlink(place);
  await library.flush();
  if (was !== 'there') {
    const { entries } = await library.handlers.remove({ ids: [themeId] });
    if (was === 'deletedForGood') await library.handlers.discard({ entries });
  }
  if (from === 'backup') await library.putBack(document, 'keepBoth', at);
  else {
    await utimes(join(root, 'copy.json'), mtime, mtime);
    await rename(join(root, 'copy.json'), join(themes, file));
    await library.rescan();
  }
  expect((await library.handlers.list(undefined)).themes).toHaveLength(1);
  await publishAs('Second');
  expect(practice.state().templates.map(({ name }) => name)).toEqual(['First', 'Second']);
});
