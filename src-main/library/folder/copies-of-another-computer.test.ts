import { copyFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import { held } from '../testing/fake-disk';
import {
  type LibraryFolders,
  libraryOfOne,
  northwind,
  putTheme,
  restarted,
  themesOnDisk,
} from '../testing/fixture-library';
import { bring, twoComputers } from '../testing/synced-computers';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const key = publicationKey(northwind);

/**
 * On another computer a theme's file was renamed (`a.json` to `b.json`), and then a copy of it was made by hand under its
 * first name, where it got an ID of its own. The sync program brings the new file first, and `a.json` after that.
 */
describe('a file was renamed on another computer, and a copy made under its first name', () => {
  const at = '2026-01-02T03:04:05.000Z';

  /** Resolves with the copy's ID. */
  async function renamedAndCopied(one: Library, here: LibraryFolders, id: string): Promise<string> {
    await rename(join(here.themes, 'a.json'), join(here.themes, 'b.json'));
    await one.rescan();
    await copyFile(join(here.themes, 'b.json'), join(here.themes, 'a.json'));
    await one.rescan();
    const { themes } = await one.handlers.list(undefined);
    return themes.find((each) => each.id !== id)?.id ?? '';
  }

  async function templates(library: Library): Promise<string[]> {
    const { themes } = await library.handlers.list(undefined);
    return themes
      .flatMap(({ places }) => places.flatMap(({ templateId }) => templateId ?? []))
      .sort();
  }

  it('the template of the copy, which was published there, is known on both', async () => {
    const { one, two, here, there, id } = await twoComputers({
      publications: { [key]: { templateId: 't', at } },
    });
    const copy = await renamedAndCopied(one, here, id);
    await one.setPublication(copy, key, { templateId: 't2', at: '2026-01-05T00:00:00.000Z' });
    await one.flush();
    expect(await templates(one)).toEqual(['t', 't2']);

    await bring('b.json', here, there);
    await two.rescan();
    await bring('a.json', here, there);
    await two.rescan();
    expect(await templates(two)).toEqual(['t', 't2']);

    // What came of it goes back.
    await bring('a.json', there, here);
    await bring('b.json', there, here);
    await one.rescan();
    expect(await templates(one)).toEqual(['t', 't2']);
  });

  it.each([false, true])(
    'a theme that was edited there before, and published here, keeps its template (restarted: %s)',
    async (isRestarted) => {
      const { one, two, here, there, id } = await twoComputers();
      await one.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
      await one.saved(id);
      await two.setPublication(id, key, { templateId: 't', at: '2026-01-05T00:00:00.000Z' });
      await two.flush();
      await renamedAndCopied(one, here, id);
      await bring('b.json', here, there);
      await two.rescan();
      await bring('a.json', here, there);
      await two.rescan();
      const library = isRestarted ? await restarted(there, two) : two;
      const { themes } = await library.handlers.list(undefined);
      const places = themes.find((each) => each.id === id)?.places ?? [];
      expect(places.map(({ templateId }) => templateId)).toEqual(['t']);
    },
  );

  it('the studio shows what is in the file of an open theme', async () => {
    const { one, two, here, there, id } = await twoComputers();
    await two.handlers.open({ id });
    await one.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
    await one.saved(id);
    await renamedAndCopied(one, here, id);
    await bring('b.json', here, there);
    await two.rescan();
    await bring('a.json', here, there);
    await two.rescan();
    const { theme } = await two.handlers.open({ id });
    expect(theme.general.font).toBe('Lora');
  });
});

/**
 * Two computers keep the library the same by a sync program, which left a conflicted copy of a theme. A person chooses
 * the copy: they name a version of it, and move the first one to the bin. The program takes the file away on the other
 * computer as well, and brings back what came of that. What was chosen stays the theme that it was.
 */
describe('a person chooses a copy that is made by a sync program', () => {
  async function chosen(copysTime: string) {
    const { one, two, here, there, document, id } = await twoComputers();
    const copy = JSON.stringify({
      ...document,
      updatedAt: copysTime,
      theme: { ...document.theme, general: { ...document.theme.general, font: 'Theirs' } },
    });
    for (const { root, themes } of [here, there]) {
      await writeFile(join(root, 'b.part'), copy);
      await rename(join(root, 'b.part'), join(themes, 'b.json'));
    }
    await Promise.all([one.rescan(), two.rescan()]);
    const { themes } = await one.handlers.list(undefined);
    const copyId = themes.find((each) => each.id !== id)?.id ?? '';
    await one.handlers.keepVersion({ id: copyId, name: 'Chosen' });
    await one.handlers.remove({ ids: [id] });
    return { one, two, here, there, id, copyId };
  }

  it('the named version of an earlier one is there still', async () => {
    const { one, two, here, there } = await chosen('2026-01-01T00:00:00.000Z');
    await unlink(join(there.themes, 'a.json'));
    await two.rescan();
    await bring('b.json', there, here);
    await one.rescan();
    const { themes } = await one.handlers.list(undefined);
    expect(themes).toHaveLength(1);
    const { versions } = await one.handlers.versions({ id: themes[0]?.id ?? '' });
    expect(versions.map(({ name }) => name)).toContain('Chosen');
  });

  it.each([
    ['an earlier copy, as a control', '2026-01-01T00:00:00.000Z'],
    ['a later copy', '2026-01-03T00:00:00.000Z'],
  ])('beside %s what was deleted can be restored after a restart', async (_what, time) => {
    const { one, here, id, copyId } = await chosen(time);
    const next = await restarted(here, one);
    const ids = async () =>
      (await next.handlers.list(undefined)).themes.map((each) => each.id).sort();
    expect(await ids()).toEqual([copyId]);
    const { themes } = await next.handlers.bin(undefined);
    await next.handlers.restore({ entries: themes.map(({ entry }) => entry) });
    expect(await ids()).toEqual([id, copyId].sort());
  });
});

/**
 * A sync program left a conflicted copy of a theme that is newer than the theme itself. Nobody has chosen one of the two.
 * The theme's own file goes away for a while and comes back as it was: another branch was looked at, it was put aside
 * by hand, or restored from the system's bin. It is the theme then, with its links and its history, as it is beside an
 * untouched copy of the same age.
 */
describe('a copy is newer than the theme itself', () => {
  const link = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };

  async function awayAndBack(copysTime: string, isOpen: boolean) {
    const { folders, library, document, id } = await libraryOfOne({
      publications: { [key]: link },
    });
    await library.start();
    await library.handlers.keepVersion({ id, name: 'As the client signed it' });
    if (isOpen) await library.handlers.open({ id });
    await putTheme(folders, 'a (conflicted copy).json', {
      ...document,
      updatedAt: copysTime,
      theme: { ...document.theme, general: { ...document.theme.general, font: 'Theirs' } },
    });
    await library.rescan();
    const away = join(folders.root, 'away');
    await rename(join(folders.themes, 'a.json'), away);
    await library.rescan();
    await rename(away, join(folders.themes, 'a.json'));
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    const { theme } = await library.handlers.open({ id });
    return {
      count: themes.length,
      // Publishing what the theme holds changes this template.
      font: theme.general.font,
      ofTheme: themes.find((each) => each.id === id)?.places.map(({ templateId }) => templateId),
    };
  }

  it.each([
    ['an older copy, as a control', '2026-01-01T00:00:00.000Z', false],
    ['an older copy, as a control, while it is open', '2026-01-01T00:00:00.000Z', true],
    ['a later copy', '2026-01-03T00:00:00.000Z', false],
    ['a later copy, while it is open', '2026-01-03T00:00:00.000Z', true],
  ])('the file that comes back beside %s is the theme', async (_what, time, isOpen) => {
    const { count, font, ofTheme } = await awayAndBack(time, isOpen);
    expect({ count, isTheirs: font === 'Theirs', ofTheme }).toEqual({
      count: 2,
      isTheirs: false,
      ofTheme: ['t'],
    });
  });
});

