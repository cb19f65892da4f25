/** What can be done with many themes in one go. */
import type { LibraryProgress, ManyDone, RemovedThemes, RestoredThemes } from '@shared/library';
import { newId } from '../../storage/storage';
import type { Bin } from '../bin/bin';
import type { IsLent } from '../bin/bin-moves';
import type { GivenLinks } from '../bin/given-links';
import type { ThemeAdding } from '../catalogue/theme-adding';
import type { ThemeNames } from '../catalogue/theme-names';
import type { OpenThemes } from '../editing/open-themes';
import { sameJson } from '../editing/theme-patch';
import type { LibraryFolder } from '../folder/library-folder';
import type { LibraryTurns } from '../folder/library-turns';
import { BatchRunner, type BatchResult, type InTurn } from './batch-runner';

/** How many themes are changed at once where many are. */
const atOnce = 8;

/** What changing many themes needs of the library. */
export interface BatchParts {
  readonly folder: LibraryFolder;
  readonly themes: OpenThemes;
  readonly adding: ThemeAdding;
  readonly bin: Pick<Bin, 'listedOnce'>;
  readonly givenLinks: GivenLinks;
  /** Each operation is done in its turn. */
  readonly turns: LibraryTurns;
  readonly progress: (progress: LibraryProgress) => void;
  readonly copyName: ThemeNames['copy'];
  readonly now: () => Date;
}

/** What is done with many themes in one go, each in its turn. */
export class BatchOperations {
  readonly #parts: BatchParts;
  readonly #runner: BatchRunner;

  constructor(parts: BatchParts) {
    this.#parts = parts;
    this.#runner = new BatchRunner(parts.progress);
  }

  /** Copies themes, unknown keys included, publications not: a copy is on no service. */
  async duplicate(ids: readonly string[]): Promise<ManyDone> {
    // One after the other: each free name is known before the next one is looked for.
    const { themes, adding, copyName, now } = this.#parts;
    const { done, problem } = await this.#run('duplicate', ids, 1, async (id) => {
      const { conflictOf: _notOfThis, unlinked: _norThis, ...document } = await themes.whole(id);
      const copy = {
        ...document,
        id: newId(),
        name: adding.freeName(copyName(document.name)),
        updatedAt: now().toISOString(),
        publications: {},
      };
      return adding.addImportedDocument(copy, 'duplicated');
    });
    return { ids: [...done], problem };
  }

  /** Moves themes to the bin, their newest edits with them. Ones that are gone are passed over. */
  async remove(ids: readonly string[]): Promise<RemovedThemes> {
    const going = new Set(ids);
    const { done, problem } = await this.#run('delete', [...going], atOnce, async (id) => {
      const entry = await this.#parts.givenLinks.remove(id, going);
      return entry === undefined ? undefined : { id, entry };
    });
    return {
      ids: done.map(({ id }) => id),
      entries: done.map(({ entry }) => entry),
      problem,
    };
  }

  /** Takes themes out of the bin, by its entries; those of another library only where that is wanted. */
  async restore(
    entries: readonly string[],
    isLent: IsLent,
    ofAnyLibrary = false,
  ): Promise<RestoredThemes> {
    const { folder, bin, turns } = this.#parts;
    const listed = bin.listedOnce();
    let elsewhere = 0;
    /** Each entry tells by itself of which library it is. */
    const byItself: InTurn = async (work) => {
      await folder.start();
      return turns.ofAny(work);
    };
    // One after the other: two may be of one theme, or on one template.
    const { done, problem } = await this.#run(
      'putBack',
      unique(entries),
      1,
      async (entry) => {
        const { moves } = folder.current;
        const restored = await moves.restore(entry, isLent, ofAnyLibrary, listed);
        if (restored === undefined) elsewhere += 1;
        return restored && { ...restored, entry };
      },
      ofAnyLibrary ? undefined : byItself,
    );
    const came = done.filter(({ id }) => id !== undefined);
    const alreadyHere = done.filter(({ id }) => id === undefined);
    return {
      entries: [...came, ...alreadyHere].map(({ entry }) => entry),
      ids: came.flatMap(({ id }) => id ?? []),
      alreadyHere: alreadyHere.length,
      unlinked: done.filter(({ isUnlinked }) => isUnlinked).length,
      ...(elsewhere > 0 && { elsewhere }),
      problem,
    };
  }

  /**
   * Gives each theme its tags, by those that were shown (`before`, or as the windows show it now): what others
   * have changed of a theme's tags, and nobody was told yet, stays. `edited` are those that had other tags.
   */
  async setTags(
    themes: readonly {
      id: string;
      tags: readonly string[];
      before?: readonly string[] | undefined;
    }[],
  ): Promise<ManyDone & { readonly edited: readonly string[] }> {
    const catalogue = this.#parts.folder.found?.state.catalogue;
    const wanted = themes.map(({ id, tags, before }) => ({
      id,
      tags: unique(tags),
      shown: before ?? catalogue?.card(id)?.tags,
    }));
    const { done, problem } = await this.#run('tag', wanted, atOnce, async (one) => {
      let isEdited = false;
      await this.#parts.themes.change(one.id, (content) => {
        const tags = withChangedTags(content.tags, one.shown ?? content.tags, one.tags);
        isEdited = !sameJson(tags, content.tags);
        return { ...content, tags };
      });
      return { id: one.id, isEdited };
    });
    const edited = done.filter(({ isEdited }) => isEdited);
    return { ids: done.map(({ id }) => id), edited: edited.map(({ id }) => id), problem };
  }

  /** Whether something is under way, or waits for its turn. */
  get isAtWork(): boolean {
    return this.#runner.isAtWork;
  }

  /** Ends what is under way; what was done by then stays. */
  stop(): void {
    this.#runner.stop();
  }

  async #run<Item, Done>(
    work: NonNullable<LibraryProgress>['work'],
    items: readonly Item[],
    limit: number,
    task: (item: Item) => Promise<Done | undefined>,
    inTurn: InTurn = (todo) => this.#parts.turns.ofLibrary(todo),
  ): Promise<BatchResult<Done>> {
    try {
      return await this.#runner.run(work, items, limit, inTurn, task);
    } finally {
      this.#parts.folder.found?.state.catalogue.announce();
    }
  }
}

/** The tags with what changed from `shown` to `wanted`. */
function withChangedTags(
  tags: readonly string[],
  shown: readonly string[],
  wanted: readonly string[],
): string[] {
  const ofOthers = tags.filter((tag) => !shown.includes(tag) && !wanted.includes(tag));
  const here = wanted.filter((tag) => tags.includes(tag) || !shown.includes(tag));
  return [...here, ...ofOthers];
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
