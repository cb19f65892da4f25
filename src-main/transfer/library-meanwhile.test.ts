import { renameSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newTheme, type ThemeDocument } from '@shared/theme/theme';
import { themeDocument } from '../library/testing/fixture-library';
import type { TransferLibrary } from './transfer';
import { onDisk, trial, type Trial } from './trial-transfer';

/** The library's disk is unplugged while somebody saves a backup over the one before. */
describe('a backup while the library is away', () => {
  it('does not replace a good backup with one that has none of the themes', async () => {
    const mine = await trial();
    for (const name of ['One', 'Two', 'Three']) {
      await writeFile(join(mine.themes, `${name}.json`), JSON.stringify(themeDocument({ name })));
    }
    mine.saves = join(mine.root, 'backup.foyer');
    expect(await mine.transfer.backup(undefined)).toMatchObject({ count: 3, leftOut: [] });

    await rename(mine.themes, `${mine.themes} away`);
    // The themes are shown as they were last seen.
    expect((await mine.library.handlers.list(undefined)).themes).toHaveLength(3);
    await expect(Promise.resolve(mine.transfer.backup(undefined))).rejects.toThrow();
    const kept = JSON.parse(await readFile(mine.saves, 'utf8')) as { themes: unknown[] };
    expect(kept.themes).toHaveLength(3);
    expect(await mine.transfer.lastBackup(undefined)).toMatchObject({ count: 3 });
  });
});

/** The library's share goes away while a backup is being saved over the one before. */
describe('a backup as the library’s share goes away', () => {
  const count = 100;

  /** How many themes the file has after a good backup, and one more of which that share has only a part. */
  async function inTheSecond(goesAway: boolean): Promise<number> {
    let isToGo = false;
    const mine = await trial({
      onProgress: (progress, { themes }) => {
        if (!isToGo || progress === null) return;
        isToGo = false;
        renameSync(themes, `${themes} away`);
      },
    });
    for (let number = 0; number < count; number += 1) {
      const document = themeDocument({ name: `Theme ${String(number)}` });
      await writeFile(join(mine.themes, `${String(number)}.json`), JSON.stringify(document));
    }
    mine.saves = join(mine.root, 'backup.foyer');
    expect(await mine.transfer.backup(undefined)).toMatchObject({ count, leftOut: [] });
    isToGo = goesAway;
    await Promise.resolve(mine.transfer.backup(undefined)).catch(() => undefined);
    const { themes } = JSON.parse(await readFile(mine.saves, 'utf8')) as { themes: unknown[] };
    return themes.length;
  }

  it('control: a second backup has all themes', async () => {
    expect(await inTheSecond(false)).toBe(count);
  });

  it('does not replace a good backup with one of a part of the library', async () => {
    expect(await inTheSecond(true)).toBe(count);
  });
});

/** The library's disk is unplugged while a theme is open, and somebody saves a backup over the one before. */
describe('a backup of a theme that is open while the library is away', () => {
  /** Three themes, and a good backup of them. */
  async function backedUp(): Promise<Trial & { ids: string[] }> {
    const mine = await trial();
    const themes = ['One', 'Two', 'Three'].map((name) => themeDocument({ name }));
    for (const theme of themes) {
      await writeFile(join(mine.themes, `${theme.name}.json`), JSON.stringify(theme));
    }
    mine.saves = join(mine.root, 'backup.foyer');
    expect(await mine.transfer.backup(undefined)).toMatchObject({ count: 3, leftOut: [] });
    return Object.assign(mine, { ids: themes.map(({ id }) => id) });
  }

  async function inBackup({ saves = '' }: Trial): Promise<string[]> {
    const { themes } = JSON.parse(await readFile(saves, 'utf8')) as { themes: ThemeDocument[] };
    return themes.map(({ name }) => name).sort();
  }

  it('does not replace a good backup with one of the theme alone that is open', async () => {
    const mine = await backedUp();
    const [id = ''] = mine.ids;
    await mine.library.handlers.open({ id });
    await rename(mine.themes, `${mine.themes} away`);
    await Promise.resolve(mine.transfer.backup(undefined)).catch(() => undefined);
    expect(await inBackup(mine)).toEqual(['One', 'Three', 'Two']);
  });

  it('control: the same where none is open', async () => {
    const mine = await backedUp();
    await rename(mine.themes, `${mine.themes} away`);
    await Promise.resolve(mine.transfer.backup(undefined)).catch(() => undefined);
    expect(await inBackup(mine)).toEqual(['One', 'Three', 'Two']);
  });
});

/**
 * Many themes are imported, or restored from a backup, and a person chooses another library after the first: the rest
 * are not written there. What was done by then, and what was not, is said.
 */
