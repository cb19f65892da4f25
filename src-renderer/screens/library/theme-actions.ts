/** What can be done with themes from the library: each is one call, told to the person afterwards. */
import { m } from '@shared/messages/messages';
import { bridge } from '../../bridge';
import { navigation } from '../../state/navigation.svelte';
import { report } from '../../state/report';
import { announce } from '../../ui/announce.svelte';
import { toast } from '../../ui/toast';

/** Makes a theme, the default one or a copy of a starter, and opens it in the studio. */
export async function createTheme(starter?: string): Promise<void> {
  try {
    const { id } = await bridge.library.create(starter === undefined ? {} : { starter });
    openTheme(id);
  } catch (error) {
    report(error);
  }
}

/** Opens a theme in the studio. */
export function openTheme(id: string): void {
  navigation.go({ screen: 'studio', themeId: id });
}

/** Copies themes; returns the copies' ids, or none when it failed. */
export async function duplicateThemes(ids: string[]): Promise<string[]> {
  try {
    const copies = await bridge.library.duplicate({ ids });
    announce(m.library_duplicated_count({ count: copies.ids.length }));
    return copies.ids;
  } catch (error) {
    report(error);
    return [];
  }
}

/** Renames a theme; the same name again, or none, changes nothing. */
export async function renameTheme(
  theme: { id: string; name: string },
  name: string,
): Promise<void> {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed === theme.name) return;
  try {
    await bridge.library.rename({ id: theme.id, name: trimmed });
  } catch (error) {
    report(error);
  }
}

async function restoreThemes(ids: string[]): Promise<void> {
  try {
    await bridge.library.restore({ ids });
    announce(m.library_restored_count({ count: ids.length }));
  } catch (error) {
    report(error);
  }
}

/** Moves themes to the bin and offers to take them back. Tells whether it was done. */
export async function deleteThemes(themes: { id: string; name: string }[]): Promise<boolean> {
  const ids = themes.map(({ id }) => id);
  const [first] = themes;
  if (!first) return false;
  try {
    await bridge.library.remove({ ids });
  } catch (error) {
    report(error);
    return false;
  }
  toast(
    themes.length === 1
      ? m.library_deleted_one({ name: first.name })
      : m.library_deleted_count({ count: themes.length }),
    { undo: () => void restoreThemes(ids) },
  );
  return true;
}
