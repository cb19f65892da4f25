/** What can be done with themes from the library: each is one call, told to the person afterwards. */
import type { ConflictChoice } from '@shared/library';
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
    toast(m.library_duplicated_count({ count: copies.ids.length }), {
      undo: () => void bridge.library.remove({ ids: copies.ids }).catch(report),
    });
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
    toast(m.library_renamed({ name: trimmed }), {
      undo: () => void bridge.library.rename({ id: theme.id, name: theme.name }).catch(report),
    });
  } catch (error) {
    report(error);
  }
}

/** Gives several themes their tags, and offers to take that back. Rejects with a `ProblemError`. */
export async function saveTags(
  themes: readonly { id: string; before: string[]; after: string[] }[],
): Promise<void> {
  if (themes.length === 0) return;
  const set = (which: 'before' | 'after') =>
    bridge.library.setTagsOfMany({
      themes: themes.map((theme) => ({ id: theme.id, tags: theme[which] })),
    });
  await set('after');
  toast(m.library_tags_saved({ count: themes.length }), {
    undo: () => void set('before').catch(report),
  });
}

/** What takes a decision about a conflict copy back; nothing where it only lost its mark. */
export function undoConflict(
  copy: { id: string },
  keep: ConflictChoice,
  other: { id: string } | undefined,
): (() => void) | undefined {
  if (keep === 'both') return undefined;
  const takeBack = async (): Promise<void> => {
    if (keep === 'this' && other) await bridge.library.undo({ id: other.id });
    await bridge.library.restore({ ids: [copy.id] });
  };
  return () => void takeBack().catch(report);
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
