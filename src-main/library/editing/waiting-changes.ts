/** What was typed for themes whose files are away, or can't be read, for a moment. */
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { storageProblem } from '../../storage/storage';
import type { UnsavedTheme } from './open-themes';
import { SaveTimer, type SavePace } from './save-timer';

/** Another name, or colours. */
export interface LaterChange {
  readonly kind: 'name' | 'edit';
  readonly id: string;
  /** What a person knows the theme by. */
  readonly name: string;
  /** Makes it. Rejects where it can't be made yet. */
  readonly make: () => Promise<unknown>;
}

interface Waiting extends LaterChange {
  /** The library that it is for: a copy of it has themes of the same IDs. */
  readonly folder: string;
  readonly problem: Problem;
}

/** Where the library is. */
interface LibraryPlace {
  readonly path: string;
  isOrWasAt(path: string): boolean;
}

const away: Problem = { code: 'notFound', what: 'theme' };

/**
 * Changes of themes whose files were away or held when they were made: each is its theme's once that can be.
 * Until then it is unsaved, as an edit is that the disk refused.
 */
export class WaitingChanges {
  readonly #library: LibraryPlace;
  /** In the order in which they were made. */
  #waiting: readonly Waiting[] = [];
  /** A file that can be read again holds what it held: nobody tells of that. */
  readonly #timer: SaveTimer;
  #tries: Promise<void> = Promise.resolve();

  constructor(library: LibraryPlace, pace: SavePace) {
    this.#library = library;
    this.#timer = new SaveTimer(pace, () => void this.#tryAll());
  }

  /** It is made now, or as soon as the theme is there. Never rejects. */
  give(change: LaterChange): Promise<void> {
    if (change.kind === 'name') this.dropName(change.id);
    this.#waiting = [...this.#waiting, { ...change, folder: this.#library.path, problem: away }];
    return this.themesCame([change]);
  }

  /** A person names the theme anew: what waits for it is not meant any more. */
  dropName(id: string): void {
    this.#waiting = this.#waiting.filter((each) => each.id !== id || each.kind !== 'name');
  }

  /** These are in the library, or changed there. Never rejects. */
  themesCame(themes: readonly { readonly id: string }[]): Promise<void> {
    const came = new Set(themes.map(({ id }) => id));
    if (!this.#waiting.some(({ id }) => came.has(id))) return this.#tries;
    this.#tries = this.#tries.then(async () => {
      for (const each of this.#waiting) if (came.has(each.id)) await this.#try(each);
    });
    return this.#tries;
  }

  /** The themes that some wait for still, when what can be made is. Never rejects. */
  async unsaved(): Promise<readonly UnsavedTheme[]> {
    await this.#tryAll();
    const themes = new Map(this.#waiting.map(({ id, name, problem }) => [id, { name, problem }]));
    return [...themes.values()];
  }

  /** None is made by itself any more. */
  close(): void {
    this.#timer.close();
  }

  async #tryAll(): Promise<void> {
    this.#timer.clear();
    await this.themesCame(this.#waiting);
  }

  async #try(waiting: Waiting): Promise<void> {
    // Dropped, or made, while another one was.
    if (!this.#waiting.includes(waiting) || !this.#library.isOrWasAt(waiting.folder)) return;
    let problem: Problem | undefined;
    try {
      await waiting.make();
    } catch (error) {
      problem = error instanceof ProblemError ? error.problem : storageProblem(error, waiting.id);
    }
    // The theme has it, and holds it until the disk takes it.
    const isHeld = problem !== undefined && 'isRetried' in problem && problem.isRetried === true;
    if (problem === undefined || isHeld) {
      this.#waiting = this.#waiting.filter((each) => each !== waiting);
      this.#timer.succeeded();
      return;
    }
    const refused = { ...waiting, problem };
    this.#waiting = this.#waiting.map((each) => (each === waiting ? refused : each));
    // Of one that comes back is told.
    if (problem.code !== 'notFound') this.#timer.retryLater();
  }
}
