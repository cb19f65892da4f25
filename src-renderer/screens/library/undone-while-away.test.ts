/**
 * A person takes back what they did with themes while a sync program has some of the files for a moment: what
 * could not be taken back is not said to be changed since, or to be done, and can be taken back once they are there.
 */
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { ThemeSummary } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { renameTheme, saveTags } from '../../features/themes/theme-actions';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import { undoLatestToast } from '../../ui/toast';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
});

/** A library in main, whose files can be away. */
async function libraryOf(given: ThemeSummary[]) {
  let revision = 1;
  let themes = given;
  const away = new Set<string>();
  const change = (id: string, to: Partial<ThemeSummary>): void => {
    if (away.has(id)) throw new ProblemError({ code: 'notFound', what: 'theme' });
    themes = themes.map((one) => (one.id === id ? { ...one, ...to } : one));
    revision += 1;
    const upserted = themes.filter((one) => one.id === id);
    main.emit('library.changed', { revision, upserted, removed: [] });
  };
  const main = installFakeMain({
    library: {
      list: () => ({ revision, themes, unreadable: [], folder: '/f', folderProblem: null }),
      rename: ({ id, name }) => change(id, { name }),
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
  return {
    goAway: (id: string): void => {
      away.add(id);
      revision += 1;
      main.emit('library.changed', { revision, upserted: [], removed: [id] });
    },
    comeBack: (id: string): void => {
      away.delete(id);
      revision += 1;
      const upserted = themes.filter((one) => one.id === id);
      main.emit('library.changed', { revision, upserted, removed: [] });
    },
  };
}

const tagged = () => [
  sampleSummary('Aster', { id: 'a', tags: ['Client'] }),
  sampleSummary('Birch', { id: 'b', tags: ['Client'] }),
];
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
  await saveTags([
    { id: 'a', before: ['Client'], after: [] },
    { id: 'b', before: ['Client'], after: [] },
  ]);
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
