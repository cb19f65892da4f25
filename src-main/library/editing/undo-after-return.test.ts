import { cp, mkdir, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ThemeDocument } from '@shared/theme/theme';
import { libraryOfOne, listChange, putTheme, themeDocument } from '../testing/fixture-library';

/** An open theme goes away and comes back while Foyer runs: its undo goes on. */

describe('undo and redo', () => {
  async function fontOnDisk(path: string): Promise<string> {
    return (JSON.parse(await readFile(path, 'utf8')) as ThemeDocument).theme.general.font;
  }

  /** A theme whose font was changed twice; the second change was undone. */
  async function edited() {
    const { folders, library, id } = await libraryOfOne({}, { mayUse: () => true });
    const { handlers } = library;
    for (const value of ['Lora', 'Inter']) {
      await handlers.edit({ id, edits: [{ field: 'general.font', value }] });
    }
    await handlers.undo({ id });
    await library.flush();
    const file = join(folders.themes, 'a.json');
    const text = await readFile(file, 'utf8');
    const goAway = async () => {
      const told = listChange(library, ({ removed }) => removed.includes(id));
      await unlink(file);
      await told;
    };
    const comeBack = async (changed: string) => {
      const told = listChange(library, ({ upserted }) => upserted.some((each) => each.id === id));
      await writeFile(file, changed);
      await told;
    };
    return { folders, library, handlers, id, text, goAway, comeBack };
  }

  async function expectUndoAndRedo({ handlers, id }: Awaited<ReturnType<typeof edited>>) {
    const open = await handlers.open({ id });
    expect(open).toMatchObject({
      canUndo: true,
      canRedo: true,
      theme: { general: { font: 'Lora' } },
    });
    expect((await handlers.redo({ id })).theme.general.font).toBe('Inter');
    await handlers.undo({ id });
    expect(await handlers.undo({ id })).toMatchObject({
      canUndo: false,
      theme: { general: { font: 'Open Sans' } },
    });
  }

  it('are there again when the file of an open theme went away and came back', async () => {
    const trial = await edited();
    await trial.goAway();
    await trial.comeBack(trial.text);
    await expectUndoAndRedo(trial);
  });

  it('take back what others changed meanwhile as a step', async () => {
    const trial = await edited();
    await trial.goAway();
    const document = JSON.parse(trial.text) as ThemeDocument;
    const theirs = { ...document, name: 'Theirs', tags: ['theirs'] };
    await trial.comeBack(JSON.stringify(theirs));
    const { handlers, id } = trial;
    expect(await handlers.open({ id })).toMatchObject({
      name: 'Theirs',
      undoes: ['name', 'tags'],
    });
    expect(await handlers.undo({ id })).toMatchObject({
      name: 'Harbour',
      tags: ['blue'],
      theme: { general: { font: 'Lora' } },
    });
    expect((await handlers.undo({ id })).theme.general.font).toBe('Open Sans');
  });

  it('are there again when the file could not be read as a theme for a while', async () => {
    const trial = await edited();
    const told = listChange(trial.library, ({ removed }) => removed.includes(trial.id));
    await writeFile(join(trial.folders.themes, 'a.json'), trial.text.slice(0, 100));
    await told;
    await trial.comeBack(trial.text);
    await expectUndoAndRedo(trial);
  });

  it('are there again when the theme went to the bin and came back', async () => {
    const trial = await edited();
    const { entries } = await trial.handlers.remove({ ids: [trial.id] });
    await trial.handlers.restore({ entries });
    await expectUndoAndRedo(trial);
  });

  it('are there again when the library lies in another folder', async () => {
    const trial = await edited();
    const folder = join(trial.folders.root, 'elsewhere');
    await mkdir(folder);
    await trial.handlers.useFolder({ folder, move: true });
    await expectUndoAndRedo(trial);
  });

  it('bring nothing of one library into another that has a theme of the same id', async () => {
    const { folders, library, handlers, id, text } = await edited();
    const second = join(folders.root, 'second');
    await mkdir(second);
    const theirs = text.replace('"Lora"', '"Of another client"');
    await writeFile(join(second, 'a.json'), theirs);
    const { version } = await handlers.open({ id });
    await handlers.useFolder({ folder: second, move: false });
    const opened = await handlers.open({ id });
    expect(opened).toMatchObject({ canUndo: false, canRedo: false });
    expect(opened.version).toBeGreaterThan(version);
    await expect(handlers.undo({ id })).rejects.toMatchObject({
      problem: { code: 'nothingToUndo' },
    });
    await library.flush();
    expect(await fontOnDisk(join(second, 'a.json'))).toBe('Of another client');
    // Nor the other way round, where its own steps are still there.
    await handlers.edit({ id, edits: [{ field: 'general.font', value: 'Theirs, edited' }] });
    await handlers.useFolder({ folder: folders.themes, move: false });
    const back = await handlers.open({ id });
    expect(back).toMatchObject({ canUndo: true, theme: { general: { font: 'Lora' } } });
    expect(back.version).toBeGreaterThan(opened.version);
    await handlers.undo({ id });
    await library.flush();
    expect(await fontOnDisk(join(folders.themes, 'a.json'))).not.toBe('Lora');
    expect(await fontOnDisk(join(second, 'a.json'))).toBe('Theirs, edited');
  });
});

