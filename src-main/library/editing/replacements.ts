/** Themes in whose place something else is being put: another version, or what a service answered. */

import { ProblemError } from '@shared/problem-error';

/** Says that the theme is what it is to be, in memory: all that is left to do is to write that down. */
export type InPlace = () => void;

/** One thing that is done with a theme. */
class Step {
  #isPlaced = false;
  #listeners: (() => void)[] = [];

  /** Whether the theme is what it is to be by it, or stays what it was. */
  get isPlaced(): boolean {
    return this.#isPlaced;
  }

  /** What waits for that is called within: nothing is typed between. */
  readonly place: InPlace = () => {
    this.#isPlaced = true;
    for (const listener of this.#listeners.splice(0)) listener();
  };

  whenPlaced(listener: () => void): void {
    if (this.#isPlaced) listener();
    else this.#listeners.push(listener);
  }
}

/** What is being done with a theme, one step after the other. */
interface Line {
  /** Begins only where those before it are placed. */
  readonly last: Step;
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

  /**
   * What `read` gives of the theme in the moment in which it is what a person wanted it to be; `undefined` where nothing is
   * being put in its place. Rejects where what they wanted there last could not be put there.
   */
  readOnceReplaced<Done>(id: string, read: () => Done | Promise<Done>): Promise<Done> | undefined {
    const line = this.#lines.get(id);
    if (line === undefined) return undefined;
    const step = new Step();
    const done = new Promise<Done>((resolve) => {
      line.last.whenPlaced(() => resolve(new Promise((given) => given(read()))));
    });
    this.#join([id], step, done);
    return line.newest ? line.newest.then(() => done, notReplaced) : done;
  }

  /** Puts something in the themes' places, once what was asked before of them is done. */
  replace<Done>(ids: readonly string[], work: (inPlace: InPlace) => Promise<Done>): Promise<Done> {
    const step = new Step();
    const done = this.#onceFree(ids, () => work(step.place));
    this.#join(ids, step, done, true);
    return done;
  }

  /** Does something with themes once what is being put in their places is there, or could not be. */
  after<Done>(ids: readonly string[], work: () => Promise<Done>): Promise<Done> {
    const busy = ids.filter((id) => this.#lines.has(id));
    if (busy.length === 0) return work();
    const done = this.#onceFree(busy, work);
    this.#join(busy, new Step(), done);
    return done;
  }

  #onceFree<Done>(ids: readonly string[], work: () => Promise<Done>): Promise<Done> {
    const before = ids.flatMap((id) => this.#lines.get(id)?.last ?? []);
    if (before.every(({ isPlaced }) => isPlaced)) return work();
    const placed = before.map((step) => new Promise<void>((done) => step.whenPlaced(done)));
    return Promise.all(placed).then(work);
  }

  #join(ids: readonly string[], step: Step, done: Promise<unknown>, isReplacing = false): void {
    for (const id of ids) {
      const newest = isReplacing ? done : this.#lines.get(id)?.newest;
      this.#lines.set(id, { last: step, newest });
    }
    const end = (): void => {
      step.place();
      for (const id of ids) this.#ended(id, done);
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
    else this.#lines.set(id, { last: line.last, newest });
  }
}
