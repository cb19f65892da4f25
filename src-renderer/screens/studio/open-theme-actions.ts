/** What can be done with the open theme as a whole. */
import { m } from '@shared/messages/messages';
import { bridge } from '../../bridge';
import { undoOfDeletion } from '../../state/library-undo';
import { navigation, type Route } from '../../state/navigation.svelte';
import type { OpenThemeState } from '../../state/open-theme.svelte';
import { report } from '../../ui/report';
import { revocably, toast } from '../../ui/toast';

/** Goes on from a place where the disk took its time; who went elsewhere meanwhile stays there. */
function goFrom(place: Route, to: Route): void {
  if (navigation.current === place) navigation.goWhenFree(to);
}

/** Copies the theme and opens the copy. */
export async function duplicateTheme(id: string): Promise<void> {
  const place = navigation.current;
  try {
    const { ids } = await bridge.library.duplicate({ ids: [id] });
    const [copy] = ids;
    if (copy === undefined) return;
    goFrom(place, { screen: 'studio', themeId: copy });
    const { name } = await bridge.library.open({ id: copy });
    toast(m.studio_duplicated({ name }));
  } catch (error) {
    report(error);
  }
}

/** Moves the theme to the bin, goes to the library, and offers to take it back. */
export async function deleteTheme(open: OpenThemeState, name: string): Promise<void> {
  const place = navigation.current;
  try {
    await revocably(async (toast) => {
      const entries = await open.remove();
      if (!entries) return;
      goFrom(place, { screen: 'library' });
      toast(m.studio_deleted({ name }), { undo: undoOfDeletion(entries) });
    });
  } catch (error) {
    report(error);
  }
}
