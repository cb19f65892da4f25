/** Undo in the library that fails for a moment, is stopped, or comes after an edit. */
import { render, screen } from '@testing-library/svelte';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { ManyDone, ThemeSummary } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { installFakeMain } from '../../testing/fake-main';
import { library } from '../../state/library.svelte';
import { layers } from '../../ui/layers';
import Toasts from '../../ui/Toasts.svelte';
import { undoLatestToast } from '../../ui/toast';
import { sampleSummary } from '../../testing/sample-summaries';
import {
  deleteThemes,
  duplicateThemes,
  renameTheme,
  saveTags,
} from '../../features/themes/theme-actions';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
});

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
