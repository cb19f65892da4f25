/** Taking back what an import or a restore has added, from its report. */
import type { ThemeSummary } from '@shared/library';
import { m } from '@shared/messages/messages';
import { library } from '../../state/library.svelte';
import { namesIn } from '../../state/transfer.svelte';
import { toast } from '../../ui/toast';
import { deleteThemes } from '../themes/theme-actions';

/**
 * Moves themes to the bin that are as they were added. What a person, or another program, did with one since
 * is worth more than the way back: it stays, and is named.
 */
export async function takeBack(
  added: readonly { readonly id: string; readonly name: string }[],
  isAsAdded: (theme: ThemeSummary) => boolean,
): Promise<void> {
  const ids = new Set(added.map(({ id }) => id));
  const changed = library.themes.filter((theme) => ids.has(theme.id) && !isAsAdded(theme));
  for (const { id } of changed) ids.delete(id);
  await deleteThemes(added.filter(({ id }) => ids.has(id)));
  if (changed.length === 0) return;
  toast(m.transfer_taken_back_but({ count: changed.length, names: namesIn(changed) }));
}
