/** Short news of what a person just did, for six seconds, with a way back. Never for errors. */
import { m } from '@shared/messages/messages';
import { layers } from './layers';

/** How long it stays, milliseconds; longer while the pointer or the focus is on it. */
const duration = 6_000;
/** So many of the last actions can be taken back, while the window lives. */
const mostRevocable = 20;

interface Revocable {
  id: number;
  takeBack: () => void;
}

export interface ToastOptions {
  /** Takes it back: from a button there, and at Ctrl Z also when the toast has gone. */
  undo?: (() => void) | undefined;
  /** A sentence behind the text, for as long as the toast is shown: another way back. */
  hint?: string | undefined;
}

let count = 0;
/** What can still be taken back, newest last. A toast goes; what it told of can be taken back. */
let revocable: readonly Revocable[] = [];
/** Those that a person can still read. */
const shown = new Set<number>();

/** Shows a toast. */
export function toast(text: string, { undo, hint }: ToastOptions = {}): void {
  count += 1;
  const id = count;
  const takeBack =
    undo &&
    (() => {
      // Once: the toast may take a moment to go.
      if (!revocable.some((one) => one.id === id)) return;
      revocable = revocable.filter((one) => one.id !== id);
      if (shown.has(id)) layers.parts?.sonner.dismiss(id);
      else toast(m.ui_undone({ text }));
      undo();
    });
  if (takeBack) revocable = [...revocable, { id, takeBack }].slice(-mostRevocable);
  shown.add(id);
  void show(id, hint === undefined ? text : `${text}. ${hint}`, takeBack);
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

/**
 * Takes back the newest action that can be, whether its toast is still shown or not; false when
 * there is none. What nobody sees any more is named.
 */
export function undoLatestToast(): boolean {
  const latest = revocable.at(-1);
  if (!latest) return false;
  latest.takeBack();
  return true;
}
