/**
 * Themes that come to the library, made, restored or imported, and their way back: what a person did with one since is
 * worth more. Not needed for the first screen.
 */
import type { RemovedThemes, RestoredThemes, ThemeSummary } from '@shared/library';
import type { ImportReport, RestoreReport } from '@shared/transfer';
import { bridge, onEvent } from '../bridge';
import type { Undo } from '../ui/toast';
import { favourites } from './favourites.svelte';
import { doneWith } from './library-work.svelte';
import { leftTheBin, tellOvertaken, themesById, undoOfThemes } from './library-undo';
import { library } from './library.svelte';
import { outbox } from './outbox.svelte';

/** Tells of a theme whether it is still as it was. */
export type IsAsItWas = (theme: ThemeSummary) => boolean;

/** What has to be known of themes that came, to take them back: of which library they are, and how each came. */
export interface Came {
  readonly ofLibrary: number;
  readonly isAsItCame: IsAsItWas;
}

/** What came of an import or a restore. */
export type Brought =
  | {
      readonly kind: 'import';
      readonly report: ImportReport;
      /** Of files that were opened with Foyer: main keeps what was refused until that is read. */
      readonly areOpened?: boolean;
    }
  | { readonly kind: 'restore'; readonly report: RestoreReport };

/** The same, with what has to be known to take it back. */
export type BroughtAsItCame = Brought & {
  readonly came: Promise<Came>;
  /** Undefined where nothing was known of the library when it began. */
  readonly ofLibrary: number | undefined;
};

/** Does an import or a restore; what it brought can be taken back by what is told with it. */
export async function bringing(
  work: () => Promise<Brought | null>,
): Promise<BroughtAsItCame | null> {
  const { done, came, ofLibrary } = await asTheyCome(
    work,
    (brought) => {
      if (!brought) return [];
      const { kind, report } = brought;
      return (kind === 'import' ? report.imported : report.themes).map(({ id }) => id);
    },
    // They are among the settings.
    (brought) => brought?.kind === 'restore' && (brought.report.parts['preferences'] ?? 0) > 0,
  );
  return done && { ...done, came, ofLibrary };
}

/**
 * Two imports, told of and taken back as one; undefined where that can't be: they are no two imports, not in one library,
 * or what wasn't tried any more has two reasons.
 */
export function joined(one: BroughtAsItCame, other: BroughtAsItCame): BroughtAsItCame | undefined {
  if (one.kind !== 'import' || other.kind !== 'import') return undefined;
  const { ofLibrary } = one;
  const { isStopped } = one.report;
  if (ofLibrary === undefined || ofLibrary !== other.ofLibrary) return undefined;
  if (isStopped !== other.report.isStopped) return undefined;
  const report: ImportReport = {
    imported: [...one.report.imported, ...other.report.imported],
    failed: [...one.report.failed, ...other.report.failed],
    notDone: one.report.notDone + other.report.notDone,
    isStopped,
  };
  const areOpened = one.areOpened === true || other.areOpened === true;
  return { kind: 'import', report, areOpened, ofLibrary, came: bothCame(one.came, other.came) };
}

async function bothCame(one: Promise<Came>, other: Promise<Came>): Promise<Came> {
  const [first, second] = await Promise.all([one, other]);
  return {
    ofLibrary: first.ofLibrary,
    isAsItCame: (theme) => first.isAsItCame(theme) || second.isAsItCame(theme),
  };
}

/**
 * Does work by which themes come, and remembers each as it came: a person can go on with the first ones while others
 * are coming. Their links, and stars where the work gives some, count as they are once it has ended: it gives them after
 * the themes. A star or a link that a person gave meanwhile, and not by publishing, can't be told from those; it goes to
 * the bin with the theme, and comes back with it.
 *
 * @param idsOf tells which came
 */
async function asTheyCome<Done>(
  work: () => Promise<Done>,
  idsOf: (done: Done) => readonly string[],
  givesStars: (done: Done) => boolean = () => false,
): Promise<{ done: Done; came: Promise<Came>; ofLibrary: number | undefined }> {
  // Files can be opened before anything is known of the library.
  const ofLibrary = library.isLoaded ? library.id : undefined;
  const isOnShow = (): boolean => ofLibrary === undefined || library.is(ofLibrary);
  const first = new Map<string, AsItIs>();
  const published = new Set<string>();
  const endOfChanges = onEvent('library.changed', ({ upserted }) => {
    if (!isOnShow()) return;
    for (const theme of upserted) if (!first.has(theme.id)) first.set(theme.id, asItIs(theme));
  });
  const endOfPublishing = onEvent('outbox.changed', () => {
    for (const [id, was] of first) if (deliveriesOf(id) !== was.deliveries) published.add(id);
  });
  const done = await work().finally(() => {
    endOfChanges();
    endOfPublishing();
  });
  const knowing = async (): Promise<Came> => {
    const known = await asTheyCameAt(idsOf(done), first, givesStars(done), isOnShow);
    const isAsItCame: IsAsItWas = (theme) =>
      !published.has(theme.id) && known.get(theme.id) === JSON.stringify(asItIs(theme));
    return { ofLibrary: ofLibrary ?? library.id, isAsItCame };
  };
  return { done, came: knowing(), ofLibrary };
}

