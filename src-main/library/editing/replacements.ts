/** Themes in whose place something else is being put: another version, or what a service answered. */
import { ProblemError } from '@shared/problem-error';
import type { ShownTheme } from '../folder/theme-file';
import { undoableOf, type Undoable } from './theme-content';
import { refusing, type Play } from './theme-play';
import type { UndoHistory } from './undo-history';

/**
 * Says that it is in the theme's place, in memory, and all that is left to do is to write that down; without what it made
 * of the theme, that this stays what it was.
 */
export type InPlace = (made?: Play) => void;

/** A theme as it is at one moment. */
export interface Taken {
  readonly document: ShownTheme;
  /** Its steps then; those that are played on it are not played on the theme. */
  readonly history: UndoHistory<Undoable>;
}

/** One thing that is done with a theme. */
class Step {
  #isPlaced = false;
  #tell: (made: Play) => void = () => undefined;
  /** Resolves with what it makes of the theme once the theme is that. Never rejects. */
  readonly placed = new Promise<Play>((resolve) => (this.#tell = resolve));

  get isPlaced(): boolean {
    return this.#isPlaced;
  }

  readonly place: InPlace = (made = (content) => content) => {
    this.#isPlaced = true;
    this.#tell(made);
  };
}

/** What is being done with a theme, one step after the other. */
interface Line {
  /** Begins only where those before it are placed. */
  readonly last: Step;
  /** Those that make the theme another one, or have. */
  readonly changing: readonly Step[];
  /** What was put in its place last, until that has ended: it may be refused after it was placed. */
  readonly newest: Promise<unknown> | undefined;
}

/** What there was none of is not what is asked now. */
function notReplaced(error: unknown): never {
  const isNotFound = error instanceof ProblemError && error.problem.code === 'notFound';
  throw isNotFound ? new ProblemError({ code: 'notReplaced' }) : error;
}

/** What is asked of such a theme meanwhile is asked of what is in its place then, in the order in which it is asked. */
export class Replacements {
  readonly #lines = new Map<string, Line>();
  readonly #refused: (id: string) => void;

  /** `refused` is told of a theme in whose place something could not be put, before what waits for that. */
  constructor(refused: (id: string) => void) {
    this.#refused = refused;
  }

  /**
   * What becomes of what `taken` gives, the theme as it is now, by what is being done with it, and not by what is typed
   * meanwhile; `undefined` where nothing is. Rejects where what a person wanted in its place last could not be put there.
   */
  whenChanged(id: string, taken: () => Taken | Promise<Taken>): Promise<ShownTheme> | undefined {
    const line = this.#lines.get(id);
    if (line === undefined) return undefined;
    const change = async ({ document, history }: Taken): Promise<ShownTheme> => {
      // What is in place by then is in what was taken, with what was typed since.
      const coming = line.changing.filter(({ isPlaced }) => !isPlaced);
      const steps = await Promise.all(coming.map(({ placed }) => placed));
      const before = undoableOf(document);
      return { ...document, ...steps.reduce((now, made) => made(now, history) ?? now, before) };
    };
    const now = taken();
    const changed = now instanceof Promise ? now.then(change) : change(now);
    if (line.newest === undefined) return changed;
    // Of that one they are told first.
    changed.catch(() => undefined);
    return line.newest.then(() => changed, notReplaced);
  }

  /** Puts something in the themes' places, once what was asked before of them is done. */
  replace<Done>(ids: readonly string[], work: (inPlace: InPlace) => Promise<Done>): Promise<Done> {
    const step = new Step();
    const done = this.#onceFree(ids, () => work(step.place));
    const refused = (): void => {
      if (step.isPlaced) return;
      for (const id of ids) this.#refused(id);
      step.place(refusing);
    };
    // Whoever asked for it is told.
    done.catch(refused);
    for (const id of ids) this.#join(id, step, done, { changes: true, newest: done });
    return done;
  }

  /**
   * Does something with themes once what is being put in their places is there, or could not be. `changes`: it makes
   * another one of a theme, as undo does.
   */
  after<Done>(
    ids: readonly string[],
    work: (inPlace: InPlace) => Promise<Done>,
    changes = false,
  ): Promise<Done> {
    const step = new Step();
    const busy = ids.filter((id) => this.#lines.has(id));
    if (busy.length === 0) return work(step.place);
    const done = this.#onceFree(busy, () => work(step.place));
    for (const id of busy) this.#join(id, step, done, { changes });
    return done;
  }

  #onceFree<Done>(ids: readonly string[], work: () => Promise<Done>): Promise<Done> {
    const before = ids.flatMap((id) => this.#lines.get(id)?.last ?? []);
    if (before.every(({ isPlaced }) => isPlaced)) return work();
    return Promise.all(before.map(({ placed }) => placed)).then(work);
  }

  #join(
    id: string,
    step: Step,
    done: Promise<unknown>,
    how: { changes: boolean; newest?: Promise<unknown> },
  ): void {
    const { changing = [], newest } = this.#lines.get(id) ?? {};
    this.#lines.set(id, {
      last: step,
      changing: how.changes ? [...changing, step] : changing,
      newest: how.newest ?? newest,
    });
    const end = (): void => {
      step.place();
      this.#ended(id, done);
    };
    // Whoever asked for it is told.
    done.then(end, end);
  }

  /** What could not be put there was told, and is in the way of nothing that is asked from now on. */
  #ended(id: string, done: Promise<unknown>): void {
    const line = this.#lines.get(id);
    if (line === undefined) return;
    const newest = line.newest === done ? undefined : line.newest;
    if (newest === undefined && line.last.isPlaced) this.#lines.delete(id);
    else this.#lines.set(id, { ...line, newest });
  }
}
