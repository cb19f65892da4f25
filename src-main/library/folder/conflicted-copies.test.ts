import { copyFile, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ThemeSummary } from '@shared/library';
import { withThemeField } from '@shared/theme/change-theme';
import { newTheme, type Theme } from '@shared/theme/theme';
import type { Library } from '../library';
import {
  endLibrary,
  type LibraryFolders,
  libraryOfOne,
  listChange,
  putTheme,
  restarted,
  testLibrary,
} from '../testing/fixture-library';
import { indexText, readIndexLines } from './index-lines';

/** A theme's custom CSS was changed in two places, and a sync program put the one version beside the other. */
describe('a conflict in long CSS', () => {
  const themeWith = (customCss: string) =>
    withThemeField(newTheme(), { field: 'customCss', value: customCss });

  const ourRule = '.ours { color: red; }\n';
  const theirRule = '.theirs { color: blue; }\n';

  type Before = (library: Library, folders: LibraryFolders) => Promise<Library>;
  const started: Before = async (library) => {
    await library.start();
    return library;
  };

  /** What the library shows of the other computer's version, which differs in its last rule alone, or not. */
  async function conflictedCopy(
    rules: number,
    lastRule = theirRule,
    before = started,
  ): Promise<ThemeSummary | undefined> {
    const rule = (number: number) =>
      `.typebot-chat-view .step-${String(number)} { color: #0a4; }\n`;
    const common = Array.from({ length: rules }, (_, number) => rule(number)).join('');
    const made = await libraryOfOne({ theme: themeWith(common + ourRule) });
    const { folders, document, id } = made;
    const library = await before(made.library, folders);
    const told = listChange(library, ({ upserted }) => upserted.some((theme) => theme.id !== id));
    const theirs = themeWith(common + lastRule);
    await putTheme(folders, 'a (conflicted copy).json', { ...document, theme: theirs });
    return (await told).upserted.find((theme) => theme.id !== id);
  }

  /** Foyer was started anew on the index of an earlier one, which noted nothing of long style sheets. */
  const startedOnEarlierIndex: Before = async (library, folders) => {
    await library.start();
    await endLibrary(library);
    const path = join(folders.profile, 'library-index.jsonl');
    const read = await readIndexLines(path);
    if (read.state !== 'ok') throw new Error('There is no index.');
    const entries = [...read.entries].map(([file, entry]) => {
      const { longCss: _unknown, ...card } = entry.card;
      return [file, { ...entry, card }] as const;
    });
    await writeFile(path, indexText({ ...read, entries: new Map(entries) }));
    expect(await readFile(path, 'utf8')).not.toContain('longCss');
    return started(testLibrary(folders).library, folders);
  };

  it('the control: with a short style sheet they are two versions, of which a person can choose one', async () => {
    expect(await conflictedCopy(10)).toMatchObject({ conflictOf: { name: 'Harbour' } });
  });

  it('with a long style sheet they are, too', async () => {
    expect(await conflictedCopy(200)).toMatchObject({ conflictOf: { name: 'Harbour' } });
  });

  it('a copy with the same long style sheet is none', async () => {
    const copy = await conflictedCopy(200, ourRule);
    expect(copy).toMatchObject({ name: 'Harbour' });
    expect(copy).not.toHaveProperty('conflictOf');
  });

  it('what an earlier Foyer noted of a long style sheet tells no two apart, and is noted anew', async () => {
    expect(await conflictedCopy(200, theirRule, startedOnEarlierIndex)).toMatchObject({
      conflictOf: { name: 'Harbour' },
    });
    expect(await conflictedCopy(200, ourRule, startedOnEarlierIndex)).not.toHaveProperty(
      'conflictOf',
    );
  });
});

/**
 * A theme has fields that this Foyer doesn't know. One of them was changed in two places, and a sync program
 * put the one version beside the other.
 */
