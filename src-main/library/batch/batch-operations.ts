import type { LibraryProgress, ManyDone, RemovedThemes, RestoredThemes } from '@shared/library';
import type { ThemeDocument } from '@shared/theme/theme';
import { newId, type TaskQueue } from '../../storage/storage';
import type { BinMoves } from '../bin/bin-moves';
import type { ThemeContent } from '../editing/theme-session';
import type { FolderState } from '../folder/folder-state';
import { BatchRunner, type BatchResult } from './batch-runner';
import { freeName, type ThemeNames } from '../catalogue/theme-names';

/** How many themes are changed at once where many are. */
const atOnce = 8;

/** What is done with single themes. */
export interface SingleThemes {
  /** Of the folder in which the themes lie now. */
  readonly state: FolderState;
  readonly moves: BinMoves;
  start(): Promise<void>;
  /** @throws ProblemError themeReadOnly */
  whole(id: string): Promise<ThemeDocument>;
  change(id: string, change: (content: ThemeContent) => ThemeContent): Promise<void>;
  addDocument(document: ThemeDocument): Promise<string>;
  /** Moves a theme to the bin; resolves with its entry there, `undefined` where it was gone. */
  remove(id: string): Promise<string | undefined>;
}

/** What is done with many themes in one go, each in its turn. */
export class BatchOperations {
  readonly #single: SingleThemes;
  readonly #runner: BatchRunner;
  readonly #copyName: ThemeNames['copy'];
  readonly #now: () => Date;

  constructor(
    single: SingleThemes,
    queue: TaskQueue,
    tell: (progress: LibraryProgress) => void,
    copyName: ThemeNames['copy'],
    now: () => Date,
  ) {
    this.#single = single;
    this.#runner = new BatchRunner(queue, tell);
    this.#copyName = copyName;
    this.#now = now;
  }

  /** Copies themes, unknown keys included, publications not: a copy is on no service. */
  async duplicate(ids: readonly string[]): Promise<ManyDone> {
    // One after the other: each free name is known before the next one is looked for.
    const { done, problem } = await this.#run('duplicate', ids, 1, async (id) => {
      const { state } = this.#single;
      const { conflictOf: _notOfThis, ...document } = await this.#single.whole(id);
      const { name } = document;
      return this.#single.addDocument({
        ...document,
        id: newId(),
        name: freeName(this.#copyName(name), (each) => state.catalogue.hasName(each)),
        updatedAt: this.#now().toISOString(),
        publications: {},
      });
    });
    return { ids: [...done], problem };
  }

  /** Moves themes to the bin, their newest edits with them. Ones that are gone are passed over. */
  async remove(ids: readonly string[]): Promise<RemovedThemes> {
    const { done, problem } = await this.#run('delete', unique(ids), atOnce, async (id) => {
      const entry = await this.#single.remove(id);
      return entry === undefined ? undefined : { id, entry };
    });
    return {
      ids: done.map(({ id }) => id),
      entries: done.map(({ entry }) => entry),
      problem,
    };
  }

  /** Takes themes out of the bin, by its entries. */
  async restore(entries: readonly string[]): Promise<RestoredThemes> {
    // One after the other: two may be of one theme, or on one template.
    const { done, problem } = await this.#run('putBack', unique(entries), 1, async (entry) => ({
      ...(await this.#single.moves.restore(entry)),
      entry,
    }));
    return {
      entries: done.map(({ entry }) => entry),
      ids: done.flatMap(({ id }) => id ?? []),
      alreadyHere: done.filter(({ id }) => id === undefined).length,
      unlinked: done.filter(({ isUnlinked }) => isUnlinked).length,
      problem,
    };
  }

  /** Gives each theme its tags. */
  async setTags(themes: readonly { id: string; tags: readonly string[] }[]): Promise<ManyDone> {
    const { done, problem } = await this.#run('tag', themes, atOnce, async ({ id, tags }) => {
      await this.#single.change(id, (content) => ({ ...content, tags: unique(tags) }));
      return id;
    });
    return { ids: [...done], problem };
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
  ): Promise<BatchResult<Done>> {
    await this.#single.start();
    try {
      return await this.#runner.run(work, items, limit, task);
    } finally {
      this.#single.state.catalogue.announce();
    }
  }
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