/**
 * A person edits a theme, renames the library's folder in the system's file window, and chooses it under its new name: it
 * is the library that it was. Undo in the studio is unlimited while the app runs, and what lies in the old place by then,
 * such as a restored backup, has steps of its own.
 */

describe('the steps of undo of an open theme', () => {
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

/**
 * A person edits a theme and looks into another library. Meanwhile the first one's folder is put back from a backup (or
 * a sync program makes it anew), by which it is another folder on the disk. They choose it again: it is the library that
 * it was, as it is for what waits. Undo in the studio is unlimited while the app runs.
 */
describe('undo after the library’s folder was put back', () => {
  it.each([
    ['the control: it stays', 'never'],
    ['while it is open', 'open'],
    ['while another one is open', 'left'],
  ])('the steps of undo go on once its folder was made anew: %s', async (_name, when) => {
    const { folders, library, id } = await libraryOfOne(
      {},
      { mayUse: () => true, movedTo: async () => undefined },
    );
    const { root, themes } = folders;
    const putBack = async () => {
      await cp(themes, join(root, 'backup'), { recursive: true });
      await rm(themes, { recursive: true });
      await rename(join(root, 'backup'), themes);
    };
    await library.handlers.open({ id });
    await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
    await library.saveEdits();
    if (when === 'open') {
      await putBack();
      await library.rescan();
    }
    await mkdir(join(root, 'other'));
    await library.handlers.useFolder({ folder: join(root, 'other'), move: false });
    await library.handlers.list(undefined);
    if (when === 'left') await putBack();
    await library.handlers.useFolder({ folder: themes, move: false });
    expect(await library.handlers.open({ id })).toMatchObject({ canUndo: true });
  });
});

/**
 * A person edits a theme of one library, goes on with another, and then moves that one into the folder of the first:
 * both are one library since (`LibraryIds`), and the theme lies where it always lay. Its last step can be taken back, as
 * it could be where that library had only been chosen again.
 */
describe('undo after the library was moved into the folder of the first', () => {
  it.each([
    ['the control: it is chosen again', false],
    ['the other one is moved there', true],
  ])('%s', async (_name, move) => {
    const { library, folders, id } = await libraryOfOne(
      { name: 'Harbour' },
      { mayUse: () => true },
    );
    await library.start();
    const second = join(folders.root, 'second');
    await mkdir(second);
    await putTheme({ ...folders, themes: second }, 'b.json', themeDocument({ name: 'Quay' }));
    await library.handlers.open({ id });
    await library.handlers.rename({ id, name: 'Night' });
    await library.handlers.useFolder({ folder: second, move: false });
    await library.handlers.useFolder({ folder: folders.themes, move });
    expect(await library.handlers.open({ id })).toMatchObject({ name: 'Night', canUndo: true });
  });
});
