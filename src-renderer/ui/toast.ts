/** Short news of what a person just did, for six seconds, with a way back. Never for errors. */
import { announce } from './announce.svelte';
import { toasts } from './toast.svelte';

/** Shows a toast. `undo` puts a button there, and Ctrl Z does the same while it is shown. */
export function toast(text: string, options: { undo?: (() => void) | undefined } = {}): void {
  toasts.add(text, options.undo);
  announce(text);
}

/** Takes back what the newest toast tells of; false when none that is shown can be taken back. */
export function undoLatestToast(): boolean {
  const latest = toasts.list.filter((one) => one.undo).at(-1);
  if (!latest) return false;
  toasts.undo(latest.id);
  return true;
}
