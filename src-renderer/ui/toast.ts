/** Short news of what a person just did, for six seconds, with a way back. Never for errors. */
import { toast as sonner } from 'svelte-sonner';
import { announce } from './announce.svelte';
import ToastMessage from './ToastMessage.svelte';

/** How long it stays, milliseconds; longer while the pointer or the focus is on it. */
const duration = 6_000;

let latest: { id: string | number; undo: () => void } | undefined;

/** Shows a toast. `undo` puts a button there, and Ctrl Z does the same while it is shown. */
export function toast(text: string, options: { undo?: (() => void) | undefined } = {}): void {
  const { undo } = options;
  const forget = () => {
    if (latest?.id === id) latest = undefined;
  };
  const takeBack =
    undo &&
    (() => {
      sonner.dismiss(id);
      forget();
      undo();
    });
  const id: string | number = sonner.custom(ToastMessage, {
    duration,
    componentProps: { text, undo: takeBack },
    onAutoClose: forget,
    onDismiss: forget,
  });
  latest = takeBack && { id, undo: takeBack };
  announce(text);
}

/** Takes back what the newest toast tells of; false when there is none with an undo. */
export function undoLatestToast(): boolean {
  if (!latest) return false;
  latest.undo();
  return true;
}
