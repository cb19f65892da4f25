/** An open theme goes away and comes back while Foyer runs: its undo goes on. */
import { mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ThemeDocument } from '@shared/theme/theme';
import { libraryOfOne, listChange } from '../testing/fixture-library';

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

describe('undo and redo', () => {
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
