import { render, screen } from '@testing-library/svelte';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ManyDone, OpenTheme, ThemeSummary } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { withThemeField } from '@shared/theme/change-theme';
import { newTheme, type Theme } from '@shared/theme/theme';
import { bridge } from '../../bridge';
import { decideConflict } from '../../features/themes/conflict-decision';
import {
  deleteThemes,
  duplicateThemes,
  renameTheme,
  saveTags,
} from '../../features/themes/theme-actions';
import { library } from '../../state/library.svelte';
import { startFakeLibrary } from '../../testing/fake-library';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import Toasts from '../../ui/Toasts.svelte';
import { layers } from '../../ui/layers';
import { latestUndo, undoLatestToast } from '../../ui/toast';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
});

/** Undo that is pressed again while the step before is still being taken back. */
describe('undo that is pressed again while the step before is being taken back', () => {
  it('takes back one action after the other, however quickly it is asked for twice', async () => {
    let restored: (() => void) | undefined;
    await startFakeLibrary([sampleSummary('Aster', { id: 'a', tags: ['Old'] })], async (call) => {
      // The disk takes its time, as it does for many themes.
      if (call === 'restore') await new Promise<void>((done) => (restored = done));
    });
    await saveTags([{ id: 'a', before: ['Old'], after: ['New'] }]);
    await deleteThemes([{ id: 'a', name: 'Aster' }]);

    undoLatestToast();
    undoLatestToast();
    await vi.waitFor(() => expect(restored).toBeDefined());
    restored?.();
    await vi.waitFor(() => expect(library.themes[0]?.tags).toEqual(['Old']));
  });
});

