/** Taking back what was done with themes: what fails, or is stopped, can be tried again. */
import { m } from '@shared/messages/messages';
import { ProblemError } from '@shared/problem-error';
import { bridge } from '../bridge';
import { announce } from '../ui/announce.svelte';
import { toast, withdraw, type Undo, type Undone } from '../ui/toast';
import { doneWith, restoredText } from './library-work.svelte';
import { library } from './library.svelte';
import { report } from '../ui/report';

/** Problems that another try would meet again. */
const lasting: ReadonlySet<string> = new Set([
  'notFound',
  'themeReadOnly',
  'fileDamaged',
  'fileNewer',
]);

/** A way back; why it could not be gone is shown above the screen, and it can be tried again then. */
export function undoOf(work: () => Promise<Undone>): Undo {
  return async () => {
    try {
      return await work();
    } catch (error) {
      report(error);
      const isLasting = error instanceof ProblemError && lasting.has(error.problem.code);
      return isLasting ? 'nothingToDo' : 'notNow';
    }
  };
}

/** The way back for some of many, and then for those that are left. */
export function undoOfMany<Item>(
  items: readonly Item[],
  undoSome: (items: readonly Item[]) => Promise<readonly Item[] | 'overtaken'>,
): Undo {
  return undoOf(async () => {
    const left = await undoSome(items);
    if (left === 'overtaken') {
      toast(m.library_undo_overtaken());
      return 'nothingToDo';
    }
    return left.length === 0 ? 'done' : { rest: undoOfMany(left, undoSome) };
  });
}

/** Deletions that can be taken back, with what of each is still in the bin. */
const deletions = new Map<Undo, Set<string>>();

/** These left the bin by another way: where all of a deletion did, it can't be taken back any more. */
export function leftTheBin(entries: readonly string[]): void {
  for (const [undo, left] of deletions) {
    for (const entry of entries) left.delete(entry);
    if (left.size > 0) continue;
    deletions.delete(undo);
    withdraw(undo);
  }
}

/** Takes back a deletion, by what it put in the bin. */
export function undoOfDeletion(entries: readonly string[]): Undo {
  const undo = undoOfEntries(entries);
  deletions.set(undo, new Set(entries));
  return undo;
}

function undoOfEntries(entries: readonly string[]): Undo {
  return undoOfMany(entries, async (some) => {
    if (some.length === 0) return [];
    const restored = await bridge.library.restore({ entries: [...some] });
    doneWith(restored);
    leftTheBin(restored.entries);
    const text = restoredText(restored);
    // A link that is gone is worth more than a spoken line.
    if (restored.unlinked > 0) toast(text);
    else announce(text);
    return some.filter((entry) => !restored.entries.includes(entry));
  });
}

/**
 * Moves themes to the bin that were just added: those that are still as they are now. What a person
 * did with one of them since is worth more than the way back.
 */
export async function undoOfAdding(ids: readonly string[]): Promise<Undo> {
  if (ids.some((id) => asItIs(id) === undefined)) await library.refresh();
  const added = ids.map((id) => ({ id, as: asItIs(id) }));
  return undoOfMany(added, async (some) => {
    const same = some.filter(({ id, as }) => as !== undefined && asItIs(id) === as);
    if (same.length === 0) return 'overtaken';
    const done = doneWith(await bridge.library.remove({ ids: same.map(({ id }) => id) }));
    return same.filter(({ id }) => !done.includes(id) && asItIs(id) !== undefined);
  });
}

/**
 * What an edit, a name, a tag or a publication makes another; `undefined` where there is no theme.
 * Other programs edit without saying when.
 */
function asItIs(id: string): string | undefined {
  const theme = library.themes.find((one) => one.id === id);
  if (theme === undefined) return undefined;
  const { places, ...content } = theme;
  return JSON.stringify([content, places.map(({ templateId }) => templateId)]);
}
