import { execFileSync } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { largestImport } from '@shared/theme/import-limits';
import { newTheme } from '@shared/theme/theme';
import { onDisk, trial, type Trial } from './trial-transfer';

const failedIn = (opened: { report: { failed: { file: string }[] } | null } | null): string[] =>
  (opened?.report?.failed ?? []).map(({ file }) => file);

/** Files that were opened with Foyer: the way of an import, with a backup asked about first. */
describe('files that were opened with Foyer, and an export', () => {
  const theme = (name: string) => JSON.stringify({ name, tags: [], theme: newTheme() });

  /** Writes a file beside the library, and says where. */
  async function file(mine: Trial, name: string, text: string): Promise<string> {
    const path = join(mine.root, name);
    await writeFile(path, text);
    return path;
  }

  describe('files that were opened with Foyer', () => {
    it('are imported once, all that wait together, and a window hears of them', async () => {
      const mine = await trial();
      mine.open([await file(mine, 'Übung 日本.foyer', theme('One'))]);
      mine.open([await file(mine, 'b.json', theme('Two')), join(mine.root, 'Übung 日本.foyer')]);
      expect(mine.openedTold).toBe(2);
      const opened = await mine.transfer.importOpened(undefined);
      expect(opened?.report?.imported.map(({ name }) => name)).toEqual(['One', 'Two']);
      expect(opened?.backups).toEqual([]);
      expect(await mine.transfer.importOpened(undefined)).toBeNull();
      expect((await onDisk(mine)).map(({ name }) => name)).toEqual(['One', 'Two']);
    });

    it('are cut off by an end as long as no window has taken them', async () => {
      const mine = await trial();
      expect(mine.underWay()).toEqual([]);
      mine.open([await file(mine, 'a.foyer', theme('One'))]);
      expect(mine.underWay()).toEqual(['opened']);
      const taken = mine.transfer.importOpened(undefined);
      expect(mine.underWay()).toContain('import');
      await taken;
      expect(mine.underWay()).toEqual([]);
    });

    it('are each refused for their own reason, and the others imported', async () => {
      const mine = await trial();
      await mkdir(join(mine.root, 'folder.foyer'));
      const locked = await file(mine, 'locked.foyer', theme('Locked'));
      await chmod(locked, 0);
      const pipe = join(mine.root, 'pipe.foyer');
      if (process.platform !== 'win32') execFileSync('mkfifo', [pipe]);
      mine.open([
        join(mine.root, 'gone.foyer'),
        join(mine.root, 'folder.foyer'),
        await file(mine, 'large.foyer', `{"x":"${'x'.repeat(largestImport)}"}`),
        await file(mine, 'good.foyer', theme('Good')),
        ...(process.platform === 'win32' ? [] : [pipe, '/dev/zero']),
        // The system's administrator may read everything.
        ...(process.getuid?.() === 0 ? [] : [locked]),
      ]);
      const opened = await mine.transfer.importOpened(undefined);
      const reasons = opened?.report?.failed.map(({ file: name, problem }) => [
        name,
        problem.code === 'importRefused' && problem.fault.reason,
      ]);
      expect(reasons).toEqual([
        ['gone.foyer', 'missing'],
        ['folder.foyer', 'notAFile'],
        ['large.foyer', 'tooLarge'],
        ...(process.platform === 'win32'
          ? []
          : [
              ['pipe.foyer', 'notAFile'],
              ['zero', 'notAFile'],
            ]),
        ...(process.getuid?.() === 0 ? [] : [['locked.foyer', 'noPermission']]),
      ]);
      expect(opened?.report?.imported.map(({ name }) => name)).toEqual(['Good']);
    });

    it('are not touched when they are a backup, until a person decides, once', async () => {
      const mine = await trial();
      mine.open([await file(mine, 'one.foyer', theme('One'))]);
      await mine.transfer.importOpened(undefined);
      mine.saves = join(mine.root, 'all.foyer');
      await mine.transfer.backup(undefined);
      expect(mine.asked).toEqual(['Foyer backup 2026-11-21.foyer']);

      const other = await trial();
      other.open([mine.saves]);
      const opened = await other.transfer.importOpened(undefined);
      expect(opened).toMatchObject({ report: null, backups: [{ file: 'all.foyer' }] });
      expect(await onDisk(other)).toEqual([]);
      const [backup] = opened?.backups ?? [];
      const answer = { id: backup?.id ?? '', ifDifferent: 'keepBoth' } as const;
      expect(await other.transfer.restoreOpened(answer)).toMatchObject({ added: 1 });
      expect(await other.transfer.restoreOpened(answer)).toBeNull();

      other.open([mine.saves]);
      const again = (await other.transfer.importOpened(undefined))?.backups[0]?.id ?? '';
      await other.transfer.dropOpened({ id: again });
      expect(await other.transfer.restoreOpened({ ...answer, id: again })).toBeNull();
    });

    it('are known as a backup when another program wrote its keys in another order', async () => {
      const mine = await trial();
      const text = JSON.stringify({ themes: [JSON.parse(theme('A'))], format: 1, foyer: 'backup' });
      mine.open([await file(mine, 'sorted.json', text)]);
      expect(await mine.transfer.importOpened(undefined)).toMatchObject({
        report: null,
        backups: [{ file: 'sorted.json' }],
      });
    });
  });

  describe('an export', () => {
    it('is called so that a desktop can tell it from any other JSON', async () => {
      const mine = await trial();
      mine.open([await file(mine, 'one.json', theme('One'))]);
      await mine.transfer.importOpened(undefined);
      mine.saves = join(mine.root, 'out.foyer');
      await mine.transfer.exportThemes({ themes: 'all' });
      expect(mine.asked).toEqual(['one.foyer']);
    });
  });
});

