import { renameSync } from 'node:fs';
import { cp, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { libraryOfOne, problem, savedWhenAsked, themesOnDisk } from '../testing/fixture-library';

/**
 * A person renames the library's folder in the file manager while a theme is open, types in the studio (Foyer doesn't know
 * yet where the folder is), and then chooses it under its new name: it is the same library, and has what was typed. A copy
 * of it is another one, which has not, so that it can't be chosen as long as that is unsaved.
 */
describe('a theme was typed in before the folder was chosen under its new name', () => {
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
      if (when === 'after, with a copy in its place') {
        const copy = join(folders.root, 'copy');
        await cp(folders.themes, copy, { recursive: true });
        // In one turn: once Foyer has found it empty, what lies there is the library (0009).
        renameSync(folders.themes, renamed);
        renameSync(copy, folders.themes);
      } else await rename(folders.themes, renamed);
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
});

/**
 * A person renames the library's folder while a theme is open and types; a colleague's version of the theme comes into the
 * folder by then. They choose the folder under its new name: as elsewhere, both versions are kept, and the library asks
 * which it is to be; where both made the same of it, there is nothing to ask.
 */
describe('a theme was changed in two places before the folder was chosen under its new name', () => {
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
});