/** Undo in the library that fails for a moment, is stopped, or comes after an edit. */
describe('undo that fails for a moment, is stopped, or comes after an edit', () => {
  const busy = () =>
    new ProblemError({ code: 'storageFailed', path: '/home/mia/Foyer/a.json', detail: 'EBUSY' });

  type Work = (ids: string[]) => string[];

  /** A library in main; `answer` is what each call does with the themes that it is given. */
  async function libraryOf(themes: ThemeSummary[], answer: Work) {
    let revision = 1;
    let shown = themes;
    const removed: string[][] = [];
    const restored: string[][] = [];
    const change = (now: ThemeSummary[]): void => {
      const gone = shown.filter(({ id }) => !now.some((one) => one.id === id)).map(({ id }) => id);
      shown = now;
      revision += 1;
      main.emit('library.changed', { revision, upserted: now, removed: gone });
    };
    const withDone = (ids: string[], what: (done: string[]) => void): ManyDone => {
      const done = answer(ids);
      what(done);
      return { ids: done, problem: null };
    };
    const main = installFakeMain({
      library: {
        list: () => ({
          revision,
          themes: shown,
          unreadable: [],
          ids: [1],
          folder: '/f',
          folderProblem: null,
        }),
        rename: ({ id, name }) => {
          answer([id]);
          const replaced = shown.find((one) => one.id === id)?.name ?? '';
          change(shown.map((one) => (one.id === id ? { ...one, name } : one)));
          return { replaced };
        },
        setTagsOfMany: ({ themes: tagged }) =>
          withDone(
            tagged.map(({ id }) => id),
            (done) =>
              change(
                shown.map((one) => ({
                  ...one,
                  tags:
                    (done.includes(one.id) && tagged.find(({ id }) => id === one.id)?.tags) ||
                    one.tags,
                })),
              ),
          ),
        duplicate: ({ ids }) => {
          const copies = ids.map((id) => sampleSummary(`${id} copy`, { id: `${id}-copy` }));
          change([...shown, ...copies]);
          return { ids: copies.map(({ id }) => id), problem: null };
        },
        remove: ({ ids }) => ({
          ...withDone(ids, (done) => {
            removed.push(done);
            change(shown.filter(({ id }) => !done.includes(id)));
          }),
          entries: ids,
        }),
        restore: ({ entries }) => ({
          ...withDone(entries, (done) => restored.push(done)),
          entries: restored.at(-1) ?? [],
          alreadyHere: 0,
          unlinked: 0,
        }),
      },
    });
    await library.start();
    return { removed, restored, change };
  }

  const tagsOf = () => library.themes.map(({ tags }) => tags);
  const tagged = () => [
    sampleSummary('Aster', { id: 'a', tags: ['Old A'] }),
    sampleSummary('Birch', { id: 'b', tags: ['Old B'] }),
  ];
  const retag = () =>
    saveTags([
      { id: 'a', before: ['Old A'], after: ['New'] },
      { id: 'b', before: ['Old B'], after: ['New'] },
    ]);

  it('of tags can be done again after the disk refused it for a moment', async () => {
    let isBusy = false;
    let refusals = 0;
    await libraryOf(tagged(), (ids) => {
      if (!isBusy) return ids;
      refusals += 1;
      throw busy();
    });
    await retag();
    isBusy = true;
    undoLatestToast();
    await vi.waitFor(() => expect(refusals).toBe(1));
    isBusy = false;
    await vi.waitFor(() => expect(undoLatestToast()).toBe(true));
    await vi.waitFor(() => expect(tagsOf()).toEqual([['Old A'], ['Old B']]));
  });

  it('of tags that was stopped in the middle can be gone on with', async () => {
    let isStopped = false;
    await libraryOf(tagged(), (ids) => (isStopped ? ids.slice(0, 1) : ids));
    await retag();
    isStopped = true;
    undoLatestToast();
    await vi.waitFor(() => expect(tagsOf()).toEqual([['Old A'], ['New']]));
    isStopped = false;
    await vi.waitFor(() => expect(undoLatestToast()).toBe(true));
    await vi.waitFor(() => expect(tagsOf()).toEqual([['Old A'], ['Old B']]));
  });

  it('of a new name can be done again after the disk refused it for a moment', async () => {
    let isBusy = false;
    let refusals = 0;
    await libraryOf(tagged(), (ids) => {
      if (!isBusy) return ids;
      refusals += 1;
      throw busy();
    });
    await renameTheme({ id: 'a', name: 'Aster' }, 'Autumn');
    isBusy = true;
    undoLatestToast();
    await vi.waitFor(() => expect(refusals).toBe(1));
    isBusy = false;
    await vi.waitFor(() => expect(undoLatestToast()).toBe(true));
    await vi.waitFor(() => expect(library.themes[0]?.name).toBe('Aster'));
  });

  it('of a deletion that was stopped in the middle gets the rest back', async () => {
    let isStopped = false;
    const { restored } = await libraryOf(tagged(), (ids) => (isStopped ? ids.slice(0, 1) : ids));
    await deleteThemes([
      { id: 'a', name: 'Aster' },
      { id: 'b', name: 'Birch' },
    ]);
    isStopped = true;
    undoLatestToast();
    await vi.waitFor(() => expect(restored).toEqual([['a']]));
    isStopped = false;
    await vi.waitFor(() => expect(undoLatestToast()).toBe(true));
    await vi.waitFor(() => expect(restored).toEqual([['a'], ['b']]));
  });

  it('of a duplication leaves alone a copy that was edited since', async () => {
    const { removed, change } = await libraryOf(tagged(), (ids) => ids);
    await duplicateThemes(['a', 'b']);
    expect(library.themes).toHaveLength(4);
    // An hour in the studio, with custom CSS that is too long to be told as it is.
    change(library.themes.map((one) => (one.id === 'a-copy' ? { ...one, longCss: 'other' } : one)));
    undoLatestToast();
    await vi.waitFor(() => expect(removed).toEqual([['b-copy']]));
    await duplicateThemes(['a']);
    change(
      library.themes.map((one) => (one.id === 'a-copy' ? { ...one, name: 'Autumn menu' } : one)),
    );
    render(Toasts);
    undoLatestToast();
    await screen.findByText('Nothing was undone: Autumn menu has been changed since');
    expect(removed).toEqual([['b-copy']]);
  });

  it('of a duplication leaves alone a copy that another program edited since', async () => {
    const { removed, change } = await libraryOf(tagged(), (ids) => ids);
    await duplicateThemes(['a', 'b']);
    change(
      library.themes.map((one) => {
        if (one.id !== 'a-copy') return one;
        const general = { ...one.theme.general, font: 'Lora' };
        return { ...one, theme: { ...one.theme, general } };
      }),
    );
    undoLatestToast();
    await vi.waitFor(() => expect(removed).toEqual([['b-copy']]));
  });
});

/**
 * A person takes back what they did with themes while a sync program has some of the files for a moment: what
 * could not be taken back is not said to be changed since, or to be done, and can be taken back once they are there.
 * What a person deleted is waited for by nobody.
 */