/**
 * A backup was opened with Foyer, its question is on show, and the window is closed to the tray (or the page crashes).
 * The person opens the very same file again, which brings the window back. It is one file, and one question.
 */
describe('a backup that is opened again', () => {
  const theme = { name: 'Harbour', tags: [], theme: newTheme() };
  const backup = JSON.stringify({ foyer: 'backup', format: 1, themes: [theme] });

  it('a backup that is opened again before anybody decided is asked about once', async () => {
    const mine = await trial();
    const path = join(mine.root, 'backup.foyer');
    await writeFile(path, backup);
    mine.open([path]);
    const first = await mine.transfer.importOpened(undefined);
    expect(first?.backups).toHaveLength(1);
    // Its window is gone; the file is opened again, and the next window takes what waits.
    mine.open([path]);
    const second = await mine.transfer.importOpened(undefined);
    expect(second?.backups.map(({ file }) => file)).toEqual(['backup.foyer']);
  });

  it('one that was decided on holds up no end, however often it was opened before', async () => {
    const mine = await trial();
    const path = join(mine.root, 'backup.foyer');
    await writeFile(path, backup);
    mine.open([path]);
    await mine.transfer.importOpened(undefined);
    mine.open([path]);
    const [asked] = (await mine.transfer.importOpened(undefined))?.backups ?? [];
    await mine.transfer.restoreOpened({ id: asked?.id ?? '', ifDifferent: 'keepBoth' });
    expect(mine.underWay()).toEqual([]);
  });
});

/**
 * A theme and a backup are opened with Foyer, and a window has taken them. The theme is imported, and its report is on
 * show; the backup's question waits until that is closed, so that nobody has seen it. Until a person has decided, a quit
 * asks first, and a window that comes after a crash of the page hears of it.
 */