describe('a conflict in fields that this Foyer doesn’t know', () => {
  const { chat, ...others } = newTheme();
  const ours: Theme = { ...others, chat: { ...chat, shadow: { size: 2, color: 'grey' } } };
  const theirs: readonly (readonly [string, Theme])[] = [
    ['has another value', { ...others, chat: { ...chat, shadow: { size: 3, color: 'grey' } } }],
    ['has it no more', { ...others, chat }],
    ['has one more', { ...ours, animation: 'slow' }],
  ];
  /** The same in another order. */
  const same: Theme = { chat: { shadow: { color: 'grey', size: 2 }, ...chat }, ...others };

  type Before = (library: Library, folders: LibraryFolders) => Promise<Library>;
  const whileItRuns: Before = (library) => Promise.resolve(library);
  /** By then, the theme is known by the index alone. */
  const afterARestart: Before = async (library, folders) => {
    await library.start();
    return restarted(folders, library);
  };

  /** What the library shows of the other computer's version. */
  async function conflictedCopy(theme: Theme, before: Before): Promise<ThemeSummary | undefined> {
    const made = await libraryOfOne({ theme: ours });
    const { folders, document, id } = made;
    const library = await before(made.library, folders);
    await library.start();
    const told = listChange(library, ({ upserted }) => upserted.some((each) => each.id !== id));
    await putTheme(folders, 'a (conflicted copy).json', { ...document, theme });
    return (await told).upserted.find((each) => each.id !== id);
  }

  const all = theirs.flatMap(([what, theme]) => [
    [what, 'while Foyer runs', theme, whileItRuns] as const,
    [what, 'after a restart', theme, afterARestart] as const,
  ]);

  it.each(all)(
    'a copy that %s is another version of it: %s',
    async (_what, _when, theme, before) => {
      const copy = await conflictedCopy(theme, before);
      expect(copy).toMatchObject({ conflictOf: { name: 'Harbour' } });
    },
  );

  it.each([
    ['while Foyer runs', whileItRuns],
    ['after a restart', afterARestart],
  ])('the control: a copy with the same ones is none: %s', async (_when, before) => {
    const copy = await conflictedCopy(same, before);
    expect(copy).toMatchObject({ name: 'Harbour' });
    expect(copy).not.toHaveProperty('conflictOf');
  });
});

/**
 * Two computers keep the library the same by a sync program, and a theme is edited on both. On the one that comes second, the
 * program puts aside what was edited there, as a conflicted copy, and puts the other's in its place, at the same moment. Both
 * versions are kept, and the library asks which it is to be, whatever the program calls its copies.
 */
describe('a conflicted copy of what was edited here', () => {
  const theirTheme = { ...newTheme(), customCss: '/* theirs */' };

  /** The themes' styles, and of which other theme each is told to be a version. */
  async function shown(copyName: string, isBoth: boolean) {
    const { library, folders, document, id } = await libraryOfOne();
    const { handlers } = library;
    await handlers.open({ id });
    await handlers.edit({ id, edits: [{ field: 'customCss', value: '/* ours */' }] });
    await library.saved(id);
    const file = join(folders.themes, 'a.json');
    const theirs = JSON.stringify({ ...document, theme: theirTheme });
    const comes = join(folders.root, 'theirs.json');
    await writeFile(comes, theirs);
    if (isBoth) {
      await rename(file, join(folders.themes, copyName));
      await rename(comes, file);
    } else {
      // The control: one comes after the other.
      const ours = await readFile(file, 'utf8');
      await copyFile(comes, file);
      await library.rescan();
      await writeFile(join(folders.themes, copyName), ours);
    }
    await library.rescan();
    const { themes } = await handlers.list(undefined);
    const all = themes.map(async (each) => ({
      css: (await library.current(each.id)).theme.customCss,
      isVersion: each.conflictOf !== undefined,
    }));
    return Promise.all(all);
  }

  it.each([
    ['control: the copy comes after the other’s version', "a (Anna's conflicted copy).json", false],
    ['Dropbox', "a (Anna's conflicted copy 2026-11-27).json", true],
    ['OneDrive', 'a-ANNAS-PC.json', true],
    ['Syncthing', 'a.sync-conflict-20261127-093000-ABCDEFG.json', true],
  ])('the library asks which version it is: %s', async (_name, copyName, isBoth) => {
    const themes = await shown(copyName, isBoth);
    expect(themes.map(({ css }) => css).sort()).toEqual(['/* ours */', '/* theirs */']);
    expect(themes.filter(({ isVersion }) => isVersion)).toHaveLength(1);
  });
});
