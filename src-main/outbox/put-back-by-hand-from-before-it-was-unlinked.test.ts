/**
 * "Unlinking leaves the template on the service as it is; publishing the theme there again creates another one." A theme
 * was published, unlinked, and deleted. Its owner puts a copy of its file back into the folder, which they made before it was
 * published, or unlinked: the program that copies it keeps its time, or doesn't. Published, the theme makes another template, as it does when such
 * a file is put over a theme that is there, and when it comes from a backup: the one that it was unlinked from is as it
 * was left.
 */
import { cp, readdir, rename, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ThemeDocument } from '@shared/theme/theme';
import { outboxFixture } from './testing/fixture-outbox';

it.each([
  ['the control: it comes from a backup', 'deleted', 'backup'],
  ['the control: its file is put over it', 'there', 'file'],
  ['its file is put back', 'deleted', 'file'],
  ['its file is put back once it was deleted for good', 'deletedForGood', 'file'],
  ['its file is put back with a new time', 'deleted', 'newFile'],
  ['its file is put back, which has the link still', 'deleted', 'linkedFile'],
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
  const copy = join(root, 'copy.json');
  const copyIt = () => cp(join(themes, file), copy, { preserveTimestamps: true });
  await copyIt();
  const document: ThemeDocument = await library.withWaitingLinks(themeId);
  const at = made.clock.date().toISOString();
  made.clock.pass(60_000);

  await publishAs('First');
  await library.flush();
  if (from === 'linkedFile') await copyIt();
  await outbox.handlers.unlink(place);
  await library.flush();
  if (was !== 'there') {
    const { entries } = await library.handlers.remove({ ids: [themeId] });
    if (was === 'deletedForGood') await library.handlers.discard({ entries });
  }
  if (from === 'backup') await library.putBack(document, 'keepBoth', at);
  else {
    const later = new Date(Date.now() + 60_000);
    if (from === 'newFile') await utimes(copy, later, later);
    await rename(copy, join(themes, file));
    await library.rescan();
  }
  expect((await library.handlers.list(undefined)).themes).toHaveLength(1);
  await publishAs('Second');
  expect(practice.state().templates.map(({ name }) => name)).toEqual(['First', 'Second']);
});
