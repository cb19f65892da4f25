/** Taking back what an import or a restore has added, from its report. */
import type { ThemeSummary } from '@shared/library';
import { m } from '@shared/messages/messages';
import { library } from '../../state/library.svelte';
import { namesIn } from '../../state/transfer.svelte';
import { toast } from '../../ui/toast';
import { deleteThemes } from '../themes/theme-actions';

/**
 * Moves themes to the bin that are as they were added. What a person, or another program, did with one since
 * is worth more than the way back: it stays, and is named. So is one whose file is away for a moment, which
 * would be there again unsaid.
 */
export async function takeBack(
  added: readonly { readonly id: string; readonly name: string }[],
  isAsAdded: (theme: ThemeSummary) => boolean,
): Promise<void> {
  const ids = new Set(added.map(({ id }) => id));
  const there = library.themes.filter(({ id }) => ids.has(id));
  const changed = there.filter((theme) => !isAsAdded(theme));
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