describe('undo while some of the files are away', () => {
  /** A library in main, whose files can be away. */
  async function libraryOf(given: ThemeSummary[]) {
    let revision = 1;
    let themes = given;
    const away = new Set<string>();
    const deleted = new Set<string>();
    const change = (id: string, to: Partial<ThemeSummary>): void => {
      if (away.has(id)) throw new ProblemError({ code: 'notFound', what: 'theme' });
      themes = themes.map((one) => (one.id === id ? { ...one, ...to } : one));
      revision += 1;
      const upserted = themes.filter((one) => one.id === id);
      main.emit('library.changed', { revision, upserted, removed: [] });
    };
    const main = installFakeMain({
      library: {
        list: () => ({
          revision,
          themes,
          unreadable: [],
          ids: [1],
          folder: '/f',
          folderProblem: null,
        }),
        ofLibrary: ({ ids }) => ({ ids: ids.filter((id) => !deleted.has(id)) }),
        rename: ({ id, name }) => {
          const replaced = themes.find((one) => one.id === id)?.name ?? '';
          change(id, { name });
          return { replaced };
        },
        setTagsOfMany: ({ themes: tagged }) => {
          const there = tagged.filter(({ id }) => !away.has(id));
          if (there.length === 0) throw new ProblemError({ code: 'notFound', what: 'theme' });
          for (const { id, tags } of there) change(id, { tags });
          const isAll = there.length === tagged.length;
          const problem = isAll ? null : ({ code: 'notFound', what: 'theme' } as const);
          return { ids: there.map(({ id }) => id), problem };
        },
      },
    });
    await library.start();
    const goAway = (id: string): void => {
      away.add(id);
      revision += 1;
      main.emit('library.changed', { revision, upserted: [], removed: [id] });
    };
    return {
      answered: () => main.answered(),
      goAway,
      /** A person deletes it, in this window or in another. */
      deleteIt: (id: string): void => {
        deleted.add(id);
        goAway(id);
      },
      comeBack: (id: string): void => {
        away.delete(id);
        revision += 1;
        const upserted = themes.filter((one) => one.id === id);
        main.emit('library.changed', { revision, upserted, removed: [] });
      },
    };
  }

  const tagged = (): [ThemeSummary, ThemeSummary] => [
    sampleSummary('Aster', { id: 'a', tags: ['Client'] }),
    sampleSummary('Birch', { id: 'b', tags: ['Client'] }),
  ];
  const untag = (...ids: string[]) =>
    saveTags(ids.map((id) => ({ id, before: ['Client'], after: [] })));
  const aster = () => library.themes.find(({ id }) => id === 'a');

  it.each([
    ['the control: its file is there', false],
    ['its file is away for a moment', true],
  ])('a new name can be taken back: %s', async (_name, isAway) => {
    const main = await libraryOf(tagged());
    await renameTheme({ id: 'a', name: 'Aster' }, 'Autumn');
    if (isAway) {
      main.goAway('a');
      undoLatestToast();
      await main.answered();
      main.comeBack('a');
    }
    undoLatestToast();
    await vi.waitFor(() => expect(aster()?.name).toBe('Aster'));
  });

  it.each([
    ['the control: all files are there', false],
    ['one file is away for a moment', true],
  ])('the tags of two themes can be taken back: %s', async (_name, isAway) => {
    const main = await libraryOf(tagged());
    await untag('a', 'b');
    if (isAway) {
      main.goAway('a');
      undoLatestToast();
      await main.answered();
      main.comeBack('a');
    }
    undoLatestToast();
    const tags = () => library.themes.map(({ id, tags }) => [id, tags]).sort();
    await vi.waitFor(() =>
      expect(tags()).toEqual([
        ['a', ['Client']],
        ['b', ['Client']],
      ]),
    );
  });

  it('it is said what is waited for, and what was done before can be taken back meanwhile', async () => {
    render(Toasts);
    const main = await libraryOf(tagged());
    await renameTheme({ id: 'b', name: 'Birch' }, 'Beech');
    await renameTheme({ id: 'a', name: 'Aster' }, 'Azalea');
    main.goAway('a');
    undoLatestToast();
    const why = '1 theme isn’t in the library right now. Undo again when it’s back.';
    await screen.findByText(`Not undone yet: Renamed to Azalea. ${why}`);
    expect(latestUndo()).toBe('Renamed to Beech');
    undoLatestToast();
    await vi.waitFor(() => expect(library.themes.map(({ name }) => name)).toEqual(['Birch']));
    expect(latestUndo()).toBeUndefined();
    main.comeBack('a');
    expect(latestUndo()).toBe('Renamed to Azalea');
  });

  it('the tags of one theme are taken back, and it is said that the other is away', async () => {
    render(Toasts);
    const main = await libraryOf([
      ...tagged(),
      sampleSummary('Cedar', { id: 'c', tags: ['Client'] }),
    ]);
    await untag('a', 'b', 'c');
    main.goAway('a');
    undoLatestToast();
    const why = '1 theme isn’t in the library right now. Undo again when it’s back.';
    await screen.findByText(`Partly undone: Tags saved for 3 themes. ${why}`);
    expect(library.themes).toMatchObject([{ tags: ['Client'] }, { tags: ['Client'] }]);
  });

  it('what is left of a step is taken back in its turn, when what was done after it was', async () => {
    const main = await libraryOf(tagged());
    await untag('a', 'b');
    await saveTags([{ id: 'a', before: [], after: ['Draft'] }]);
    main.goAway('a');
    undoLatestToast();
    await main.answered();
    undoLatestToast();
    await vi.waitFor(() => expect(library.themes).toMatchObject([{ id: 'b', tags: ['Client'] }]));
    main.comeBack('a');
    undoLatestToast();
    await vi.waitFor(() => expect(aster()?.tags).toEqual([]));
    undoLatestToast();
    await vi.waitFor(() => expect(aster()?.tags).toEqual(['Client']));
  });

  it('a theme that was deleted is not waited for', async () => {
    render(Toasts);
    const main = await libraryOf(tagged());
    await untag('a', 'b');
    main.deleteIt('a');
    undoLatestToast();
    await vi.waitFor(() => expect(library.themes).toMatchObject([{ id: 'b', tags: ['Client'] }]));
    await main.answered();
    expect(latestUndo()).toBeUndefined();
    await renameTheme({ id: 'b', name: 'Birch' }, 'Beech');
    main.deleteIt('b');
    undoLatestToast();
    await screen.findByText('Nothing was undone: what you changed is no longer in the library');
    expect(latestUndo()).toBeUndefined();
  });
});

