/** Taking back what was done with themes: what fails, or is stopped, can be tried again. */
import type { ThemeSummary } from '@shared/library';
import { m } from '@shared/messages/messages';
import { isNoTheme, ProblemError } from '@shared/problem-error';
import { bridge } from '../bridge';
import { announce } from '../ui/announce.svelte';
import { toast, withdraw, type Undo, type Undone, type Wait } from '../ui/toast';
import { bin } from './bin.svelte';
import { doneWith, restoredText } from './library-work.svelte';
import { library } from './library.svelte';
import { report } from '../ui/report';

/** Problems that another try would meet again. */
const lasting: ReadonlySet<string> = new Set([
  'notFound',
  'themeReadOnly',
  'fileDamaged',
  'fileNewer',
  'invalidFields',
]);

/**
 * A way back; why it could not be gone is said above the screen, and it can be tried again then. That of
 * `themes` waits for those whose files are away, and for the library that they are of: another one, such as a copy
 * of it, may have themes of the same IDs.
 */
export function undoOf(
  work: () => Promise<Undone>,
  themes: readonly string[] = [],
  ofLibrary = library.id,
): Undo {
  return async () => {
    const isOver = (): boolean => library.is(ofLibrary);
    if (themes.length > 0 && !isOver()) {
      return { wait: { why: m.library_undo_of_other_library(), isOver } };
    }
    try {
      return await work();
    } catch (error) {
      const problem = error instanceof ProblemError ? error.problem : undefined;
      if (isNoTheme(error)) {
        const away = await withoutDeleted(themes);
        if (away.length > 0) return { wait: untilBack(away, away.length) };
      }
      report(error);
      return problem !== undefined && lasting.has(problem.code) ? 'nothingToDo' : 'notNow';
    }
  };
}

/**
 * The way back for themes that are still as they were left. Those whose files are away stay to be taken back;
 * those that were deleted, or changed since, do not.
 *
 * @param undoSome tells with which it was done
 */
export function undoOfThemes<Item extends { readonly id: string }>(
  items: readonly Item[],
  isAsLeft: (theme: ThemeSummary, item: Item) => boolean,
  undoSome: (items: readonly Item[]) => Promise<readonly string[]>,
  ofLibrary = library.id,
): Undo {
  const ids = items.map(({ id }) => id);
  const work = async (): Promise<Undone> => {
    const kept = new Set(await withoutDeleted(ids));
    const there = themesById();
    const away = items.filter(({ id }) => !there.has(id) && kept.has(id));
    const same = items.filter((item) => {
      const theme = there.get(item.id);
      return theme !== undefined && isAsLeft(theme, item);
    });
    const done = new Set(same.length > 0 ? await undoSome(same) : []);
    const left = [...same.filter(({ id }) => !done.has(id)), ...away];
    const waiting = left.map(({ id }) => id);
    const wait = away.length > 0 ? untilBack(waiting, away.length) : undefined;
    if (same.length > 0) {
      return left.length === 0
        ? 'done'
        : { rest: undoOfThemes(left, isAsLeft, undoSome, ofLibrary), ...(wait && { wait }) };
    }
    if (wait) return { wait };
    tellOvertaken(ids);
    return 'nothingToDo';
  };
  return undoOf(work, ids, ofLibrary);
}

/** Says which themes were changed, so that what was done before is not taken back. */
export function tellOvertaken(ids: readonly string[]): void {
  const there = themesById();
  const [first, ...others] = ids.flatMap((id) => there.get(id) ?? []);
  if (!first) toast(m.library_undo_gone());
  else if (others.length === 0) toast(m.library_undo_overtaken({ name: first.name }));
  else toast(m.library_undo_overtaken_many({ count: others.length + 1 }));
}

/** The themes of the library, by their IDs. */
export const themesById = () => new Map(library.themes.map((theme) => [theme.id, theme]));

/** Those that are there, or away for a moment: what a person deleted is not waited for. */
async function withoutDeleted(ids: readonly string[]): Promise<readonly string[]> {
  const isThere = themesById();
  if (ids.every((id) => isThere.has(id))) return ids;
  try {
    return (await bridge.library.ofLibrary({ ids: [...ids] })).ids;
  } catch {
    // The library can't be had: it is told where that is shown, and nothing is known of a deletion.
    return ids;
  }
}

/** Until one of these is in the library; `count` of them are away. */
function untilBack(ids: readonly string[], count: number): Wait {
  const awaited = new Set(ids);
  return {
    why: m.library_undo_away({ count }),
    isOver: () => library.themes.some(({ id }) => awaited.has(id)),
  };
}

/** What brings themes back from the bin, each with its entries that are still there. */
const fromTheBin = new Map<Undo, Set<string>>();

/**
 * These left the bin by another way: where all that an undo brings back did, there is nothing to take back. Gives what
 * has to be told where they are there again, under which names.
 */
export function leftTheBin(
  entries: readonly string[],
): (nowAs: ReadonlyMap<string, string>) => void {
  // For the sidebar; the library may not change by it.
  if (entries.length > 0) bin.refresh();
  const gone: { readonly from: Set<string>; readonly entry: string }[] = [];
  for (const [undo, left] of fromTheBin) {
    for (const entry of entries) if (left.delete(entry)) gone.push({ from: left, entry });
    if (left.size > 0) continue;
    fromTheBin.delete(undo);
    withdraw(undo);
  }
  return (nowAs) => {
    for (const { from, entry } of gone) {
      const now = nowAs.get(entry);
      if (now !== undefined) from.add(now);
    }
  };
}

/** Takes back a deletion, by what it put in the bin. */
export function undoOfDeletion(entries: readonly string[]): Undo {
  const there = new Set(entries);
  const undo = undoOfEntries(there);
  if (there.size > 0) fromTheBin.set(undo, there);
  return undo;
}

/** The same undo, which ends when these left the bin by another way. */
export function whileInBin(entries: readonly string[], undo: Undo): Undo {
  if (entries.length > 0) fromTheBin.set(undo, new Set(entries));
  return undo;
}

/** By entries of which those go that leave the bin by another way. */
function undoOfEntries(there: ReadonlySet<string>): Undo {
  return undoOf(async () => {
    const entries = [...there];
    if (entries.length === 0) return 'done';
    const restored = await bridge.library.restore({ entries });
    doneWith(restored);
    leftTheBin(restored.entries);
    const text = restoredText(restored);
    // A link that is gone is worth more than a spoken line.
    if (restored.unlinked > 0) toast(text);
    else announce(text);
    const left = entries.filter((entry) => !restored.entries.includes(entry));
    if (left.length === 0) return 'done';
    const wait = restored.elsewhere ? untilAnotherLibrary(restored.elsewhere) : undefined;
    if (wait && left.length === entries.length) return { wait };
    return { rest: undoOfDeletion(left), ...(wait && { wait }) };
  });
}

/** Until another library is chosen; `count` themes are of another one. */
function untilAnotherLibrary(count: number): Wait {
  const { folder } = library;
  return {
    why: m.library_undo_other_library({ count }),
    isOver: () => library.folder !== folder,
  };
}

/** Takes back that a theme was linked or unlinked, by the number that main gave the step. */
export function undoOfLink(themeId: string, step: number): Undo {
  return undoOf(async () => {
    const undone = await bridge.outbox.undoLink({ step });
    if (undone === 'done') return 'done';
    if (undone === 'taken') toast(m.library_undo_link_taken());
    else tellOvertaken([themeId]);
    return 'nothingToDo';
  }, [themeId]);
}