describe('another library is chosen during an import or a restore', () => {
  /** Another library is chosen before the second theme is written. */
  async function chosenMeanwhile(): Promise<{ mine: Trial; there: () => Promise<string[]> }> {
    let writes = 0;
    const second = (): string => join(mine.root, 'second');
    const before = async (): Promise<void> => {
      writes += 1;
      if (writes === 2) await mine.library.handlers.useFolder({ folder: second(), move: false });
    };
    const mine: Trial = await trial({
      wrap: (library: TransferLibrary) => ({
        ...library,
        addForeign: async (...theme) => {
          await before();
          return library.addForeign(...theme);
        },
        putBack: async (...document) => {
          await before();
          return library.putBack(...document);
        },
      }),
    });
    await mkdir(second());
    await mine.library.start();
    const there = async () => (await readdir(second())).filter((name) => name.endsWith('.json'));
    return { mine, there };
  }

  const named = (name: string) => ({ name, text: JSON.stringify({ name, theme: newTheme() }) });
  const replaced = expect.objectContaining({ problem: { code: 'libraryReplaced' } }) as unknown;

  it('by an import', async () => {
    const { mine, there } = await chosenMeanwhile();
    const files = ['One', 'Two', 'Three'].map(named);
    const report = await mine.transfer.importTexts({ files });
    expect(await there()).toEqual([]);
    expect((await onDisk(mine)).map(({ name }) => name)).toEqual(['One']);
    expect(report).toMatchObject({ imported: [{ name: 'One' }], failed: [replaced], notDone: 1 });
  });

  it('by a restore', async () => {
    const from = await trial();
    await from.transfer.importTexts({ files: ['One', 'Two', 'Three'].map(named) });
    from.saves = join(from.root, 'backup.foyer');
    await from.transfer.backup(undefined);
    const { mine, there } = await chosenMeanwhile();
    mine.opens.push(from.saves);
    const report = await mine.transfer.restore({ ifDifferent: 'keepBoth' });
    expect(await there()).toEqual([]);
    expect(await onDisk(mine)).toHaveLength(1);
    expect(report).toMatchObject({ added: 1, failed: [replaced], notDone: 1 });
  });
});

/**
 * A backup, or an export, is under way, and a person chooses another library: a copy of the folder, whose themes have the
 * same ids and have gone another way since. What is saved is one library's, or it is said that it isn't.
 */
describe('another library is chosen during a backup or an export', () => {
  const count = 24;

  /** A library, and its copy in which each theme has another tag; `isChosen`: that is chosen after the first theme. */
  async function besideCopy(isChosen: boolean): Promise<Trial> {
    let reads = 0;
    const second = (): string => join(mine.root, 'second');
    const mine: Trial = await trial({
      wrap: (library: TransferLibrary) => ({
        ...library,
        whole: async (id) => {
          reads += 1;
          const isLater = reads > 8;
          if (isLater && isChosen) await (chosen ??= choose());
          return library.whole(id);
        },
      }),
    });
    let chosen: Promise<unknown> | undefined;
    const choose = async (): Promise<unknown> =>
      mine.library.handlers.useFolder({ folder: second(), move: false });
    await mine.library.start();
    await mine.transfer.importTexts({
      files: Array.from({ length: count }, (_none, at) => ({
        name: `${String(at)}.json`,
        text: JSON.stringify({ name: `Theme ${String(at)}`, tags: ['mine'], theme: newTheme() }),
      })),
    });
    await mine.library.flush();
    await mkdir(second());
    for (const file of await readdir(mine.themes)) {
      if (!file.endsWith('.json')) continue;
      await copyFile(join(mine.themes, file), join(second(), file));
      const document = JSON.parse(await readFile(join(second(), file), 'utf8')) as ThemeDocument;
      await writeFile(join(second(), file), JSON.stringify({ ...document, tags: ['of the copy'] }));
    }
    mine.saves = join(mine.root, 'saved.foyer');
    return mine;
  }

  /** The tags in what was saved, and whether anything was said of it. */
  async function saved(mine: Trial, how: 'backup' | 'export') {
    const result =
      how === 'backup'
        ? mine.transfer.backup(undefined)
        : mine.transfer.exportThemes({ themes: 'all' });
    const done = await Promise.resolve(result).catch((error: unknown) => ({ refused: error }));
    if (done === null || 'refused' in done) return { isSaid: true, tags: [] };
    const { themes } = JSON.parse(await readFile(mine.saves ?? '', 'utf8')) as {
      themes: { tags: string[] }[];
    };
    const tags = [...new Set(themes.flatMap((theme) => theme.tags))];
    return { isSaid: done.leftOut.length > 0, tags };
  }

  it.each(['backup', 'export'] as const)(
    'the control: no other is chosen, by a %s',
    async (how) => {
      const mine = await besideCopy(false);
      expect(await saved(mine, how)).toEqual({ isSaid: false, tags: ['mine'] });
    },
  );

  it.each(['backup', 'export'] as const)(
    'has nothing of the other library in it, by a %s',
    async (how) => {
      const mine = await besideCopy(true);
      const { isSaid, tags } = await saved(mine, how);
      expect(tags).not.toContain('of the copy');
      expect(isSaid).toBe(true);
    },
  );
});

