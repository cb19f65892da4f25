/** What was typed for themes whose files are away, or can't be read, for a moment. */
import type { ThemeEdit } from '@shared/theme/fields';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { storageProblem } from '../../storage/storage';
import type { LibraryFolder } from '../folder/library-folder';
import type { UnsavedTheme } from './open-themes';
import { SaveTimer, type SavePace } from './save-timer';

/** Another name, or other values of some fields; with what a person knows the theme by. */
export type LaterChange =
  | { readonly kind: 'name'; readonly id: string; readonly name: string }
  | {
      readonly kind: 'edit';
      readonly id: string;
      readonly name: string;
      readonly edits: readonly ThemeEdit[];
      readonly gesture?: string | undefined;
    };

interface Waiting {
  readonly change: LaterChange;
  /** The library that it is for: a copy of it has themes of the same IDs. */
  readonly library: number;
  readonly problem: Problem;
}

/** Which library it is. */
type Library = Pick<LibraryFolder, 'id' | 'is'>;

const away: Problem = { code: 'notFound', what: 'theme' };

/**
 * Changes of themes whose files were away or held when they were made: each is its theme's once that can be.
 * Until then it is unsaved, as an edit is that the disk refused.
 */
export class WaitingChanges {
  readonly #library: Library;
  readonly #make: (change: LaterChange) => Promise<unknown>;
  /** In the order in which they were made. */
  #waiting: readonly Waiting[] = [];
  /** A file that can be read again holds what it held: nobody tells of that. */
  readonly #timer: SaveTimer;
  #tries: Promise<void> = Promise.resolve();

  /** `make` rejects where a change can't be made yet. */
  constructor(library: Library, make: (change: LaterChange) => Promise<unknown>, pace: SavePace) {
    this.#library = library;
    this.#make = make;
    this.#timer = new SaveTimer(pace, () => void this.#tryAll());
  }

  /** It is made now, or as soon as the theme is there. Never rejects. */
  give(change: LaterChange): Promise<void> {
    if (change.kind === 'name') this.#dropName(change.id);
    const library = this.#library.id;
    this.#waiting = [...this.#waiting, { change, library, problem: away }];
    return this.themesCame([change]);
  }

  /** A person names the theme anew: what waits for it is not meant any more. What else waits comes first. */
  async named(id: string): Promise<void> {
    this.#dropName(id);
    await this.themesCame([{ id }]);
  }

  /** A person changes these fields anew, once what waits for the theme and can be made is. */
  async edited(id: string, edits: readonly ThemeEdit[]): Promise<void> {
    const fields = new Set<string>(edits.map(({ field }) => field));
    this.#waiting = this.#waiting.flatMap((each) => {
      const { change } = each;
      if (change.kind === 'name' || !this.#isOf(each, id)) return [each];
      const left = change.edits.filter(({ field }) => !fields.has(field));
      if (left.length === change.edits.length) return [each];
      return left.length === 0 ? [] : [{ ...each, change: { ...change, edits: left } }];
    });
    await this.themesCame([{ id }]);
  }

  /** These are in the library, or changed there. Never rejects. */
  themesCame(themes: readonly { readonly id: string }[]): Promise<void> {
    const came = new Set(themes.map(({ id }) => id));
    // What is being tried waits until that has ended.
    if (!this.#waiting.some(({ change }) => came.has(change.id))) return Promise.resolve();
    this.#tries = this.#tries.then(async () => {
      for (const each of this.#waiting) if (came.has(each.change.id)) await this.#try(each);
    });
    return this.#tries;
  }

  /** The themes for which something waits still, when what can be made is. Never rejects. */
  async unsaved(): Promise<readonly UnsavedTheme[]> {
    await this.#tryAll();
    return this.unmade;
  }

  /** The same as it is now. */
  get unmade(): readonly UnsavedTheme[] {
    const themes = new Map(
      this.#waiting.map(({ change: { id, name }, library, problem }) => [
        JSON.stringify([library, id]),
        { name, problem },
      ]),
    );
    return [...themes.values()];
  }

  /** None is made by itself any more. */
  close(): void {
    this.#timer.close();
  }

  #isOf({ change, library }: Waiting, id: string): boolean {
    return change.id === id && this.#library.is(library);
  }

  #dropName(id: string): void {
    this.#waiting = this.#waiting.filter(
      (each) => each.change.kind !== 'name' || !this.#isOf(each, id),
    );
  }

  async #tryAll(): Promise<void> {
    this.#timer.clear();
    await this.themesCame(this.#waiting.map(({ change }) => change));
  }

  async #try(waiting: Waiting): Promise<void> {
    const { change } = waiting;
    // Dropped, or made, while another one was.
    if (!this.#waiting.includes(waiting)) return;
    let problem: Problem | undefined;
    try {
      if (!this.#isOf(waiting, change.id)) return;
      await this.#make(change);
    } catch (error) {
      problem = error instanceof ProblemError ? error.problem : storageProblem(error, change.id);
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
