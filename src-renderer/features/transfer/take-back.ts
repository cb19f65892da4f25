/** Taking back what an import or a restore has added, from its report. */
import { m } from '@shared/messages/messages';
import { library } from '../../state/library.svelte';
import { undoOf } from '../../state/library-undo';
import type { Came, IsAsItWas } from '../../state/themes-that-come';
import { namesIn } from '../../state/transfer.svelte';
import { toast, type Undone } from '../../ui/toast';
import { deleteThemes } from '../themes/theme-actions';

interface Added {
  readonly id: string;
  readonly name: string;
}

/**
 * Moves themes to the bin that are as they were added. In another library, which may have themes of the same IDs, that
 * waits until a person is back.
 */
export async function takeBack(
  added: readonly Added[],
  { ofLibrary, isAsItCame }: Came,
): Promise<void> {
  if (library.is(ofLibrary)) return takeBackHere(added, isAsItCame);
  const undo = async (): Promise<Undone> => {
    await takeBackHere(added, isAsItCame);
    return 'done';
  };
  const ids = added.map(({ id }) => id);
  toast(m.transfer_added({ count: added.length }), {
    undo: undoOf(undo, ids, ofLibrary),
    hint: m.library_undo_of_other_library(),
  });
}

/**
 * What a person, or another program, did with one since is worth more than the way back: it stays, and is named. So is
 * one whose file is away for a moment, which would be there again unsaid.
 */
async function takeBackHere(added: readonly Added[], isAsItCame: IsAsItWas): Promise<void> {
  const ids = new Set(added.map(({ id }) => id));
  const there = library.themes.filter(({ id }) => ids.has(id));
  const changed = there.filter((theme) => !isAsItCame(theme));
  const away = added.filter(({ id }) => there.every((theme) => theme.id !== id));
  for (const { id } of [...changed, ...away]) ids.delete(id);
  await deleteThemes(added.filter(({ id }) => ids.has(id)));
  if (changed.length > 0) {
    toast(m.transfer_taken_back_but({ count: changed.length, names: namesIn(changed) }));
  }
  if (away.length > 0) {
    toast(m.transfer_taken_back_away({ count: away.length, names: namesIn(away) }));
  }
}
