/**
 * A person renames the library's folder while a theme is open and types; a colleague's version of the theme comes into the
 * folder by then. They choose the folder under its new name: as elsewhere, both versions are kept, and the library asks
 * which it is to be; where both made the same of it, there is nothing to ask.
 */
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { libraryOfOne, savedWhenAsked, themesOnDisk } from '../testing/fixture-library';

async function decided(isRenamed: boolean, theirs: object, isFormatted = false) {
  const made = await libraryOfOne({}, { mayUse: () => true, pace: savedWhenAsked });
  const { library, folders, document, id } = made;
  const { handlers } = library;
  await handlers.open({ id });
  const now = isRenamed ? join(folders.root, 'renamed') : folders.themes;
  if (isRenamed) await rename(folders.themes, now);
  await handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
  const typed = (await handlers.open({ id })).theme;
  const their = isFormatted ? { ...document, theme: typed } : { ...document, ...theirs };
  await writeFile(join(now, 'a.json'), JSON.stringify(their));
  if (isRenamed) await handlers.useFolder({ folder: now, move: false });
  else await library.saveEdits();
  const { themes } = await handlers.list(undefined);
  const onDisk = await themesOnDisk({ ...folders, themes: now });
  return {
    names: themes.map(({ name }) => name).sort(),
    conflicts: onDisk.flatMap(({ conflictOf }) => conflictOf?.id ?? []).map((of) => of === id),
  };
}

it.each([
  ['control: the folder was not renamed', false],
  ['the folder was renamed', true],
])('the library asks which version it is: %s', async (_name, isRenamed) => {
  expect(await decided(isRenamed, { tags: ['signed'] })).toEqual({
    names: ['Harbour', 'Harbour (your version)'],
    conflicts: [true],
  });
});

it.each([
  ['control: the folder was not renamed', false],
  ['the folder was renamed', true],
])('one theme where both made the same of it: %s', async (_name, isRenamed) => {
  expect(await decided(isRenamed, {}, true)).toEqual({ names: ['Harbour'], conflicts: [] });
});
