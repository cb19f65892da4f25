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
  /** Newer ones that are being made in its place: it waits for how they end. */
  readonly newer: Set<object>;
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
  /** By theme, of those for which something is tried: none waits for another's disk. */
  readonly #tries = new Map<string, Promise<void>>();

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
    this.#waiting = [...this.#waiting, { change, library, problem: away, newer: new Set() }];
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
   * else waits for it and can be made is. What is replaced is unsaved until that one is made, and waits again where
   * nobody has it.
   */
  async #insteadOf<T>(
    id: string,
    replaced: (change: LaterChange) => LaterChange | undefined,
    make: () => Promise<T>,
  ): Promise<T> {
    const assertSame = this.#library.assertSame();
    const own = {};
    this.#waiting = this.#waiting.flatMap((each) => {
      const over = this.#isOf(each, id) ? replaced(each.change) : undefined;
      if (over === undefined) return [each];
      const left = without(each.change, over);
      const replacedPart = { ...each, change: over, newer: new Set([...each.newer, own]) };
      return left === undefined ? [replacedPart] : [{ ...each, change: left }, replacedPart];
    });
    await this.themesCame([{ id }]);
    try {
      assertSame();
      const made = await make();
      this.#dropReplaced(own);
      return made;
    } catch (error) {
      // The window gives it again when the file was away; and a theme that has it holds it until the disk takes it.
      if (isNoTheme(error) || isHeld(problemOf(error, id))) this.#dropReplaced(own);
      else this.#keepReplaced(own);
      throw error;
    }
  }

  #dropReplaced(newer: object): void {
    this.#waiting = this.#waiting.filter((each) => !each.newer.has(newer));
  }

  #keepReplaced(newer: object): void {
    for (const each of this.#waiting) if (each.newer.delete(newer)) this.#timer.retryLater();
  }

  /** These are in the library, or changed there. Never rejects. */
  async themesCame(themes: readonly { readonly id: string }[]): Promise<void> {
    const waiting = new Set(this.#waiting.map(({ change }) => change.id));
    const came = new Set(themes.map(({ id }) => id).filter((id) => waiting.has(id)));
    await Promise.all([...came].map((id) => this.#tryTheme(id)));
  }

  /** In turn: what is being tried of it has ended before. */
  #tryTheme(id: string): Promise<void> {
    const tried = (this.#tries.get(id) ?? Promise.resolve()).then(async () => {
      for (const each of this.#waiting) if (each.change.id === id) await this.#try(each);
      if (this.#tries.get(id) === tried) this.#tries.delete(id);
    });
    this.#tries.set(id, tried);
    return tried;
  }

  /** Makes what can be made. Never rejects. */
  async tryAll(): Promise<void> {
    this.#timer.clear();
    await this.themesCame(this.#waiting.map(({ change }) => change));
  }

  /** Whether something waits for the theme. */
  isAnyOf(id: string): boolean {
    return this.#waiting.some((each) => this.#isOf(each, id));
  }

  /** The themes for which something waits. */
  get unmade(): readonly UnsavedTheme[] {
    const themes = new Map(
      this.#waiting.map((each) => [
        JSON.stringify([each.library, each.change.id]),
        { name: each.change.name, problem: this.#problemNow(each) },
      ]),
    );
    return [...themes.values()];
  }

  /** Until its file answers, nobody knows whether it is there. */
  #problemNow(waiting: Waiting): Problem {
    const { id, name } = waiting.change;
    const isTried = this.#tries.has(id) && this.#isOf(waiting, id);
    return isTried ? { code: 'storageNotRead', files: [name] } : waiting.problem;
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
    // Dropped, or made, while another one was; or a newer one is being made in its place.
    if (!this.#waiting.includes(waiting) || waiting.newer.size > 0) return;
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