/**
 * A program that keeps folders the same (rsync, FreeFileSync) renames a theme's file: it copies it first, and removes the
 * old one at its end, minutes later. In between somebody saves a backup, which changes nothing in the library.
 */
describe('a backup while a file is renamed', () => {
  /** What the theme is once its file was renamed so; a version of it has a name. */
  async function renamed(meanwhile: (mine: Trial) => Promise<unknown>) {
    const mine = await trial();
    const { library, themes } = mine;
    const document = themeDocument({ name: 'Harbour' });
    const { id } = document;
    const [before, after] = [join(themes, 'harbour.json'), join(themes, 'brand.json')];
    await writeFile(before, JSON.stringify(document));
    await library.handlers.keepVersion({ id, name: 'As signed' });
    await copyFile(before, after);
    await library.rescan();
    expect((await library.handlers.list(undefined)).themes).toHaveLength(2);
    await meanwhile(mine);
    await rm(before);
    await library.rescan();
    const [theme, ...others] = (await library.handlers.list(undefined)).themes;
    expect(others).toEqual([]);
    const { versions } = await library.handlers.versions({ id: theme?.id ?? '' });
    return { isItself: theme?.id === id, versions: versions.map(({ name }) => name) };
  }

  it('control: it is the theme that it was, with its history', async () => {
    expect(await renamed(async () => {})).toEqual({ isItself: true, versions: ['As signed'] });
  });

  it('is that also where a backup was saved meanwhile', async () => {
    const now = await renamed(async (mine) => {
      mine.saves = join(mine.root, 'backup.foyer');
      await mine.transfer.backup(undefined);
    });
    expect(now).toEqual({ isItself: true, versions: ['As signed'] });
  });
});

/**
 * A program that keeps folders the same (rsync, FreeFileSync) renames a theme's file: it copies it first, and removes the
 * old one at its end, minutes later. In between somebody restores a backup in which the theme is as it was before, and
 * keeps both; nobody has done anything with the copy.
 */
describe('a restore while a file is renamed', () => {
  /** What the theme is once its file was renamed so; a version of it has a name. */
  async function renamed(meanwhile: (mine: Trial) => Promise<unknown>) {
    const mine = await trial();
    const { library, themes } = mine;
    const document = themeDocument({ name: 'Harbour' });
    const { id } = document;
    const [before, after] = [join(themes, 'harbour.json'), join(themes, 'brand.json')];
    await writeFile(before, JSON.stringify(document));
    mine.saves = join(mine.root, 'backup.foyer');
    await mine.transfer.backup(undefined);
    await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Inter' }] });
    await library.handlers.keepVersion({ id, name: 'As signed' });
    expect(await library.saveEdits()).toEqual([]);
    await library.rescan();
    await copyFile(before, after);
    await library.rescan();
    expect((await library.handlers.list(undefined)).themes).toHaveLength(2);
    await meanwhile(mine);
    await rm(before);
    await library.rescan();
    const all = (await library.handlers.list(undefined)).themes;
    const font = newTheme().general.font;
    const present = all.filter(({ theme }) => theme.general.font !== font);
    const { versions } = await library.handlers.versions({ id: present[0]?.id ?? '' });
    return {
      isItself: present.map((theme) => theme.id === id),
      versions: versions.flatMap(({ name }) => name ?? []),
    };
  }

  it('control: it is the theme that it was, with its history', async () => {
    expect(await renamed(async () => {})).toEqual({ isItself: [true], versions: ['As signed'] });
  });

  it('control: it is that also where a backup of another theme was restored meanwhile', async () => {
    const now = await renamed(async (mine) => {
      const other = themeDocument({ name: 'Lagoon' });
      await writeFile(
        join(mine.root, 'other.foyer'),
        JSON.stringify({ foyer: 'backup', format: 1, exportedAt: '', themes: [other], parts: {} }),
      );
      mine.opens = [join(mine.root, 'other.foyer')];
      const report = await mine.transfer.restore({ ifDifferent: 'keepBoth' });
      expect(report).toMatchObject({ added: 1 });
    });
    expect(now.isItself).toContain(true);
    expect(now.versions).toEqual(['As signed']);
  });

  it('is that also where a backup was restored meanwhile', async () => {
    const now = await renamed(async (mine) => {
      mine.opens = [join(mine.root, 'backup.foyer')];
      const report = await mine.transfer.restore({ ifDifferent: 'keepBoth' });
      expect(report).toMatchObject({ keptBoth: 1 });
    });
    expect(now).toEqual({ isItself: [true], versions: ['As signed'] });
  });
});
