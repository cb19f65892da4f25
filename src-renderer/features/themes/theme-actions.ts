/** What can be done with themes from the library: each is one call, told to the person afterwards. */
import { m } from '@shared/messages/messages';
import { isNoTheme } from '@shared/problem-error';
import type { ThemeEdit } from '@shared/theme/fields';
import { bridge } from '../../bridge';
import { favourites } from '../../state/favourites.svelte';
import { libraryView } from '../../state/library-view.svelte';
import { undoOf, undoOfDeletion, undoOfThemes } from '../../state/library-undo';
import { doneWith } from '../../state/library-work.svelte';
import { library } from '../../state/library.svelte';
import { navigation } from '../../state/navigation.svelte';
import { noteNewlyMade } from '../../state/newly-made';
import { report } from '../../ui/report';
import { keyCap } from '../../ui/keys';
import { revocably, toast, type Undo } from '../../ui/toast';

let isCreating = false;

/** What a new theme begins as; nothing said is the default one. */
export type ThemeStart =
  | { readonly name?: string; readonly starter?: string }
  /** As a theme of the library looks. */
  | { readonly like: string };

/**
 * Makes a theme and opens it in the studio, where its name is selected unless a person chose it. Who went elsewhere
 * meanwhile stays there and is told. A second wish while it is made does nothing; a failure is reported. Ends when the
 * theme is open or that was told, which may be after a dialog.
 */
export async function newTheme(start: ThemeStart = {}): Promise<void> {
  await makeTheme(async () => {
    if ('like' in start) return doneWith(await bridge.library.duplicate({ ids: [start.like] }))[0];
    return (await bridge.library.create(start)).id;
  }, 'name' in start);
}

/** Adds a theme in such colours; rejects with a `ProblemError`. */
export async function addThemeInColours(
  name: string | undefined,
  edits: readonly ThemeEdit[],
): Promise<string> {
  const { id } = await bridge.library.create({
    ...(name !== undefined && { name }),
    edits: [...edits],
  });
  return id;
}

async function makeTheme(make: () => Promise<string | undefined>, isNamed: boolean): Promise<void> {
  if (isCreating) return;
  const { place } = navigation;
  isCreating = true;
  let id: string | undefined;
  try {
    id = await make();
  } catch (error) {
    report(error);
  } finally {
    isCreating = false;
  }
  if (id === undefined) return;
  await openMade(id, isNamed, place);
}

/** Opens a theme that was made, for whoever is still at `place`, see `navigation`; else they are told. Never rejects. */
export async function openMade(id: string, isNamed: boolean, place: number): Promise<void> {
  if (!isNamed) noteNewlyMade(id);
  const isOpen = await navigation.goFrom(place, { screen: 'studio', themeId: id });
  if (!isOpen) toast(m.library_made_meanwhile());
}

/** Opens a theme in the studio. */
export function openTheme(id: string): void {
  navigation.go({ screen: 'studio', themeId: id });
}

/** Leaves the studio for the card of the theme that was open. */
export function closeTheme(): void {
  const { current } = navigation;
  if (current.screen === 'studio') libraryView.activeId = current.themeId;
  navigation.go({ screen: 'library', isBack: true });
}

/** Shows the theme's file in the system's file window, and says what it is called. Never rejects. */
export async function showThemeFile(id: string): Promise<void> {
  try {
    const { file } = await bridge.library.file({ id });
    await bridge.app.showLibraryFile(file);
    toast(m.library_file_shown({ file }), { hint: m.library_file_name_kept() });
  } catch (error) {
    report(error);
  }
}

/** Copies themes; returns the copies' ids, or none when it failed. */
export async function duplicateThemes(ids: string[]): Promise<string[]> {
  try {
    return await revocably(async (toast) => {
      const { making } = await import('../../state/themes-that-come');
      const { ids: copies, undo } = await making(async () =>
        doneWith(await bridge.library.duplicate({ ids })),
      );
      // It may have been stopped before its turn.
      if (copies.length > 0) toast(m.library_duplicated_count({ count: copies.length }), { undo });
      return copies;
    });
  } catch (error) {
    report(error);
    return [];
  }
}

/** Gives themes a star, or takes it where each has one, and tells of it. Rejects with a `ProblemError`. */
export async function starThemes(ids: readonly string[]): Promise<void> {
  await revocably(async (toast) => {
    const changed = await favourites.toggle(ids);
    const { length: count } = changed.ids;
    toast((changed.isGiven ? m.library_starred_count : m.library_unstarred_count)({ count }), {
      undo: undoOf(async () => {
        await favourites.undo(changed);
        return 'done';
      }),
    });
  });
}

/**
 * Renames a theme; the same name again, or none, changes nothing. One that `mayWait` is given later where its
 * theme's file went away a moment before this window heard of it.
 */