/** A decision between two versions of a theme that is taken back, where only one of them has an avatar. */
describe('undo of a decision between two versions', () => {
  it('comes back whole, whatever was edited since', async () => {
    const { chat, ...rest } = newTheme();
    const { hostAvatar: _none, guestAvatar: _nor, ...others } = chat;
    let theme: Theme = { ...rest, chat: others };
    let name = 'Harbour';
    let version = 1;
    const restored: string[][] = [];
    const said = (id: string): OpenTheme => ({
      ...{ id, version, name, tags: [], theme, isReadOnly: false },
      ...{ canUndo: false, canRedo: false, places: [], publications: {} },
      save: { kind: 'saved', at: '2026-11-20T14:05:00.000Z' },
    });
    installFakeMain({
      library: {
        list: () => ({ revision: 1, themes: [], unreadable: [], ids: [1], folder: '/f' }),
        open: ({ id }) => said(id),
        // The contract refuses what main's does.
        edit: ({ id, edits }) => {
          theme = edits.reduce(withThemeField, theme);
          version += 1;
          return said(id);
        },
        rename: (given) => {
          const replaced = name;
          ({ name } = given);
          version += 1;
          return { replaced };
        },
        resolveConflict: () => {
          // The copy is the version that another computer has renamed, and switched the avatar on in.
          name = 'Autumn';
          theme = { ...theme, chat: { ...theme.chat, hostAvatar: { isEnabled: true } } };
          version += 1;
          return { entries: ['copy-1'] };
        },
        restore: ({ entries }) => {
          restored.push([...entries]);
          return { ids: ['copy'], entries, problem: null, alreadyHere: 0, unlinked: 0 };
        },
      },
    });
    await library.start();
    await decideConflict({ id: 'copy' }, 'this', { id: 't1' });
    await bridge.library.edit({ id: 't1', edits: [{ field: 'general.font', value: 'Lora' }] });
    undoLatestToast();
    await vi.waitFor(() => expect(restored).toEqual([['copy-1']]));
    expect(theme.chat).not.toHaveProperty('hostAvatar.isEnabled', true);
    expect(theme.general.font).toBe('Lora');
    expect(name).toBe('Harbour');
  });
});
