/** Where the focus goes on as what has it leaves the screen: at the page nothing is said, and Tab begins anew. */
import { tick } from 'svelte';

/** Called before a change: if what has the focus in `part` goes with it, `next` has it after that. */
export async function keepFocusIn(
  part: Element | null | undefined,
  next: () => HTMLElement | undefined,
): Promise<void> {
  if (!part?.contains(document.activeElement)) return;
  await tick();
  if (document.activeElement === document.body) next()?.focus();
}