/** Does work that makes themes, and gives its way back: those go to the bin that are as they were made. */
export async function making(
  work: () => Promise<string[]>,
): Promise<{ ids: string[]; undo: Undo }> {
  const { done: ids, came } = await asTheyCome(work, (made) => made);
  return { ids, undo: undoOfAdding(ids, await came, '') };
}

/** Restores themes from the bin, and gives its way back: those go there again that are as they came. */
export async function restoring(
  work: () => Promise<RestoredThemes>,
): Promise<{ restored: RestoredThemes; undo: Undo }> {
  // Older versions come back with them.
  const since = new Date().toISOString();
  const { done: restored, came } = await asTheyCome(work, ({ ids }) => ids);
  const areBack = leftTheBin(restored.entries);
  const entryOf = new Map(restored.ids.map((id, at) => [id, restored.entries[at]]));
  const undo = undoOfAdding(restored.ids, await came, since, ({ ids, entries }) =>
    areBack(new Map(ids.map((id, at) => [entryOf.get(id) ?? '', entries[at] ?? '']))),
  );
  return { restored, undo };
}

/** Takes back an import: those go to the bin that are as they came. */
export function undoOfImport(ids: readonly string[], came: Came): Undo {
  return undoOfAdding(ids, came, '');
}

/**
 * What a person did with one of the themes is worth more than the way back, and so are versions that they had kept
 * `since` (ISO 8601).
 */
function undoOfAdding(
  ids: readonly string[],
  { ofLibrary, isAsItCame }: Came,
  since: string,
  removed: (done: RemovedThemes) => void = () => undefined,
): Undo {
  return undoOfThemes(
    ids.map((id) => ({ id })),
    isAsItCame,
    async (same) => {
      const isKept = await Promise.all(same.map(({ id }) => hasKeptVersion(id, since)));
      const kept = same.flatMap(({ id }, at) => (isKept[at] ? [id] : []));
      const others = same.flatMap(({ id }, at) => (isKept[at] ? [] : [id]));
      if (others.length > 0) {
        const done = await bridge.library.remove({ ids: others });
        removed(done);
        return [...kept, ...doneWith(done)];
      }
      tellOvertaken(kept);
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
 * How these themes came, by their IDs, as texts to compare: as the `first` told of them, and as they are by now,
 * where their library is still on show: another one, such as a copy of it, may have themes of the same IDs.
 */
async function asTheyCameAt(
  ids: readonly string[],
  first: ReadonlyMap<string, AsItIs>,
  givesStars: boolean,
  isOnShow: () => boolean,
): Promise<ReadonlyMap<string, string>> {
  // What is known while the themes are asked for may be what they were before.
  await library.settled();
  const isKnown = themesById();
  if (ids.some((id) => !isKnown.has(id))) await library.refresh();
  const there = isOnShow() ? themesById() : undefined;
  const known = new Map<string, string>();
  for (const id of ids) {
    const theme = there?.get(id);
    const now = theme && asItIs(theme);
    const was = first.get(id) ?? now;
    if (!was) continue;
    const { links } = now ?? was;
    // Stars are a person's, whatever library is on show.
    const hasStar = favourites.has(id);
    known.set(id, JSON.stringify({ ...was, links, ...(givesStars && { hasStar }) }));
  }
  return known;
}

/** What a person, or another program, makes another by what they do with a theme. */
interface AsItIs {
  readonly content: object;
  readonly deliveries: string;
  readonly hasStar: boolean;
  readonly links: string | undefined;
}

/**
 * Other programs edit without saying when, what was changed and put back is what it was, and a connection that came,
 * or went, changed no theme by itself.
 */
function asItIs({
  places: _ofConnections,
  updatedAt: _at,
  links,
  ...content
}: ThemeSummary): AsItIs {
  const { id } = content;
  return { content, deliveries: deliveriesOf(id), hasStar: favourites.has(id), links };
}

/** A publication of the theme that is on its way. */
function deliveriesOf(id: string): string {
  return JSON.stringify([...(outbox.deliveries.get(id) ?? [])]);
}
