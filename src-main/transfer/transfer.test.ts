import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { ProblemError } from '@shared/problem-error';
import { newTheme } from '@shared/theme/theme';
import { createConnections } from '../connections/connections';
import type { BackupPart } from './transfer';
import { onDisk, quiet, trial, type Trial } from './trial-transfer';

const custom = { ...newTheme(), customCss: '.a { color: red }', roundness: 'large' as const };
const text = (value: unknown) => JSON.stringify(value, null, 2);
const bare = (name = 'harbour.json') => ({ name, text: text(custom) });
const refusedFor = (reason: string, more: object = {}) => ({
  problem: expect.objectContaining({
    code: 'importRefused',
    fault: expect.objectContaining({ reason, ...more }) as unknown,
  }) as unknown,
});

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

describe('export', () => {
  it('writes one theme under its own name, and it comes back the same', async () => {
    const mine = await trial();
    const { imported } = await mine.transfer.importTexts({ files: [bare('Océan Bleu.json')] });
    mine.saves = join(mine.root, 'out.json');
    const ids = imported.map(({ id }) => id);
    expect(await mine.transfer.exportThemes({ ids })).toEqual({
      file: 'out.json',
      count: 1,
      leftOut: [],
    });
    expect(mine.asked).toEqual(['ocean-bleu.foyer']);
    mine.opens = [mine.saves];
    const again = await mine.transfer.importFiles(undefined);
    expect(again?.imported).toMatchObject([{ name: 'Océan Bleu 2', kind: 'export', leftOut: [] }]);
    const [first, second] = await onDisk(mine);
    expect(second?.theme).toEqual(first?.theme);
  });

  it('writes the whole library, but nothing of where it was published', async () => {
    const mine = await trial();
    const { imported } = await mine.transfer.importTexts({ files: [bare('A'), bare('B')] });
    await mine.library.setPublication(imported[0]?.id ?? '', 'https://a.example/v1 ws-secret', {
      templateId: 't',
      at: '2026-01-01T00:00:00.000Z',
      sent: { name: 'A', theme: custom },
    });
    mine.saves = join(mine.root, 'all.json');
    expect(await mine.transfer.exportThemes({ ids: 'all' })).toMatchObject({ count: 2 });
    expect(mine.asked).toEqual(['Foyer themes.foyer']);
    const written = await readFile(mine.saves, 'utf8');
    expect(written.startsWith('{\n  "foyer": "themes",\n  "format": 1')).toBe(true);
    expect(written).not.toContain('ws-secret');
  });

  it('writes nothing when no place was chosen', async () => {
    const mine = await trial();
    const { imported } = await mine.transfer.importTexts({ files: [bare()] });
    expect(await mine.transfer.exportThemes({ ids: [imported[0]?.id ?? ''] })).toBeNull();
  });

  it('names what it left out: themes of a newer Foyer, files that cannot be read', async () => {
    const mine = await trial();
    await writeFile(
      join(mine.themes, 'new.json'),
      text({ format: 2, id: 'n', name: 'New', theme: custom }),
    );
    await writeFile(join(mine.themes, 'cut.json'), '{');
    await mine.transfer.importTexts({ files: [bare()] });
    mine.saves = join(mine.root, 'all.json');
    expect(await mine.transfer.exportThemes({ ids: 'all' })).toMatchObject({
      count: 1,
      leftOut: [
        { part: 'themes', name: 'New', problem: { code: 'themeReadOnly' } },
        { part: 'themes', name: 'cut.json', problem: { code: 'fileDamaged' } },
      ],
    });
  });
});

