/** What was typed for themes whose files are away, or can't be read, for a moment. */
import type { ThemeEdit } from '@shared/theme/fields';
import type { Problem } from '@shared/problem';
import { isNoTheme, ProblemError } from '@shared/problem-error';
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
type Library = Pick<LibraryFolder, 'id' | 'is' | 'assertSame'>;

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
    this.#timer = new SaveTimer(pace, () => void this.tryAll());
  }

  /** It is made now, or as soon as the theme is there. Never rejects. */
  give(change: LaterChange): Promise<void> {
    if (change.kind === 'name') this.#dropName(change.id);
    const library = this.#library.id;
    this.#waiting = [...this.#waiting, { change, library, problem: away }];
    return this.themesCame([change]);
  }

  /** A person names the theme anew (`make`): the name that waits for it is not meant any more. */
  named<T>(id: string, make: () => Promise<T>): Promise<T> {
    return this.#insteadOf(id, (change) => (change.kind === 'name' ? change : undefined), make);
  }

  /** A person changes these fields anew (`make`): what waits for them is not meant any more. */
  edited<T>(id: string, edits: readonly ThemeEdit[], make: () => Promise<T>): Promise<T> {
    const fields = new Set<string>(edits.map(({ field }) => field));
    const replaced = (change: LaterChange): LaterChange | undefined => {
      if (change.kind === 'name') return undefined;
      const over = change.edits.filter(({ field }) => fields.has(field));
      return over.length > 0 ? { ...change, edits: over } : undefined;
    };
    return this.#insteadOf(id, replaced, make);
  }

  /**
   * Has a change made that takes the place of what `replaced` gives of those that wait for the theme, once what
   * else waits for it and can be made is. What was replaced waits again where nobody has the newer one.
   */
  async #insteadOf<T>(
    id: string,
    replaced: (change: LaterChange) => LaterChange | undefined,
    make: () => Promise<T>,
  ): Promise<T> {
    const assertSame = this.#library.assertSame();
    const dropped: Waiting[] = [];
    this.#waiting = this.#waiting.flatMap((each) => {
      const gone = this.#isOf(each, id) ? replaced(each.change) : undefined;
      if (gone === undefined) return [each];
      dropped.push({ ...each, change: gone });
      const left = without(each.change, gone);
      return left === undefined ? [] : [{ ...each, change: left }];
    });
    await this.themesCame([{ id }]);
    try {
      assertSame();
      return await make();
    } catch (error) {
      // The window gives it again when the file was away; and a theme that has it holds it until the disk takes it.
      if (!isNoTheme(error) && !isHeld(problemOf(error, id))) {
        this.#waiting = [...dropped, ...this.#waiting];
        if (dropped.length > 0) this.#timer.retryLater();
      }
      throw error;
    }
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

  /** Makes what can be made. Never rejects. */
  async tryAll(): Promise<void> {
    this.#timer.clear();
    await this.themesCame(this.#waiting.map(({ change }) => change));
  }

  /** The themes for which something waits. */
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

  async #try(waiting: Waiting): Promise<void> {
    const { change } = waiting;
    // Dropped, or made, while another one was.
    if (!this.#waiting.includes(waiting)) return;
    let problem: Problem | undefined;
    try {
      if (!this.#isOf(waiting, change.id)) return;
      await this.#make(change);
    } catch (error) {
      problem = problemOf(error, change.id);
    }
    if (problem === undefined || isHeld(problem)) {
      this.#waiting = this.#waiting.filter((each) => each !== waiting);
      this.#timer.succeeded();
      return;
    }
    // It waits for its own.
    if (problem.code === 'libraryReplaced') return;
    const refused = { ...waiting, problem };
    this.#waiting = this.#waiting.map((each) => (each === waiting ? refused : each));
    // Of one that comes back is told.
    if (problem.code !== 'notFound') this.#timer.retryLater();
  }
}

/** What is left of a change without that part of it. */
function without(change: LaterChange, part: LaterChange): LaterChange | undefined {
  if (change.kind === 'name' || part.kind === 'name') return undefined;
  const edits = change.edits.filter((edit) => !part.edits.includes(edit));
  return edits.length > 0 ? { ...change, edits } : undefined;
}

function problemOf(error: unknown, id: string): Problem {
  return error instanceof ProblemError ? error.problem : storageProblem(error, id);
}

/** Whether the theme has what was refused, and holds it until the disk takes it. */
function isHeld(problem: Problem): boolean {
  return 'isRetried' in problem && problem.isRetried === true;
}
