import {
  isOfContent,
  patchesBetween,
  withoutPatches,
  withPatches,
  withPlacesOf,
  type Patch,
  type Place,
} from './theme-patch';

/** How a change came: at once, or in its turn behind what was asked for before it; or it was refused then, and is none. */
type Coming = 'atOnce' | 'inTurn' | 'refused';

interface Step {
  /** A refused one has none, and one that changes nothing any more since what was under it was taken back. */
  readonly patches: readonly Patch[];
  /** What was changed when it was made: there it stays what it was, whatever is taken back under it. */
  readonly places: readonly Place[];
  readonly gesture: string | undefined;
  readonly coming: Coming;
  /** The how many-th it is. */
  readonly count: number;
}

/** A step that was taken back. */
interface Undone {
  readonly step: Step;
  /** How many steps are under it. */
  readonly at: number;
  /** The first change that came at once after it was asked for: who asks later can't do it again. */
  readonly until: number;
}

/**
 * The steps of one theme, without limit while the app runs. An undo or a redo that waits for its turn is given what was
 * `asked` for before it: a change that came at once since is another one's, and stays.
 */
export class UndoHistory<Content extends object> {
  readonly #whole: (content: Content) => Content;
  #done: Step[] = [];
  #undone: Undone[] = [];
  #count = 0;
  /** Whether the next edit may still belong to the last step's gesture. */
  #gestureGoesOn = false;

  /** `whole` completes a content of which something was taken away under a later step. */
  constructor(whole: (content: Content) => Content) {
    this.#whole = whole;
  }

  /** The same steps, on which others can be played. */
  copy(): UndoHistory<Content> {
    const copy = new UndoHistory<Content>(this.#whole);
    copy.#done = [...this.#done];
    copy.#undone = [...this.#undone];
    copy.#count = this.#count;
    return copy;
  }

  get canUndo(): boolean {
    return this.#lastMeant(this.#count) >= 0;
  }

  get canRedo(): boolean {
    return this.#left(this.#count).length > 0;
  }

  /** What the next undo takes back; empty when there is none. */
  get nextUndo(): readonly Patch[] {
    return this.#done[this.#lastMeant(this.#count)]?.patches ?? [];
  }

  /** What the next redo does again; empty when there is none. */
  get nextRedo(): readonly Patch[] {
    const left = this.#left(this.#count);
    return left[left.length - 1]?.step.patches ?? [];
  }

  /** What an undo or a redo means that is asked for now. It ends a gesture. */
  asked(): number {
    this.#gestureGoesOn = false;
    return this.#count;
  }

  /**
   * Notes a change that was made. Changes in a row with the same `gesture` are one step; one that
   * ends where it began is none. Where nothing changed but links, it notes nothing, ends no redo and
   * gives `false`.
   */
  record(
    before: Content,
    after: Content,
    gesture?: string,
    coming: 'atOnce' | 'inTurn' = 'atOnce',
  ): boolean {
    const change = patchesBetween(before, after);
    if (!change.some(isOfContent)) return false;
    const last = this.#done[this.#done.length - 1];
    const joins = this.#gestureGoesOn && gesture !== undefined && last?.gesture === gesture;
    const patches = joins ? patchesBetween(withoutPatches(before, last.patches), after) : change;
    if (joins) this.#done.pop();
    const count = this.#next();
    // Those who wait have asked before what comes at once.
    if (coming === 'inTurn') this.#undone = [];
    else this.#undone = this.#undone.map((one) => ({ ...one, until: Math.min(one.until, count) }));
    const places = patches.filter(isOfContent).map(({ path }) => path);
    if (patches.length > 0) this.#done.push({ patches, places, gesture, coming, count });
    this.#gestureGoesOn = patches.length > 0;
    return true;
  }

  /** One that was to be made in its turn could not be: whoever has taken that back while it waited has nothing to take back. */
  refused(): void {
    const count = this.#next();
    this.#done.push({ patches: [], places: [], gesture: undefined, coming: 'refused', count });
  }

  /** The content without the last step of those that are meant, or `undefined` when there is none. */
  undo(content: Content, asked = this.#count): Content | undefined {
    this.#gestureGoesOn = false;
    const at = this.#lastMeant(asked);
    const [step] = at < 0 ? [] : this.#done.splice(at, 1);
    if (step === undefined) return undefined;
    const since = this.#done.filter(({ coming, count }) => coming === 'atOnce' && count > asked);
    const until = Math.min(...since.map(({ count }) => count));
    this.#undone.push({ step, at, until });
    return this.#under(at, content, (present) => withoutPatches(present, step.patches));
  }

  /** The content with the step that was undone last, or `undefined` when there is none. */
  redo(content: Content, asked = this.#count): Content | undefined {
    this.#gestureGoesOn = false;
    this.#undone = this.#left(asked);
    const undone = this.#undone.pop();
    if (undone === undefined) return undefined;
    const { step, at } = undone;
    return this.#under(at, content, (present) =>
      this.#put(step, present, withPatches(present, step.patches)),
    );
  }

  /** Where the step is that somebody takes back who has `asked`; -1 where none is. */
  #lastMeant(asked: number): number {
    for (let at = this.#done.length - 1; at >= 0; at -= 1) {
      const { coming, count, patches } = this.#done[at] as Step;
      const isBefore = coming === 'inTurn' || count <= asked;
      if (coming === 'refused' ? count > asked : isBefore && patches.some(isOfContent)) return at;
    }
    return -1;
  }

  /** What somebody can do again who has `asked`. */
  #left(asked: number): Undone[] {
    return this.#undone.filter(
      ({ step: { coming, count }, until }) =>
        until > asked && (coming !== 'refused' || count > asked),
    );
  }

  #next(): number {
    this.#count += 1;
    return this.#count;
  }

  /** The content with the step, which made it that of what was there `before`. */
  #put(step: Step, before: Content, made: Content): Content {
    const after = this.#whole(made);
    const links = step.patches.filter((patch) => !isOfContent(patch));
    this.#done.push({ ...step, patches: [...links, ...patchesBetween(before, after)] });
    return after;
  }

  /** Changes what was there before the steps from `at` on. What those made of their places stays. */
  #under(at: number, content: Content, change: (present: Content) => Content): Content {
    const step = this.#done.length > at ? this.#done.pop() : undefined;
    if (step === undefined) return change(content);
    const own = step.patches.filter(isOfContent);
    const before = this.#under(at, withoutPatches(content, own), change);
    return this.#put(step, before, withPlacesOf(before, step.places, content));
  }
}
