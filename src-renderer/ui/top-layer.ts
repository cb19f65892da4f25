/** Where things go that lie over the window: an open dialog hides all that is not inside it. */

/** The innermost open dialog, or the page. */
export function topLayer(): HTMLElement {
  return [...document.querySelectorAll('dialog')].at(-1) ?? document.body;
}

/** Moves an element there for as long as it lives: `{@attach toTopLayer}`. */
export function toTopLayer(element: HTMLElement): () => void {
  topLayer().append(element);
  return () => element.remove();
}