describe('backup and restore', () => {
  /** Two themes, one with a publication and a field of its own; backed up. */
  async function backedUp(parts: readonly BackupPart[] = []) {
    const mine = await trial({ parts });
    const handmade = {
      format: 1,
      id: 'handmade',
      name: 'Handmade',
      tags: ['x'],
      updatedAt: '2026-01-01T00:00:00.000Z',
      publications: {
        'https://a.example/v1 ws': {
          templateId: 't',
          at: '2026-01-01T00:00:00.000Z',
          sent: { name: 'Handmade', theme: custom },
        },
      },
      theme: { ...custom, mine: [1, { two: 3 }] },
      note: 'mine',
    };
    await writeFile(join(mine.themes, 'handmade.json'), text(handmade));
    const { imported } = await mine.transfer.importTexts({ files: [bare('Other')] });
    mine.saves = join(mine.root, 'backup.json');
    mine.opens = [mine.saves];
    expect(await mine.transfer.backup(undefined)).toEqual({
      file: 'backup.json',
      count: 2,
      leftOut: [],
    });
    return { ...mine, before: await onDisk(mine), other: imported[0]?.id ?? '' };
  }

  it('notes when the last one was made', async () => {
    const mine = await trial();
    expect(await mine.transfer.lastBackup(undefined)).toBeNull();
    mine.saves = join(mine.root, 'backup.json');
    await mine.transfer.backup(undefined);
    expect(mine.asked).toEqual(['Foyer backup 2026-11-21.foyer']);
    expect(await mine.transfer.lastBackup(undefined)).toEqual({
      at: '2026-11-21T09:30:00.000Z',
      count: 0,
    });
  });

  it('brings a wiped library back as it was, fields of its own and publications with it', async () => {
    const mine = await backedUp();
    await mine.library.handlers.remove({ ids: ['handmade', mine.other] });
    expect(await onDisk(mine)).toEqual([]);
    const report = await mine.transfer.restore({ ifDifferent: 'keepBoth' });
    expect(report).toMatchObject({ added: 2, same: 0, keptBoth: 0, replaced: 0, notDone: 0 });
    expect(await onDisk(mine)).toEqual(mine.before);
  });

  it('leaves alone what is the same', async () => {
    const mine = await backedUp();
    const report = await mine.transfer.restore({ ifDifferent: 'replace' });
    expect(report).toMatchObject({ added: 0, same: 2, themes: [] });
    expect(await onDisk(mine)).toEqual(mine.before);
  });

  it('keeps both of what is different, the copy on no service', async () => {
    const mine = await backedUp();
    await mine.library.handlers.setTags({ id: 'handmade', tags: ['now'] });
    const report = await mine.transfer.restore({ ifDifferent: 'keepBoth' });
    expect(report).toMatchObject({ added: 0, same: 1, keptBoth: 1 });
    const documents = await onDisk(mine);
    expect(documents.map(({ name, tags }) => [name, tags])).toEqual([
      ['Handmade', ['now']],
      ['Handmade 2', ['x']],
      ['Other', []],
    ]);
    expect(documents[1]?.publications).toEqual({});
    expect(report?.themes).toEqual([
      { id: documents[1]?.id, name: 'Handmade 2', outcome: 'keptBoth', leftLink: null },
    ]);
  });

  it('adds the copy of what is different once, however often it is restored', async () => {
    const mine = await backedUp();
    await mine.library.handlers.setTags({ id: 'handmade', tags: ['now'] });
    await mine.transfer.restore({ ifDifferent: 'keepBoth' });
    const once = await onDisk(mine);
    expect(await mine.transfer.restore({ ifDifferent: 'keepBoth' })).toMatchObject({
      same: 2,
      keptBoth: 0,
      themes: [],
    });
    expect(await onDisk(mine)).toEqual(once);
    // A copy that was worked on since is another theme.
    await mine.library.handlers.setTags({ id: once[1]?.id ?? '', tags: ['mine'] });
    expect(await mine.transfer.restore({ ifDifferent: 'keepBoth' })).toMatchObject({ keptBoth: 1 });
  });

  /** A backup of one theme with a picture on the web, as anybody could make it. */
  async function withPicture(mine: Trial, id: string, more: object = {}) {
    const theme = newTheme();
    theme.general.background = { type: 'Image', content: `https://tracker.example/${id}.png` };
    const updatedAt = '2026-01-01T00:00:00.000Z';
    const document = {
      format: 1,
      id,
      name: 'Theirs',
      tags: [],
      updatedAt,
      publications: {},
      theme,
    };
    const [path = ''] = mine.opens;
    await writeFile(path, text({ foyer: 'backup', format: 1, themes: [{ ...document, ...more }] }));
  }

  it('lets pictures that were not shown here wait, whatever the file says', async () => {
    const mine = await backedUp();
    await withPicture(mine, 'theirs', { picturesWait: false });
    await mine.transfer.restore({ ifDifferent: 'replace' });
    expect((await mine.library.current('theirs')).picturesWait).toBe(true);
    await withPicture(mine, 'handmade');
    await mine.transfer.restore({ ifDifferent: 'keepBoth' });
    await mine.transfer.restore({ ifDifferent: 'replace' });
    const restored = await onDisk(mine);
    expect(restored.map(({ name, picturesWait }) => [name, picturesWait])).toEqual([
      ['Other', undefined],
      ['Theirs', true],
      ['Theirs', true],
      ['Theirs 2', true],
    ]);
  });

  it('does not ask again for pictures that the theme shows already', async () => {
    const mine = await backedUp();
    await withPicture(mine, 'theirs');
    await mine.transfer.restore({ ifDifferent: 'replace' });
    await mine.library.allowPictures('theirs');
    await mine.library.handlers.rename({ id: 'theirs', name: 'Mine now' });
    await mine.transfer.restore({ ifDifferent: 'replace' });
    expect(await mine.library.current('theirs')).not.toHaveProperty('picturesWait');
    expect((await mine.library.current('theirs')).name).toBe('Theirs');
  });

  it('takes a theme whose id could be no part of a file’s name', async () => {
    const mine = await backedUp();
    await withPicture(mine, '../../ab');
    expect(await mine.transfer.restore({ ifDifferent: 'keepBoth' })).toMatchObject({ added: 1 });
    expect(await readdir(mine.themes)).toContain('theirs-ab.json');
  });

  it('replaces what is different when asked to, and undo brings it back', async () => {
    const mine = await backedUp();
    await mine.library.handlers.rename({ id: 'handmade', name: 'Renamed' });
    const report = await mine.transfer.restore({ ifDifferent: 'replace' });
    expect(report).toMatchObject({ replaced: 1, same: 1 });
    expect((await mine.library.saved('handmade')).name).toBe('Handmade');
    expect((await mine.library.handlers.undo({ id: 'handmade' })).name).toBe('Renamed');
  });

  it('puts the other rooms’ parts back, and says which it does not know', async () => {
    const put: unknown[] = [];
    const part: BackupPart = {
      name: 'shortcuts',
      collect: () => ['one', 'two'],
      prepare: (value) => {
        const list = z.array(z.string()).parse(value);
        return async () => put.push(...list);
      },
    };
    const mine = await backedUp([part]);
    expect(await mine.transfer.restore({ ifDifferent: 'keepBoth' })).toMatchObject({
      parts: { shortcuts: 2 },
      unknownParts: [],
    });
    expect(put).toEqual(['one', 'two']);
    const other = await trial();
    other.opens = mine.opens;
    expect(await other.transfer.restore({ ifDifferent: 'keepBoth' })).toMatchObject({
      added: 2,
      parts: {},
      unknownParts: ['shortcuts'],
    });
  });

  it.each<[string, (backup: Record<string, unknown>) => unknown, object]>([
    ['an export', (backup) => ({ ...backup, foyer: 'themes' }), { reason: 'notABackup' }],
    ['a bare theme', () => custom, { reason: 'notABackup' }],
    ['a newer one', (backup) => ({ ...backup, format: 2 }), { reason: 'newerFormat', format: 2 }],
    [
      'no list of themes',
      (backup) => ({ ...backup, themes: {} }),
      { reason: 'wrongType', at: 'themes', expected: 'list' },
    ],
  ])('writes nothing from %s', async (_what, change, fault) => {
    const put: unknown[] = [];
    const part: BackupPart = {
      name: 'shortcuts',
      collect: () => [],
      prepare: (value) => {
        const list = z.array(z.string()).parse(value);
        return async () => put.push(...list);
      },
    };
    const mine = await backedUp([part]);
    await mine.library.handlers.remove({ ids: ['handmade', mine.other] });
    const path = mine.opens[0] ?? '';
    const backup = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
    await writeFile(path, text(change(backup)));
    await expect(mine.transfer.restore({ ifDifferent: 'replace' })).rejects.toMatchObject({
      problem: { code: 'importRefused', file: 'backup.json', fault },
    });
    expect(await onDisk(mine)).toEqual([]);
    expect(put).toEqual([]);
  });

  it('never has a token in it, and brings connections back without one', async () => {
    const stored = new Map<string, string>();
    const tokens = {
      token: async (id: string) => stored.get(id),
      keep: async (id: string, _origin: string, token: string) => {
        stored.set(id, token);
        return () => Promise.resolve();
      },
      forget: async (id: string) => {
        stored.delete(id);
        return () => Promise.resolve();
      },
      forgetInSession: () => () => Promise.resolve(),
      removeFromKeychain: async (id: string) => stored.delete(id),
      readAgain: () => undefined,
      isInSession: () => false,
    };
    const connectionsIn = async (folder: string) => {
      await mkdir(folder);
      const room = createConnections({
        file: join(folder, 'connections.json'),
        tokens,
        check: async () => ({ verdict: 'acceptedEmpty' }),
        startPractice: async () => ({
          baseAddress: 'http://127.0.0.1:1/v1',
          workspaceId: 'practice',
          token: 'canary-practice',
        }),
        practiceLabel: () => 'Practice',
        onChange: () => {},
        log: quiet,
      });
      await room.start();
      return room;
    };
    const root = await mkdtemp(join(tmpdir(), 'foyer-transfer-'));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    const here = await connectionsIn(join(root, 'here'));
    const there = await connectionsIn(join(root, 'there'));
    await here.handlers.add({
      input: {
        label: 'Northwind',
        baseAddress: 'https://northwind.example/api/v1',
        workspaceId: 'ws',
        colour: 'blue',
        preset: 'documented',
        presentation: { kind: 'bearer' },
      },
      token: 'canary-token',
      keep: 'keychain',
    });
    await here.handlers.practise(undefined);
    const mine = await backedUp([here.backupPart]);
    expect(await readFile(mine.opens[0] ?? '', 'utf8')).not.toContain('canary');

    const other = await trial({ parts: [there.backupPart] });
    other.opens = mine.opens;
    const again = () => other.transfer.restore({ ifDifferent: 'keepBoth' });
    expect(await again()).toMatchObject({ parts: { connections: 1 } });
    expect(there.snapshot().list).toMatchObject([{ label: 'Northwind', tokenState: 'missing' }]);
    // What is here already stays as it is.
    expect(await again()).toMatchObject({ parts: { connections: 0 } });
    const path = mine.opens[0] ?? '';
    await writeFile(path, (await readFile(path, 'utf8')).replace('https://north', 'http://north'));
    // One that can't be kept is left out, and told.
    expect(await again()).toMatchObject({
      parts: {},
      failed: [{ part: 'connections', name: 'Northwind', ...refusedFor('wrongType') }],
    });
  });
});
