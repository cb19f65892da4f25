/** A library of main's in memory, which tells the window of what is done with its themes. */
import type { ThemeSummary } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { library } from '../state/library.svelte';
import { installFakeMain, type FakeMain } from './fake-main';
import { sampleSummary } from './sample-summaries';

/** Waits as long as a disk is to take for that; rejects where it refuses. */
type OnDisk = (
  call: 'remove' | 'duplicate' | 'restore',
  ids: readonly string[],
) => Promise<void> | void;

/**
 * Puts it in the place of main's and starts the window's view of it. The bin's entries are called like the themes in
 * them; as in main, of several entries those that are there come back, and with none it is refused.
 */
export async function startFakeLibrary(
  themes: readonly ThemeSummary[],
  onDisk: OnDisk = () => undefined,
): Promise<FakeMain> {
  let revision = 1;
  let shown = themes;
  const bin = new Map<string, ThemeSummary>();
  const change = (now: readonly ThemeSummary[]): void => {
    const removed = shown.filter(({ id }) => !now.some((one) => one.id === id)).map(({ id }) => id);
    shown = now;
    revision += 1;
    main.emit('library.changed', { revision, upserted: [...now], removed });
  };
  const main = installFakeMain({
    library: {
      list: () => ({
        ...{ revision, themes: [...shown], unreadable: [], ids: [1] },
        ...{ folder: '/f', folderProblem: null },
      }),
      bin: () => ({ themes: [], unread: [], damaged: [] }),
      setTagsOfMany: ({ themes: tagged }) => {
        const tagsOf = (id: string) => tagged.find((one) => one.id === id)?.tags;
        change(shown.map((one) => ({ ...one, tags: tagsOf(one.id) ?? one.tags })));
        return { ids: tagged.map(({ id }) => id), problem: null };
      },
      remove: async ({ ids }) => {
        await onDisk('remove', ids);
        for (const one of shown) if (ids.includes(one.id)) bin.set(one.id, one);
        change(shown.filter(({ id }) => !ids.includes(id)));
        return { ids, entries: ids, problem: null };
      },
      duplicate: async ({ ids }) => {
        await onDisk('duplicate', ids);
        const copies = ids.map((id) => sampleSummary(`${id} copy`, { id: `${id}-copy` }));
        change([...shown, ...copies]);
        return { ids: copies.map(({ id }) => id), problem: null };
      },
      restore: async ({ entries }) => {
        await onDisk('restore', entries);
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
  return main;
}
