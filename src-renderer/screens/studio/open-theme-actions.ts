/** What can be done with the open theme as a whole. */
import { m } from '@shared/messages/messages';
import { bridge } from '../../bridge';
import { undoOfDeletion } from '../../state/library-undo';
import { navigation } from '../../state/navigation.svelte';
import type { OpenThemeState } from '../../state/open-theme.svelte';
import { report } from '../../ui/report';
import { revocably, toast } from '../../ui/toast';

/** Copies the theme and opens the copy. */
export async function duplicateTheme(id: string): Promise<void> {
  const { place } = navigation;
  try {
    const { ids } = await bridge.library.duplicate({ ids: [id] });
    const [copy] = ids;
    if (copy === undefined) return;
    if (!(await navigation.goFrom(place, { screen: 'studio', themeId: copy }))) {
      toast(m.library_duplicated_count({ count: 1 }));
      return;
    }
    const { name } = await bridge.library.open({ id: copy });
    toast(m.studio_duplicated({ name }));
  } catch (error) {
    report(error);
  }
}

/** Moves the theme to the bin, goes to the library, and offers to take it back. */
export async function deleteTheme(open: OpenThemeState, name: string): Promise<void> {
  const { place } = navigation;
  try {
    await revocably(async (toast) => {
      const entries = await open.remove();
      if (!entries) return;
      void navigation.goFrom(place, { screen: 'library' });
      toast(m.studio_deleted({ name }), { undo: undoOfDeletion(entries) });
    });
  } catch (error) {
    report(error);
  }
}
