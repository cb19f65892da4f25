import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { storedFormats } from '@shared/stored-formats';
import { newTheme } from '@shared/theme/theme';
import { createConnections } from '../connections/connections';
import { createPreviews } from '../previews/previews';
import { bare, custom, refusedFor, text } from './testing/files-of-a-theme';
import type { BackupPart } from './transfer';
import { onDisk, quiet, trial, type Trial } from './trial-transfer';

/** A backup of everything, and what a restore makes of it. */
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
      inMemory: () => undefined,
      keep: async (id: string, _origin: string, token: string) => {
        stored.set(id, token);
        return () => Promise.resolve();
      },
      forget: async (id: string) => {
        stored.delete(id);
        return () => Promise.resolve();
      },
      forgetInSession: () => () => Promise.resolve(),
      removeFromKeychain: async (id: string) => void stored.delete(id),
      readAgain: () => undefined,
      isInSession: () => false,
      onOpen: () => undefined,
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

/**
 * A backup is saved late in the evening west of Greenwich: the day in the name that Foyer suggests is the
 * day on the person's calendar, not that in London.
 */
describe('the day in the name of a backup', () => {
  afterEach(() => vi.unstubAllEnvs());

  /** The trial's clock says 2026-11-21T09:30Z. */
  async function suggestedIn(zone: string): Promise<string[]> {
    vi.stubEnv('TZ', zone);
    const mine = await trial();
    await mine.transfer.backup(undefined);
    return mine.asked;
  }

  it('the control: where it is the same day in London', async () => {
    expect(await suggestedIn('Europe/Berlin')).toEqual(['Foyer backup 2026-11-21.foyer']);
  });

  it('half past eleven in the evening of the 20th in Honolulu', async () => {
    // The control: the clock of this test follows the zone.
    const day = () => new Date('2026-11-21T09:30:00.000Z').getDate();
    vi.stubEnv('TZ', 'Pacific/Honolulu');
    expect(day()).toBe(20);
    expect(await suggestedIn('Pacific/Honolulu')).toEqual(['Foyer backup 2026-11-20.foyer']);
  });
});

/**
 * Somebody went back to an older Foyer: what the newer one wrote of the shortcuts is left as it is, and the
 * rest works, backups too.
 */
describe('a backup beside what a newer Foyer wrote', () => {
  async function withNewerShortcuts() {
    const parts: BackupPart[] = [];
    const mine = await trial({ parts });
    const profile = join(mine.root, 'profile');
    const format = storedFormats.previews + 1;
    await writeFile(
      join(profile, 'previews.json'),
      JSON.stringify({ format, of: 'a newer Foyer' }),
    );
    const previews = await createPreviews({
      folder: profile,
      connectionById: () => undefined,
      connectionAt: () => undefined,
      send: () => Promise.reject(new Error('nothing is sent')),
      warn: () => undefined,
    });
    onTestFinished(() => previews.close());
    let textSize = 100;
    const preferences: BackupPart = {
      name: 'preferences',
      collect: () => ({ textSize }),
      prepare: (value) => async () => {
        ({ textSize } = value as { textSize: number });
        return 1;
      },
    };
    parts.push(previews.backupPart, preferences);
    return { mine, textSize: () => textSize };
  }

  it('a backup has everything but the shortcuts of a newer Foyer, and says so', async () => {
    const { mine } = await withNewerShortcuts();
    await mine.library.handlers.create({ name: 'Harbour' });
    mine.saves = join(mine.root, 'backup.foyer');
    const made = await mine.transfer.backup(undefined);
    expect(made).toMatchObject({ count: 1, leftOut: [{ part: 'previewShortcuts' }] });
    const written = JSON.parse(await readFile(mine.saves, 'utf8')) as object;
    expect(written).toMatchObject({ themes: [{ name: 'Harbour' }] });
  });

  it('a restore puts back everything but the shortcuts, which a newer Foyer keeps', async () => {
    const { mine, textSize } = await withNewerShortcuts();
    const path = join(mine.root, 'backup.foyer');
    const parts = { previewShortcuts: [], preferences: { textSize: 125 } };
    await writeFile(path, JSON.stringify({ foyer: 'backup', format: 1, themes: [], parts }));
    mine.opens = [path];
    const report = await mine.transfer.restore({ ifDifferent: 'keepBoth' });
    expect(report).toMatchObject({ failed: [{ part: 'previewShortcuts' }], partsNotDone: [] });
    expect(textSize()).toBe(125);
  });
});

/**
 * Settings says when the last backup was made, or *No backups made on this computer yet.* Backups were made, and
 * the file that tells of them can't be read, is damaged, or is a newer Foyer's: then it isn't said that there
 * was none. The next backup puts a note in the place of a damaged one, which is kept.
 */
describe('when the last backup was made', () => {
  let mine: Trial;
  let file: string;

  beforeEach(async () => {
    mine = await trial();
    mine.saves = join(mine.root, 'backup.foyer');
    await mine.transfer.backup(undefined);
    file = join(mine.root, 'profile', 'transfer.json');
  });

  const known = { at: '2026-11-21T09:30:00.000Z', count: 0 };

  const said = () => mine.transfer.lastBackup(undefined);

  it('the control: the file can be read', async () => {
    expect(await said()).toEqual(known);
  });

  it('a virus scanner has the file for a moment', async () => {
    const { illDisk } = await import('../storage/trial-ill-disk');
    const disk = illDisk((path) => path === file, 'EBUSY', 'open');
    expect(await said()).toBe('unknown');
    disk.heal();
    expect(await said()).toEqual(known);
  });

  it('a newer Foyer saved it', async () => {
    const newer = { ...(JSON.parse(await readFile(file, 'utf8')) as object), format: 99 };
    await writeFile(file, JSON.stringify(newer));
    expect(await said()).toBe('unknown');
    expect(await mine.transfer.backup(undefined)).toMatchObject({ file: 'backup.foyer' });
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(newer);
  });

  it('it was cut short, and a backup is saved after that', async () => {
    await truncate(file, 10);
    expect(await said()).toBe('unknown');
    // Looking at it twice makes it no better known.
    expect(await said()).toBe('unknown');
    expect(await mine.transfer.backup(undefined)).toMatchObject({ file: 'backup.foyer' });
    expect(await said()).toEqual(known);
    const kept = await readdir(join(mine.root, 'profile', 'generations'));
    expect(kept).toContainEqual(expect.stringMatching(/^transfer \(damaged \w+\)\.json$/u));
  });
});
