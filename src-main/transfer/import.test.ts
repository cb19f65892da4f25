import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { mostFiles } from '@shared/theme/import-limits';
import { newTheme } from '@shared/theme/theme';
import { bare, custom, refusedFor, text } from './testing/files-of-a-theme';
import { onDisk, trial } from './trial-transfer';

/** Files that are imported: what is taken of them, and what is said of the rest. */
describe('import', () => {
  it('puts each theme in a file of its own, under a name that no other has', async () => {
    const mine = await trial();
    const files = [
      bare(),
      bare(),
      { name: 'x', text: text({ name: 'Mine', tags: ['a'], theme: custom }) },
    ];
    const { imported, failed, notDone } = await mine.transfer.importTexts({ files });
    expect(failed).toEqual([]);
    expect(notDone).toBe(0);
    expect(imported.map(({ name }) => name)).toEqual(['harbour', 'harbour 2', 'Mine']);
    const documents = await onDisk(mine);
    expect(documents.map(({ name, tags, theme }) => [name, tags, theme])).toEqual([
      ['harbour', [], custom],
      ['harbour 2', [], custom],
      ['Mine', ['a'], custom],
    ]);
    expect(new Set(documents.map(({ id }) => id)).size).toBe(3);
    expect(documents[0]).not.toHaveProperty('picturesWait');
  });

  it('takes only known fields, a new id and no publications from a file of a library', async () => {
    const mine = await trial();
    const foreign = {
      format: 1,
      id: 'theirs',
      name: 'Theirs',
      tags: [],
      updatedAt: 'x',
      publications: { 'https://a.example/v1 ws': { templateId: 't' } },
      mine: 1,
      theme: {
        ...custom,
        mine: 2,
        chat: { ...custom.chat, hostAvatar: { isEnabled: true, url: 'https://a.example/a.png' } },
      },
    };
    const { imported } = await mine.transfer.importTexts({
      files: [{ name: 'f', text: text(foreign) }],
    });
    expect(imported).toMatchObject([{ kind: 'themeFile', leftOut: ['mine'], picturesWait: true }]);
    const [document] = await onDisk(mine);
    expect(document).toMatchObject({ publications: {}, picturesWait: true });
    expect(document?.id).not.toBe('theirs');
    expect(document).not.toHaveProperty('mine');
    expect(document?.theme).not.toHaveProperty('mine');
  });

  it('says at once which addresses of pictures can never load', async () => {
    const mine = await trial();
    const pictured = (url: string, content: string) => ({
      general: { ...custom.general, background: { type: 'Image', content } },
      chat: { ...custom.chat, hostAvatar: { isEnabled: true, url } },
    });
    const { imported } = await mine.transfer.importTexts({
      files: [
        { name: 'a', text: text(pictured('/avatar.png', 'https://a.example/a.png')) },
        { name: 'b', text: text(pictured('http://a.example/a.png', 'https://192.168.1.2/b.png')) },
      ],
    });
    expect(imported).toMatchObject([
      { neverLoad: ['chat.hostAvatar.url (/avatar.png)'], picturesWait: true },
      {
        neverLoad: [
          'general.background.content (https://192.168.1.2/b.png)',
          'chat.hostAvatar.url (http://a.example/a.png)',
        ],
        picturesWait: false,
      },
    ]);
    // They are kept as they are: the service may show them.
    const [one] = await onDisk(mine);
    expect(one?.theme.chat.hostAvatar?.url).toMatch(/avatar|a\.png/u);
  });

  it('imports a bare list of themes, each called like its file', async () => {
    const mine = await trial();
    const list = [custom, { ...custom, roundness: 'none' }];
    const report = await mine.transfer.importTexts({
      files: [{ name: 'All.json', text: text(list) }],
    });
    expect(report.failed).toEqual([]);
    expect(report.imported.map(({ name }) => name)).toEqual(['All', 'All 2']);
  });

  it('composes the name that it takes from a file, and leaves one in a file as it is', async () => {
    const mine = await trial();
    const name = 'su\u0308d';
    const files = [
      { name: `${name}.json`, text: text(custom) },
      { name: 'x', text: text({ name, theme: custom }) },
    ];
    const { imported } = await mine.transfer.importTexts({ files });
    expect(imported.map((theme) => theme.name)).toEqual(['s\u00FCd', name]);
    expect(imported.flatMap(({ leftOut }) => leftOut)).toEqual([]);
  });

  it('imports what can be and says of the rest what is wrong first', async () => {
    const mine = await trial();
    const good = join(mine.root, 'good.json');
    const bad = join(mine.root, 'bad.json');
    const utf16 = join(mine.root, 'utf16.json');
    await writeFile(good, `\uFEFF${text(custom)}`);
    await writeFile(bad, '{\n  "general": {,');
    await writeFile(utf16, Buffer.from(`\uFEFF${text(custom)}`, 'utf16le'));
    mine.opens = [bad, good, utf16, mine.themes, join(mine.root, 'gone.json')];
    const report = await mine.transfer.importFiles(undefined);
    expect(report?.imported.map(({ name }) => name)).toEqual(['good']);
    expect(report?.failed).toEqual([
      { file: 'bad.json', ...refusedFor('notJson', { line: 2, column: 15 }) },
      { file: 'utf16.json', ...refusedFor('notText') },
      { file: 'themes', ...refusedFor('notAFile') },
      { file: 'gone.json', ...refusedFor('missing') },
    ]);
    expect(report?.failed[0]?.problem).toMatchObject({ file: 'bad.json' });
    expect(await onDisk(mine)).toHaveLength(1);
  });

  it('takes nothing of a file when one theme in it is wrong', async () => {
    const mine = await trial();
    const themes = [
      { name: 'A', theme: custom },
      { name: 'B', theme: { general: { font: 5 } } },
    ];
    const files = [{ name: 'f.json', text: text({ foyer: 'themes', format: 1, themes }) }];
    const { imported, failed } = await mine.transfer.importTexts({ files });
    expect(imported).toEqual([]);
    expect(failed).toEqual([
      { file: 'f.json', ...refusedFor('wrongType', { at: 'themes.1.theme.general.font' }) },
    ]);
    expect(await onDisk(mine)).toEqual([]);
  });

  it('does nothing when no file was chosen', async () => {
    expect(await (await trial()).transfer.importFiles(undefined)).toBeNull();
  });

  it('stops when it is told to, and says what was not done', async () => {
    const mine = await trial({
      onProgress: (progress, { transfer }) => progress && void transfer.stop(undefined),
    });
    const themes = Array.from({ length: 50 }, (_, at) => ({ name: `T${at}`, theme: custom }));
    const files = [{ name: 'f', text: text({ foyer: 'themes', format: 1, themes }) }];
    const { imported, ...rest } = await mine.transfer.importTexts({ files });
    expect(imported).toHaveLength(1);
    expect(rest).toEqual({ failed: [], notDone: 49, isStopped: true });
    expect(mine.progress).toEqual([{ work: 'import', done: 1, total: 50 }, null]);
    expect(await onDisk(mine)).toHaveLength(1);
  });

  it('reports what was imported when the disk refuses the rest', async () => {
    let left = 2;
    const mine = await trial({
      wrap: (library) => ({
        ...library,
        addForeign: async (...theme) => {
          left -= 1;
          if (left >= 0) return library.addForeign(...theme);
          throw new ProblemError({ code: 'storageFull', path: 'x' });
        },
      }),
    });
    const { imported, ...rest } = await mine.transfer.importTexts({
      files: [bare(), bare(), bare(), bare()],
    });
    expect(imported).toHaveLength(2);
    expect(rest).toMatchObject({ notDone: 1, isStopped: false });
    expect(rest.failed).toMatchObject([{ problem: { code: 'storageFull' } }]);
  });
});

