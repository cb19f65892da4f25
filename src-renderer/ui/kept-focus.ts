/**
 * Where the focus goes on as what has it is taken away: at the page a screen reader says nothing, and
 * keys go nowhere.
 */
import { tick } from 'svelte';

/** A form, a question or a menu over the window, from which the focus comes back. */
const overIt = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/**
 * Attached to a part of the window: if what has the focus in it goes, also while a dialog that it
 * opened is over it, its heading that can have it has the focus, or else the part. Who leaves it
 * themselves stays where they went.
 *
 * @param goOn gives the focus to what is in use there, where the part knows that better
 */
export function keepFocus(part: HTMLElement, goOn = () => focusPart(part)): () => void {
  const page = part.ownerDocument;
  let last: Node | null = null;
  const note = ({ target }: FocusEvent): void => {
    last = target as Node;
  };
  // Chromium tells of it also while it is being taken away.
  const leave = ({ target, relatedTarget }: FocusEvent): void => {
    const goesOver =
      relatedTarget instanceof Element && relatedTarget.closest(overIt)?.contains(part) === false;
    // The window lost it, for another program's, and the page has it still.
    if (goesOver || page.activeElement === target) return;
    queueMicrotask(() => {
      if (target === last && last?.isConnected) last = null;
    });
  };
  const content = new MutationObserver(() => {
    if (!last || last.isConnected || page.activeElement !== page.body) return;
    goOn();
  });
  part.addEventListener('focusin', note);
  part.addEventListener('focusout', leave);
  content.observe(part, { childList: true, subtree: true });
  // A dialog lies beside the window's parts, and goes after what it was opened by.
  content.observe(page.body, { childList: true });
  return () => {
    part.removeEventListener('focusin', note);
    part.removeEventListener('focusout', leave);
    content.disconnect();
  };
}

function focusPart(part: HTMLElement): void {
  focusOnce(part.querySelector<HTMLElement>('h2[tabindex]') ?? part);
}

/** It can have the focus for as long as it has it now: a click on it gives it none. */
function focusOnce(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
}

/** Called before a change: if what has the focus in `part` goes with it, `goOn` gives it to something else after that. */
export async function keepFocusIn(
  part: Element | null | undefined,
  goOn: () => void,
): Promise<void> {
  if (!part?.contains(document.activeElement)) return;
  await tick();
  if (document.activeElement === document.body) goOn();
}
