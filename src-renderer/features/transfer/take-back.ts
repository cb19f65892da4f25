/** Taking back what an import or a restore has added, from its report or after it. */
import { m } from '@shared/messages/messages';
import { library } from '../../state/library.svelte';
import { undoOf } from '../../state/library-undo';
import { undoOfImport, type Came, type IsAsItWas } from '../../state/themes-that-come';
import { namesIn } from '../../state/transfer.svelte';
import { revocably, toast, type Undo, type Undone } from '../../ui/toast';
import { deleteThemes } from '../themes/theme-actions';

interface Added {
  readonly id: string;
  readonly name: string;
}

/**
 * Moves themes to the bin that are as they were added; what the disk refuses can be tried again. In another library,
 * which may have themes of the same IDs, that waits until a person is back.
 */
export async function takeBack(added: readonly Added[], came: Came): Promise<void> {
  if (!library.is(came.ofLibrary)) return offer(added, came, m.library_undo_of_other_library());
  const { left } = await takeBackHere(added, came.isAsItCame);
  if (left.length > 0) offer(left, came);
}

/** Once its report is read, an import is taken back as everything is that is done in the library. Never rejects. */
export async function offerTakingBack(added: readonly Added[], came: Promise<Came>): Promise<void> {
  await revocably(async (toast) => {
    const ids = added.map(({ id }) => id);
    toast(m.transfer_added({ count: ids.length }), { undo: undoOfImport(ids, await came) });
  });
}

function offer(added: readonly Added[], came: Came, hint?: string): void {
  toast(m.transfer_added({ count: added.length }), { undo: undoOfAdded(added, came), hint });
}

function undoOfAdded(added: readonly Added[], came: Came): Undo {
  const undo = async (): Promise<Undone> => {
    const { isSomeGone, left } = await takeBackHere(added, came.isAsItCame);
    if (left.length === 0) return isSomeGone ? 'done' : 'nothingToDo';
    return isSomeGone ? { rest: undoOfAdded(left, came) } : 'notNow';
  };
  const ids = added.map(({ id }) => id);
  return undoOf(undo, ids, came.ofLibrary);
}

/**
 * What a person, or another program, did with one since is worth more than the way back: it stays, and is named. So is
 * one whose file is away for a moment, which would be there again unsaid. Gives what is left to try again.
 */
async function takeBackHere(
  added: readonly Added[],
  isAsItCame: IsAsItWas,
): Promise<{ isSomeGone: boolean; left: readonly Added[] }> {
  const ids = new Set(added.map(({ id }) => id));
  const there = library.themes.filter(({ id }) => ids.has(id));
  const changed = there.filter((theme) => !isAsItCame(theme));
  const away = added.filter(({ id }) => there.every((theme) => theme.id !== id));
  for (const { id } of [...changed, ...away]) ids.delete(id);
  const wanted = added.filter(({ id }) => ids.has(id));
  const gone = await deleteThemes(wanted);
  if (changed.length > 0) {
    toast(m.transfer_taken_back_but({ count: changed.length, names: namesIn(changed) }));
  }
  if (away.length > 0) {
    toast(m.transfer_taken_back_away({ count: away.length, names: namesIn(away) }));
  }
  return { isSomeGone: gone.length > 0, left: wanted.filter(({ id }) => !gone.includes(id)) };
}
