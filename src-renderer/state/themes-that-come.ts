/**
 * Themes that come to the library, made, restored or imported, and their way back: what a person did with one since is
 * worth more. Not needed for the first screen.
 */
import type { RestoredThemes, ThemeSummary } from '@shared/library';
import { m } from '@shared/messages/messages';
import { bridge, onEvent } from '../bridge';
import { toast, type Undo } from '../ui/toast';
import { favourites } from './favourites.svelte';
import { doneWith } from './library-work.svelte';
import { themesById, undoOfThemes } from './library-undo';
import { library } from './library.svelte';
import { outbox } from './outbox.svelte';

/** Tells of a theme whether it is still as it was. */
export type IsAsItWas = (theme: ThemeSummary) => boolean;

/**
 * Does work by which themes come, and remembers each as it came: a person can go on with the first ones while others
 * are coming.
 *
 * @param idsOf tells which came
 */
export async function asTheyCome<Done>(
  work: () => Promise<Done>,
  idsOf: (done: Done) => readonly string[],
): Promise<{ done: Done; isAsItCame: Promise<IsAsItWas> }> {
  const came = new Map<string, string>();
  const end = onEvent('library.changed', ({ upserted }) => {
    for (const theme of upserted) if (!came.has(theme.id)) came.set(theme.id, asItIs(theme));
  });
  const done = await work().finally(end);
  return { done, isAsItCame: asTheyAre(idsOf(done), came) };
}

/** Does work that makes themes, and gives its way back: those go to the bin that are as they were made. */
export async function making(
  work: () => Promise<string[]>,
): Promise<{ ids: string[]; undo: Undo }> {
  const { id: ofLibrary } = library;
  const { done: ids, isAsItCame } = await asTheyCome(work, (made) => made);
  return { ids, undo: undoOfAdding(ids, await isAsItCame, '', ofLibrary) };
}

/** Restores themes from the bin, and gives its way back: those go there again that are as they came. */
export async function restoring(
  work: () => Promise<RestoredThemes>,
): Promise<{ restored: RestoredThemes; undo: Undo }> {
  const { id: ofLibrary } = library;
  // Older versions come back with them.
  const since = new Date().toISOString();
  const { done: restored, isAsItCame } = await asTheyCome(work, ({ ids }) => ids);
  return { restored, undo: undoOfAdding(restored.ids, await isAsItCame, since, ofLibrary) };
}

/**
 * What a person did with one of the themes is worth more than the way back, and so are versions that they had kept
 * `since` (ISO 8601).
 */
function undoOfAdding(
  ids: readonly string[],
  isAsAdded: IsAsItWas,
  since: string,
  ofLibrary: number,
): Undo {
  return undoOfThemes(
    ids.map((id) => ({ id })),
    isAsAdded,
    async (same) => {
      const isKept = await Promise.all(same.map(({ id }) => hasKeptVersion(id, since)));
      const kept = same.flatMap(({ id }, at) => (isKept[at] ? [id] : []));
      const others = same.flatMap(({ id }, at) => (isKept[at] ? [] : [id]));
      if (others.length > 0) {
        return [...kept, ...doneWith(await bridge.library.remove({ ids: others }))];
      }
      toast(m.library_undo_overtaken());
      return kept;
    },
    ofLibrary,
  );
}

/** Whether a person had a version of the theme kept, or gave one a name, since a moment (ISO 8601). */
async function hasKeptVersion(id: string, since: string): Promise<boolean> {
  try {
    const { versions } = await bridge.library.versions({ id });
    return versions.some(
      ({ at, name, reason }) => at >= since && (name !== null || reason === 'kept'),
    );
  } catch {
    // They go to the bin with the theme, and come back with it.
    return false;
  }
}

/**
 * What these themes are now, to ask of each later whether it still is that.
 *
 * @param before what some of them were, where that counts
 */
async function asTheyAre(
  ids: readonly string[],
  before: ReadonlyMap<string, string> = new Map(),
): Promise<IsAsItWas> {
  // What is known while the themes are asked for may be what they were before.
  await library.settled();
  const isKnown = themesById();
  if (ids.some((id) => !isKnown.has(id))) await library.refresh();
  const there = themesById();
  const known = new Map([
    ...ids.flatMap((id) => {
      const theme = there.get(id);
      return theme ? [[id, asItIs(theme)] as const] : [];
    }),
    ...before,
  ]);
  return (theme) => known.get(theme.id) === asItIs(theme);
}

/**
 * What an edit, a name, a tag, a star, a link or a publication that is on its way makes another. Other programs edit
 * without saying when, what was changed and put back is what it was, and a connection that came, or went, changed
 * no theme by itself.
 */
function asItIs({ places: _ofConnections, updatedAt: _at, ...content }: ThemeSummary): string {
  const { id } = content;
  return JSON.stringify([content, favourites.has(id), [...(outbox.deliveries.get(id) ?? [])]]);
}
