/** The bars with buttons that lie at the window's foot: no toast covers one. */
import { SvelteSet } from 'svelte/reactivity';

export const bars = new SvelteSet<Element>();

/** For `{@attach}` on such a bar. */
export function bar(element: Element): () => void {
  bars.add(element);
  return () => bars.delete(element);
}