/**
 * A theme is open in the studio, and its file was renamed and edited on another computer: the new file came first. As the
 * old one goes, what came later becomes the theme, which takes a while on a slow disk. What a person types in that while
 * is kept: in the theme where the copy is the same, and beside it, to be decided, where that was edited.
 */
describe('a later copy becomes the theme on a slow disk', () => {
  it.each([
    ['the same, as a control', false],
    ['a later state of it', true],
  ])('what is typed while the copy becomes the theme stays: %s', async (_what, isLater) => {
    const { folders, library, document, id } = await libraryOfOne();
    await library.start();
    await library.handlers.open({ id });
    const came = isLater
      ? {
          ...document,
          updatedAt: '2026-01-03T00:00:00.000Z',
          theme: { ...document.theme, general: { ...document.theme.general, font: 'Theirs' } },
        }
      : document;
    const part = join(folders.root, 'b.part');
    await writeFile(part, `${JSON.stringify(came, null, 2)}\n`);
    await rename(part, join(folders.themes, 'b.json'));
    await library.rescan();
    const writing = held('writeTo', (path) => path.startsWith(folders.themes));
    await unlink(join(folders.themes, 'a.json'));
    const looked = library.rescan();
    await writing.isReached;
    await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Typed' }] });
    writing.letGo();
    await looked;
    await library.flush();
    const onDisk = await themesOnDisk(folders);
    const typed = onDisk.find((each) => each.theme.general.font === 'Typed');
    if (!isLater) return expect(onDisk).toEqual([typed]);
    expect(typed?.conflictOf).toEqual({ id, name: document.name });
    expect(onDisk.find((each) => each.id === id)?.theme.general.font).toBe('Theirs');
    return undefined;
  });
});
