import {
  isOfContent,
  patchesBetween,
  withoutPatches,
  withPatches,
  type Patch,
} from './theme-patch';

interface Step {
  readonly patches: readonly Patch[];
  readonly gesture: string | undefined;
}

/** The steps of one theme, without limit while the app runs. */
export class UndoHistory<Content extends object> {
  #done: Step[] = [];
  #undone: Step[] = [];
  /** Whether the next edit may still belong to the last step's gesture. */
  #gestureGoesOn = false;

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** What the next undo takes back; empty when there is none. */
  get nextUndo(): readonly Patch[] {
    return this.#done[this.#done.length - 1]?.patches ?? [];
  }

  /** What the next redo does again; empty when there is none. */
  get nextRedo(): readonly Patch[] {
    return this.#undone[this.#undone.length - 1]?.patches ?? [];
  }

  /**
   * Notes a change that was made. Changes in a row with the same `gesture` are one step; one that
   * ends where it began is none. Where nothing changed but links, it notes nothing, ends no redo and
   * gives `false`.
   */
  record(before: Content, after: Content, gesture?: string): boolean {
    const change = patchesBetween(before, after);
    if (!change.some(isOfContent)) return false;
    const last = this.#done[this.#done.length - 1];
    const joins = this.#gestureGoesOn && gesture !== undefined && last?.gesture === gesture;
    const patches = joins ? patchesBetween(withoutPatches(before, last.patches), after) : change;
    if (joins) this.#done.pop();
    this.#undone = [];
    if (patches.length > 0) this.#done.push({ patches, gesture });
    this.#gestureGoesOn = patches.length > 0;
    return true;
  }

  /** The content before the last step, or `undefined` when there is none. */
  undo(content: Content): Content | undefined {
    this.#gestureGoesOn = false;
    const step = this.#done.pop();
    if (step === undefined) return undefined;
    this.#undone.push(step);
    return withoutPatches(content, step.patches);
  }

  /** The content after the step that was undone last, or `undefined` when there is none. */
  redo(content: Content): Content | undefined {
    this.#gestureGoesOn = false;
    const step = this.#undone.pop();
    if (step === undefined) return undefined;
    this.#done.push(step);
    return withPatches(content, step.patches);
  }
}
