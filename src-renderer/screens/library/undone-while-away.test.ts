/**
 * A person takes back what they did with themes while a sync program has some of the files for a moment: what
 * could not be taken back is not said to be changed since, or to be done, and can be taken back once they are there.
 * What a person deleted is waited for by nobody.
 */
import { render, screen } from '@testing-library/svelte';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { ThemeSummary } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { renameTheme, saveTags } from '../../features/themes/theme-actions';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import { latestUndo, undoLatestToast } from '../../ui/toast';
import Toasts from '../../ui/Toasts.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
});

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
const rest = () => new Promise((resolve) => setTimeout(resolve, 50));

it.each([
  ['the control: its file is there', false],
  ['its file is away for a moment', true],
])('a new name can be taken back: %s', async (_name, isAway) => {
  const main = await libraryOf(tagged());
  await renameTheme({ id: 'a', name: 'Aster' }, 'Autumn');
  if (isAway) {
    main.goAway('a');
    undoLatestToast();
    await rest();
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
    await rest();
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
  await rest();
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
  await rest();
  expect(latestUndo()).toBeUndefined();
  await renameTheme({ id: 'b', name: 'Birch' }, 'Beech');
  main.deleteIt('b');
  undoLatestToast();
  await screen.findByText('Nothing was undone: what you changed is no longer in the library');
  expect(latestUndo()).toBeUndefined();
});