export function renameTheme(
  theme: { id: string; name: string },
  name: string,
  { mayWait = false } = {},
): Promise<void> {
  return naming(theme, name, async (given, toast) => {
    const isNewest = newestName(theme.id);
    try {
      const { replaced } = await bridge.library.rename({ id: theme.id, name: given });
      // A colleague may just have called it the same.
      const undo = replaced === given ? undefined : undoOfName(theme.id, replaced, given);
      toast(m.library_renamed({ name: given }), undo);
    } catch (error) {
      if (!mayWait || !isNoTheme(error) || !isNewest()) throw error;
      return giveLater(theme, given, toast);
    }
  });
}

/**
 * The same where nothing is left in which the name could wait: main gives it when it can, and asks about it before
 * Foyer quits.
 */
export function renameThemeLater(theme: { id: string; name: string }, name: string): Promise<void> {
  return naming(theme, name, (given, toast) => giveLater(theme, given, toast));
}

/** Whether another name was typed where a field began with `before`, which may have spaces around it itself. */
export function isOtherName(typed: string, before: string): boolean {
  return typed !== before && typed.trim() !== before;
}

/** One action, whether the name is given at once or later: Ctrl Z that is pressed meanwhile takes back either. */
async function naming(
  theme: { name: string },
  name: string,
  give: (name: string, toast: Toast) => Promise<void>,
): Promise<void> {
  const trimmed = name.trim();
  if (trimmed === '' || !isOtherName(name, theme.name)) return;
  try {
    await revocably((toast) => give(trimmed, toast));
  } catch (error) {
    report(error);
  }
}

type Toast = typeof toast;

async function giveLater(
  theme: { id: string; name: string },
  name: string,
  toast: Toast,
): Promise<void> {
  // Another one may have come while this one was typed.
  const replaced = nameNow(theme) ?? theme.name;
  await bridge.library.renameLater({ id: theme.id, name });
  const undo = undoOfName(theme.id, replaced, name);
  if (nameNow(theme) === name) toast(m.library_renamed({ name }), undo);
  // Its file is away, or can't be read for a moment.
  else toast(m.library_change_waits({ name: theme.name }), undo);
}

/** What the theme is called in the library; `undefined` where it isn't there. */
function nameNow(theme: { id: string }): string | undefined {
  return library.themes.find(({ id }) => id === theme.id)?.name;
}

/** How often each theme was named. */
const namings = new Map<string, number>();

/** A theme is named; gives whether it wasn't named again since: an older name doesn't come after a newer one. */
function newestName(id: string): () => boolean {
  const number = (namings.get(id) ?? 0) + 1;
  namings.set(id, number);
  return () => namings.get(id) === number;
}

function undoOfName(id: string, before: string, name: string): { undo: Undo } {
  const undo = undoOfThemes(
    [{ id }],
    // Much later, the theme may have got a name that nobody wants to lose. With the one of before, this one waits.
    (now) => now.name === name || now.name === before,
    async () => {
      await bridge.library.rename({ id, name: before, isBack: true });
      return [id];
    },
  );
  return { undo };
}

/** Gives several themes their tags, and offers to take that back. Rejects with a `ProblemError`. */
export async function saveTags(
  themes: readonly { id: string; before: string[]; after: string[] }[],
): Promise<void> {
  if (themes.length === 0) return;
  const set = async (changed: typeof themes, which: 'before' | 'after') =>
    doneWith(
      await bridge.library.setTagsOfMany({
        themes: changed.map((theme) => ({
          id: theme.id,
          tags: theme[which],
          before: theme[which === 'after' ? 'before' : 'after'],
        })),
      }),
    );
  await revocably(async (toast) => {
    const done = new Set(await set(themes, 'after'));
    if (done.size === 0) return;
    const changed = themes.filter(({ id }) => done.has(id));
    toast(m.library_tags_saved({ count: done.size }), {
      undo: undoOfThemes(changed, isStillTagged, (some) => set(some, 'before')),
    });
  });
}

/** Whether what was put on is there still, and what was taken off is not; what others put beside it stays. */
function isStillTagged(
  { tags }: { tags: readonly string[] },
  { before, after }: { before: readonly string[]; after: readonly string[] },
): boolean {
  return (
    after.every((tag) => tags.includes(tag) || before.includes(tag)) &&
    before.every((tag) => !tags.includes(tag) || after.includes(tag))
  );
}

/** Moves themes to the bin and offers to take them back. Tells with which it was done. */
export async function deleteThemes(
  themes: readonly { id: string; name: string }[],
): Promise<readonly string[]> {
  if (themes.length === 0) return [];
  try {
    return await revocably(async (toast) => {
      const removed = await bridge.library.remove({ ids: themes.map(({ id }) => id) });
      const ids = doneWith(removed);
      const only = ids.length === 1 ? themes.find(({ id }) => id === ids[0]) : undefined;
      const undo = undoOfDeletion(removed.entries);
      if (only) toast(m.library_deleted_one({ name: only.name }), { undo });
      else if (ids.length > 0) {
        const hint = m.library_deleted_way_back({ keys: `${keyCap('Mod')}\u00a0Z` });
        toast(m.library_deleted_count({ count: ids.length }), { undo, hint });
      }
      return ids;
    });
  } catch (error) {
    report(error);
    return [];
  }
}