describe('a backup that nobody has decided on', () => {
  const theme = JSON.stringify({ name: 'Harbour', tags: [], theme: newTheme() });
  const backup = JSON.stringify({ foyer: 'backup', format: 1, themes: [JSON.parse(theme)] });

  /** Opened, and taken by the window. */
  async function opened() {
    const mine = await trial();
    const files = { 'a.foyer': theme, 'backup.foyer': backup };
    const paths: string[] = [];
    for (const [name, text] of Object.entries(files)) {
      const path = join(mine.root, name);
      await writeFile(path, text);
      paths.push(path);
    }
    mine.open(paths);
    expect(mine.underWay()).toEqual(['opened']);
    const taken = await mine.transfer.importOpened(undefined);
    expect(taken?.report?.imported.map(({ name }) => name)).toEqual(['Harbour']);
    const [waiting] = taken?.backups ?? [];
    expect(waiting?.file).toBe('backup.foyer');
    return { mine, id: waiting?.id ?? '' };
  }

  it.each(['dropped', 'restored'])(
    'the control: once it is %s, it holds up no end',
    async (how) => {
      const { mine, id } = await opened();
      if (how === 'dropped') await mine.transfer.dropOpened({ id });
      else await mine.transfer.restoreOpened({ id, ifDifferent: 'keepBoth' });
      expect(mine.underWay()).toEqual([]);
      const before = mine.openedTold;
      mine.tellOpened();
      expect(mine.openedTold).toBe(before);
      expect(await mine.transfer.importOpened(undefined)).toBeNull();
    },
  );

  it('as long as nobody has decided, a quit asks first', async () => {
    const { mine } = await opened();
    expect(mine.underWay()).toEqual(['openedBackup']);
  });

  it('a window that comes after a crash of the page hears of it, and can decide', async () => {
    const { mine, id } = await opened();
    const before = mine.openedTold;
    // What the page has said, once it is there again.
    mine.tellOpened();
    expect(mine.openedTold).toBe(before + 1);
    expect(await mine.transfer.importOpened(undefined)).toEqual({
      report: null,
      backups: [{ id, file: 'backup.foyer' }],
    });
    const answer = { id, ifDifferent: 'keepBoth' } as const;
    expect(await mine.transfer.restoreOpened(answer)).not.toBeNull();
  });
});

/** A file that was opened with Foyer is refused: a quit asks until a person has read that, whatever becomes of a window. */
describe('a refusal that nobody has read', () => {
  /** A broken file is opened, and a window has what came of it. */
  async function refused() {
    const mine = await trial();
    const open = async (name: string): Promise<string[]> => {
      const path = join(mine.root, name);
      await writeFile(path, '{"foyer":"themes","format":1,"themes":[{"name":7}]}');
      mine.open([path]);
      return failedIn(await mine.transfer.importOpened(undefined));
    };
    expect(await open('a.foyer')).toEqual(['a.foyer']);
    return { mine, open };
  }

  it('asks until it is read, each once', async () => {
    const { mine, open } = await refused();
    expect(mine.underWay()).toEqual(['openedRefused']);
    expect(await open('b.foyer')).toEqual(['b.foyer']);
    await mine.transfer.refusedRead({ files: ['a.foyer'] });
    expect(mine.underWay()).toEqual(['openedRefused']);
    await mine.transfer.refusedRead({ files: ['b.foyer'] });
    expect(mine.underWay()).toEqual([]);
  });

  it('a window that comes after one that is gone tells of it', async () => {
    const { mine } = await refused();
    const before = mine.openedTold;
    mine.tellOpened();
    expect(mine.openedTold).toBe(before + 1);
    expect(failedIn(await mine.transfer.importOpened(undefined))).toEqual(['a.foyer']);
    await mine.transfer.refusedRead({ files: ['a.foyer'] });
    mine.tellOpened();
    expect(mine.openedTold).toBe(before + 1);
    expect(mine.underWay()).toEqual([]);
  });
});

/**
 * A file is opened with Foyer, and refused after a while: the window that asked for it was closed meanwhile (to the tray,
 * or on a Mac), and another is open by then. That one tells of the refusal, as one does that is opened afterwards.
 */
describe('a refusal whose window has gone', () => {
  it.each([
    ['the control: after it was refused', false],
    ['before it is refused', true],
  ])('the next window tells of it, which is opened %s', async (_when, isBefore) => {
    const mine = await trial();
    const path = join(mine.root, 'a.foyer');
    await writeFile(path, '{"foyer":"themes","format":1,"themes":[{"name":7}]}');
    mine.open([path]);
    const ofTheFirst = Promise.resolve(mine.transfer.importOpened(undefined));
    // It has taken the file.
    await expect.poll(() => mine.underWay()).not.toContain('opened');
    expect(mine.underWay().length).toBeGreaterThan(0);
    if (!isBefore) await ofTheFirst;
    const before = mine.openedTold;
    // Another window is ready.
    mine.tellOpened();
    await ofTheFirst;
    // The control: nobody has read it, so that quitting asks.
    expect(mine.underWay()).toEqual(['openedRefused']);
    expect(mine.openedTold).toBe(before + 1);
    expect(failedIn(await mine.transfer.importOpened(undefined))).toEqual(['a.foyer']);
  });
});
