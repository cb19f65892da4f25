/**
 * A person renames the library's folder in the file manager while a theme is open, types in the studio (Foyer doesn't know
 * yet where the folder is), and then chooses it under its new name: it is the same library, and has what was typed. A copy
 * of it is another one, which has not, so that it can't be chosen as long as that is unsaved.
 */
import { cp, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { libraryOfOne, problem, savedWhenAsked } from '../testing/fixture-library';

async function opened() {
  const made = await libraryOfOne({}, { mayUse: () => true, pace: savedWhenAsked });
  const { handlers } = made.library;
  const { id, folders } = made;
  await handlers.open({ id });
  const type = () => handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
  const choose = (folder: string) => handlers.useFolder({ folder, move: false });
  const font = async () => (await handlers.open({ id })).theme.general.font;
  return { ...made, handlers, type, choose, font, renamed: join(folders.root, 'renamed') };
}

it.each(['before', 'after', 'after, with a copy in its place'] as const)(
  'the library has what was typed %s its folder was renamed',
  async (when) => {
    const { library, folders, type, choose, font, renamed } = await opened();
    if (when === 'before') {
      await type();
      await library.saveEdits();
    }
    await rename(folders.themes, renamed);
    if (when === 'after, with a copy in its place')
      await cp(renamed, folders.themes, { recursive: true });
    if (when !== 'before') await type();
    await choose(renamed);
    expect(await font()).toBe('Lora');
  },
);

it('both versions are there where another program has changed the file since', async () => {
  const { document, folders, handlers, type, choose, renamed } = await opened();
  await rename(folders.themes, renamed);
  await type();
  await writeFile(join(renamed, 'a.json'), JSON.stringify({ ...document, name: 'Theirs' }));
  await choose(renamed);
  const { themes } = await handlers.list(undefined);
  expect(themes.map(({ name }) => name).sort()).toEqual(['Harbour (your version)', 'Theirs']);
  const fonts = themes.map(async ({ id }) => (await handlers.open({ id })).theme.general.font);
  expect(await Promise.all(fonts)).toContain('Lora');
});

it.each(['a copy', 'an empty folder'] as const)(
  '%s is not chosen before that is saved',
  async (what) => {
    const { folders, type, choose, font, renamed } = await opened();
    const other = join(folders.root, 'other');
    if (what === 'a copy') await cp(folders.themes, other, { recursive: true });
    else await mkdir(other);
    await rename(folders.themes, renamed);
    await type();
    await expect(choose(other)).rejects.toMatchObject(problem('storageFailed'));
    await choose(renamed);
    expect(await font()).toBe('Lora');
  },
);
