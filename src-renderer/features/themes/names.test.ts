import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ThemeSummary } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import { undoLatestToast } from '../../ui/toast';
import { renameTheme, renameThemeLater } from './theme-actions';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
});

/** A name that another program gave, with spaces around it, is left as it is where nothing was typed. */
describe('a name that nobody has touched', () => {
  const theme = { id: 'a', name: ' Harbour ' };

  it.each([
    ['untouched', ' Harbour ', []],
    ['without its spaces, as typed', 'Harbour', ['library.rename', 'library.renameLater']],
  ])('%s', async (_what, typed, asked) => {
    const main = installFakeMain({
      library: {
        rename: () => ({ replaced: theme.name }),
        renameLater: () => undefined,
      },
    });
    await renameTheme(theme, typed);
    await renameThemeLater(theme, typed);
    expect(main.log.map(({ name }) => name)).toEqual(asked);
  });
});

/**
 * A name is being given, and Ctrl Z is pressed before that is done. The theme's file has just gone away, so that the
 * name waits with main, and is given a moment later: Ctrl Z takes back this name all the same.
 */
describe('undo while a name is being given', () => {
  it.each([
    ['the control: its file is there', false],
    ['its file has just gone away', true],
  ])('%s', async (_name, isAway) => {
    let revision = 1;
    let theme: ThemeSummary = sampleSummary('Aster', { id: 'a' });
    const tell = (name: string) => {
      theme = { ...theme, name };
      revision += 1;
      main.emit('library.changed', { revision, upserted: [theme], removed: [] });
    };
    let goOn: () => void = () => undefined;
    const gate = new Promise<void>((done) => (goOn = done));
    let isFirst = true;
    const main = installFakeMain({
      library: {
        list: () => ({
          revision,
          themes: [theme],
          unreadable: [],
          ids: [1],
          folder: '/f',
          folderProblem: null,
        }),
        ofLibrary: ({ ids }: { ids: string[] }) => ({ ids }),
        rename: async ({ name }: { name: string }) => {
          const mayBeAway = isFirst;
          isFirst = false;
          if (mayBeAway) await gate;
          if (mayBeAway && isAway) throw new ProblemError({ code: 'notFound', what: 'theme' });
          const replaced = theme.name;
          tell(name);
          return { replaced };
        },
        // The file is back by then.
        renameLater: ({ name }: { name: string }) => tell(name),
      } as never,
    });
    await library.start();
    const naming = renameTheme({ id: 'a', name: 'Aster' }, 'Autumn', { mayWait: true });
    undoLatestToast();
    goOn();
    await naming;
    await vi.waitFor(() => expect(library.themes.map(({ name }) => name)).toEqual(['Aster']));
    library.end();
  });
});

/**
 * A theme's file has just gone away, so that its new name waits with main. The file comes back, and a virus scanner
 * holds it for a moment: the theme is in the library under its old name, and main gives it the new one a moment later.
 * Ctrl Z takes back this name all the same, pressed before that or after it.
 */
describe('undo while a name waits for a file that is held', () => {
  it.each([
    ['the control: its file comes back later', 'away', 'once it is named'],
    ['it is back, and held', 'held', 'once it is named'],
    ['it comes back later, and is held', 'away', 'while it is held'],
  ] as const)('%s', async (_name, state, when) => {
    let revision = 1;
    let theme: ThemeSummary = sampleSummary('Aster', { id: 'a' });
    const tell = (name: string) => {
      theme = { ...theme, name };
      revision += 1;
      main.emit('library.changed', { revision, upserted: [theme], removed: [] });
    };
    let isFirst = true;
    let waiting: string | undefined;
    const main = installFakeMain({
      library: {
        list: () => ({
          revision,
          themes: [theme],
          unreadable: [],
          ids: [1],
          folder: '/f',
          folderProblem: null,
        }),
        ofLibrary: ({ ids }: { ids: string[] }) => ({ ids }),
        rename: ({ name }: { name: string }) => {
          if (isFirst) {
            isFirst = false;
            if (state === 'away') revision += 1;
            if (state === 'away')
              main.emit('library.changed', { revision, upserted: [], removed: ['a'] });
            throw new ProblemError({ code: 'notFound', what: 'theme' });
          }
          // As main has it: what waits is not meant any more.
          waiting = undefined;
          const replaced = theme.name;
          tell(name);
          return { replaced };
        },
        renameLater: ({ name }: { name: string }) => {
          waiting = name;
        },
      } as never,
    });
    const give = () => {
      if (waiting !== undefined) tell(waiting);
      waiting = undefined;
    };
    await library.start();
    await renameTheme({ id: 'a', name: 'Aster' }, 'Autumn', { mayWait: true });
    if (state === 'away') tell('Aster');
    if (when === 'while it is held') {
      undoLatestToast();
      // It has been gone through: what it is about is the window's own.
      await vi.dynamicImportSettled();
    }
    give();
    if (when === 'once it is named')
      expect(library.themes.map(({ name }) => name)).toEqual(['Autumn']);
    undoLatestToast();
    await vi.waitFor(() => expect(library.themes.map(({ name }) => name)).toEqual(['Aster']));
    library.end();
  });
});
