/** Short news of what a person just did, for six seconds, with a way back. Never for errors. */
import { m } from '@shared/messages/messages';
import { layers } from './layers';

/** How long it stays, milliseconds; longer while the pointer or the focus is on it. */
const duration = 6_000;
/** So many of the last actions can be taken back, while the window lives. */
const mostRevocable = 20;

/** What is left to take back waits for something: until then, Ctrl Z goes on with what was done before it. */
export interface Wait {
  /** A sentence that says for what. */
  readonly why: string;
  readonly isOver: () => boolean;
}
/**
 * What came of taking something back: it is done; there is nothing to be done any more, which was
 * said; it could not be done for now, which was said, or waits; or a part is done, and `rest` takes back
 * what is left.
 */
export type Undone =
  | 'done'
  | 'nothingToDo'
  | 'notNow'
  | { readonly wait: Wait }
  | { readonly rest: Undo; readonly wait?: Wait };
/** Takes something back. Never rejects: why it could not be done is said by whoever does it. */
export type Undo = () => Promise<Undone>;

interface Revocable {
  readonly id: number;
  /** When it was done, among the others: what is left of a step has its place. */
  readonly at: number;
  readonly text: string;
  readonly undo: Undo;
  wait?: Wait | undefined;
}

export interface ToastOptions {
  /** Takes it back: from a button there, and at Ctrl Z also when the toast has gone. */
  undo?: Undo | undefined;
  /** A sentence behind the text, for as long as the toast is shown: another way back, or why it is so. */
  hint?: string | undefined;
}

/** What is being done, and can be taken back once it is done. */
interface Doing {
  /** When it began, among what was done. */
  readonly at: number;
  /** Never rejects. */
  readonly end: Promise<void>;
}

let count = 0;
/** Those that nobody wants to take back yet, in the order in which they began. */
let inProgress: readonly Doing[] = [];
/** What can still be taken back, newest last. A toast goes; what it told of can be taken back. */
let revocable: readonly Revocable[] = [];
/** Those that a person can still read. */
const shown = new Set<number>();
/**
 * The last step that is being taken back, and whether nothing of it is left: the next may be about what it
 * brings back.
 */
let last: Promise<boolean> | undefined;

/** Shows a toast. */
export function toast(text: string, options: ToastOptions = {}): void {
  tell(text, options);
}

/**
 * Does `work`, which tells of it by the `toast` that it gets: Ctrl Z that is pressed before it is done takes back
 * this, once it is done, and nothing that was done before.
 */
export async function revocably<Result>(
  work: (toast: (text: string, options?: ToastOptions) => void) => Promise<Result>,
): Promise<Result> {
  count += 1;
  const at = count;
  const result = work((text, options = {}) => tell(text, options, { at }));
  const doing = { at, end: result.then(doNothing, doNothing) };
  inProgress = [...inProgress, doing];
  try {
    return await result;
  } finally {
    inProgress = inProgress.filter((one) => one !== doing);
  }
}

const doNothing = (): void => undefined;

function tell(
  text: string,
  { undo, hint }: ToastOptions,
  { at, wait }: Pick<Partial<Revocable>, 'at' | 'wait'> = {},
): void {
  count += 1;
  const id = count;
  const step = undo && { id, at: at ?? id, text, undo, wait };
  if (step) offer(step);
  shown.add(id);
  void show(id, hint === undefined ? text : `${text}. ${hint}`, step && (() => takeBack(step)));
}

/** Among those that can be taken back, in the order in which they were done. */
function offer(step: Revocable): void {
  const others = revocable.filter(({ id }) => id !== step.id);
  revocable = [...others, step].sort((one, other) => one.at - other.at).slice(-mostRevocable);
}

/**
 * Takes a step back; it is used up only when that is done. One that was not chosen itself, but comes after a
 * newer one (`isInOrder`), stays where nothing came of that.
 */
function takeBack(step: Revocable, isInOrder = false): void {
  // Once: the toast may take a moment to go.
  if (!revocable.includes(step)) return;
  const wasShown = take(step);
  inTurn(
    last
      ? last.then((isOver) => (isOver || !isInOrder ? goBack(step, wasShown) : stay(step)))
      : goBack(step, wasShown),
  );
}

/** From now on it is being taken back; whether a person could still read of it. */
function take(step: Revocable): boolean {
  revocable = revocable.filter((one) => one !== step);
  const wasShown = shown.has(step.id);
  if (wasShown) layers.parts?.sonner.dismiss(step.id);
  return wasShown;
}

/** Takes back what is still being done, once it is. Where it came to nothing, so does this. */
function takeBackOnceDone(doing: Doing): void {
  inProgress = inProgress.filter((one) => one !== doing);
  const before = last;
  inTurn(
    doing.end.then(async () => {
      const isOver = (await before) ?? true;
      const step = revocable.find(({ at }) => at === doing.at);
      if (!isOver || !step) return false;
      return goBack(step, take(step));
    }),
  );
}

function inTurn(turn: Promise<boolean>): void {
  last = turn;
  void turn.then(() => {
    if (last === turn) last = undefined;
  });
}

function stay(step: Revocable): false {
  offer(step);
  return false;
}

/** Whether nothing of it is left to take back. Never rejects. */
async function goBack(step: Revocable, wasShown: boolean): Promise<boolean> {
  const undone = await step.undo();
  const { text } = step;
  if (undone === 'notNow') return stay(step);
  if (typeof undone === 'object') {
    const { wait } = undone;
    if ('rest' in undone) {
      const { at } = step;
      tell(m.ui_undone_partly({ text }), { undo: undone.rest, hint: wait?.why }, { at, wait });
      return false;
    }
    step.wait = wait;
    tell(m.ui_undone_later({ text }), { hint: wait?.why });
    return stay(step);
  }
  if (undone === 'done' && !wasShown) toast(m.ui_undone({ text }));
  return true;
}

/** It never rejects. */
async function show(id: number, text: string, takeBack: (() => void) | undefined): Promise<void> {
  const parts = await layers.load();
  const isTakenBack = takeBack !== undefined && !revocable.some((one) => one.id === id);
  if (!parts || isTakenBack) {
    shown.delete(id);
    return;
  }
  parts.sonner.custom(parts.ToastMessage, {
    id,
    duration,
    componentProps: { text, undo: takeBack },
    onAutoClose: () => shown.delete(id),
    onDismiss: () => shown.delete(id),
  });
}

/** What was told has been taken back in another way: its toast goes, and nothing is left to undo. */
export function withdraw(undo: Undo): void {
  for (const { id } of revocable.filter((step) => step.undo === undo)) {
    if (shown.has(id)) layers.parts?.sonner.dismiss(id);
  }
  revocable = revocable.filter((step) => step.undo !== undo);
}

/** Whether `undoLatestToast` has something to take back. */
export const canUndoLatest = (): boolean => latest() !== undefined;

/** That in its toast's words, where it has been told. */
export function latestUndo(): string | undefined {
  const step = latest();
  return step && 'text' in step ? step.text : undefined;
}

function latest(): Revocable | Doing | undefined {
  const done = revocable.filter(({ wait }) => wait?.isOver() ?? true).at(-1);
  const doing = inProgress.at(-1);
  return doing && doing.at > (done?.at ?? 0) ? doing : done;
}

/**
 * Takes back the newest action that can be, whether its toast is still shown or not; false when
 * there is none. What nobody sees any more is named.
 */
export function undoLatestToast(): boolean {
  const step = latest();
  if (!step) return false;
  if ('end' in step) takeBackOnceDone(step);
  else takeBack(step, true);
  return true;
}
