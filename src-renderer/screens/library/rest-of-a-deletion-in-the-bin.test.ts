/**
 * A person deletes two themes, restores one of them in the bin, and takes the deletion back: the other one comes, and
 * nothing is said to be wrong.
 */
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { ThemeSummary } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { deleteThemes } from '../../features/themes/theme-actions';
import { leftTheBin } from '../../state/library-undo';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import { reports } from '../../ui/reports.svelte';
import { latestUndo, undoLatestToast } from '../../ui/toast';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
  for (const { id } of reports.list) reports.dismiss(id);
});

it('what was restored in the bin is not asked for again', async () => {
  let revision = 1;
  let shown: ThemeSummary[] = [
    sampleSummary('Aster', { id: 'a' }),
    sampleSummary('Birch', { id: 'b' }),
  ];
  const bin = new Map<string, ThemeSummary>();
  const asked: string[][] = [];
  const change = (now: ThemeSummary[]): void => {
    const removed = shown.filter(({ id }) => !now.some((one) => one.id === id)).map(({ id }) => id);
    shown = now;
    revision += 1;
    main.emit('library.changed', { revision, upserted: now, removed });
  };
  const main = installFakeMain({
    library: {
      list: () => ({ revision, themes: shown, unreadable: [], folder: '/f', folderProblem: null }),
      bin: () => ({ themes: [], unread: [], damaged: [] }),
      remove: ({ ids }) => {
        for (const one of shown) if (ids.includes(one.id)) bin.set(one.id, one);
        change(shown.filter(({ id }) => !ids.includes(id)));
        return { ids, entries: ids, problem: null };
      },
      // As batch-runner and bin-moves do it.
      restore: ({ entries }) => {
        asked.push(entries);
        const here = entries.filter((id) => bin.has(id));
        const missing = { code: 'notFound', what: 'theme' } as const;
        if (here.length === 0) throw new ProblemError(missing);
        change([...shown, ...here.flatMap((id) => bin.get(id) ?? [])]);
        for (const id of here) bin.delete(id);
        const problem = here.length < entries.length ? missing : null;
        return { ids: here, entries: here, problem, alreadyHere: 0, unlinked: 0 };
      },
    },
  });
  await library.start();
  await deleteThemes([
    { id: 'a', name: 'Aster' },
    { id: 'b', name: 'Birch' },
  ]);
  // The bin's screen.
  const { bridge } = await import('../../bridge');
  const done = await bridge.library.restore({ entries: ['a'], ofAnyLibrary: true });
  leftTheBin(done.entries);
  undoLatestToast();
  await vi.waitFor(() => expect(library.themes).toHaveLength(2));
  await vi.waitFor(() => expect(latestUndo()).toBeUndefined());
  expect(asked).toEqual([['a'], ['b']]);
  expect(reports.list).toEqual([]);
});