/**
 * More files are chosen than are imported at once: the report counts each that wasn't imported. By one, a person
 * would take all the others for imported.
 */
describe('more files than are taken at once', () => {
  /** How many files the report counts as imported or not, of so many that were chosen. */
  async function counted(chosen: number): Promise<number> {
    const mine = await trial();
    const folder = join(mine.root, 'from');
    await mkdir(folder);
    mine.opens = Array.from({ length: chosen }, (_, at) => join(folder, `${String(at)}.json`));
    // None of them has a theme in it: a thousand imports take their time.
    for (const path of mine.opens) await writeFile(path, '{}');
    const report = await mine.transfer.importFiles(undefined);
    if (!report) throw new Error('Nothing was chosen.');
    return report.imported.length + report.failed.length + report.notDone;
  }

  it('the control: as many as are taken', async () => {
    expect(await counted(mostFiles)).toBe(mostFiles);
  });

  it('fifty more', async () => {
    expect(await counted(mostFiles + 50)).toBe(mostFiles + 50);
  });
});

/** What the log of this computer is told of imports and restores. */
describe('what the log of this computer is told', () => {
  it('tells once of an import with all its themes, and of a restore; nothing of what failed', async () => {
    const mine = await trial();
    const file = (name: string) => ({ name, text: JSON.stringify({ name, theme: newTheme() }) });
    await mine.transfer.importTexts({ files: [{ name: 'broken.json', text: '{' }] });
    expect(mine.actions).toEqual([]);
    await mine.transfer.importTexts({ files: [file('Harbour'), file('Matchday')] });
    expect(mine.actions).toMatchObject([
      { kind: 'themesImported', touched: [{ name: 'Harbour' }, { name: 'Matchday' }] },
    ]);
    mine.saves = join(mine.root, 'backup.json');
    await mine.transfer.backup(undefined);
    const { ids } = await mine.library.handlers.remove({
      ids: mine.actions.flatMap(({ touched }) => touched.map(({ id = '' }) => id)).slice(0, 1),
    });
    mine.opens = [mine.saves];
    await mine.transfer.restore({ ifDifferent: 'keepBoth' });
    expect(mine.actions.slice(1)).toEqual([
      { kind: 'backupRestored', touched: [{ id: ids[0], name: 'Harbour' }] },
    ]);
  });
});
