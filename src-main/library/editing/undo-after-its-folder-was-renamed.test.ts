/**
 * A person edits a theme, renames the library's folder in the system's file window, and chooses it under its new name: it
 * is the library that it was. Undo in the studio is unlimited while the app runs, and what lies in the old place by then,
 * such as a restored backup, has steps of its own.
 */
import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { libraryOfOne } from '../testing/fixture-library';

async function edited() {
  const { folders, library, id } = await libraryOfOne(
    {},
    { mayUse: () => true, movedTo: async () => undefined },
  );
  await library.handlers.open({ id });
  await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
  await library.saveEdits();
  const move = (folder: string, isMove: boolean) =>
    library.handlers.useFolder({ folder, move: isMove });
  const open = () => library.handlers.open({ id });
  const choose = async (folder: string) => {
    await move(folder, false);
    return open();
  };
  const other = join(folders.root, 'other');
  const renamed = join(folders.root, 'renamed');
  await cp(folders.themes, other, { recursive: true });
  return { themes: folders.themes, other, renamed, move, open, choose };
}

describe('the steps of undo of an open theme', () => {
  it('the control: go on in their library, and not in a copy of it', async () => {
    const { themes, other, choose } = await edited();
    expect(await choose(other)).toMatchObject({ canUndo: false });
    expect(await choose(themes)).toMatchObject({ canUndo: true });
  });

  it('go on under the new name of the folder', async () => {
    const { themes, renamed, choose } = await edited();
    await rename(themes, renamed);
    expect(await choose(renamed)).toMatchObject({ canUndo: true });
  });

  it('are none of what lies in the old place by then', async () => {
    const { themes, other, renamed, choose } = await edited();
    await rename(themes, renamed);
    await choose(renamed);
    await rename(other, themes);
    expect(await choose(themes)).toMatchObject({ canUndo: false });
  });

  it('are there where another library is moved into the folder under its new name', async () => {
    const { themes, other, renamed, move, open } = await edited();
    await rm(join(other, 'a.json'));
    await move(other, false);
    await rename(themes, renamed);
    await move(renamed, true);
    expect(await open()).toMatchObject({ canUndo: true });
  });
});
