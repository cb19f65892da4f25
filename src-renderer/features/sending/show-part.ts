/** Brings a part of a form or its sheet to a reader and into view. */

function scrollerOf(element: HTMLElement): HTMLElement | null {
  let parent = element.parentElement;
  while (parent && !/auto|scroll/u.test(getComputedStyle(parent).overflowY)) {
    parent = parent.parentElement;
  }
  return parent;
}

/**
 * Puts the focus on a heading and scrolls the screen so that what follows it is seen. Only the
 * screen scrolls: the browser's own way would move the whole window's content too.
 */
export function showPart(heading: HTMLElement | undefined): void {
  if (!heading) return;
  heading.focus({ preventScroll: true });
  const scroller = scrollerOf(heading);
  if (!scroller) return;
  const above = Number.parseFloat(getComputedStyle(heading).scrollMarginTop) || 0;
  const from = scroller.getBoundingClientRect().top;
  scroller.scrollTop += heading.getBoundingClientRect().top - from - above;
}

/**
 * Puts the focus on the first field of a form that was refused, or on its group of choices, and shows it with the
 * reason. On a group Enter does nothing: pressed twice it chooses none.
 */
export function showRefused(form: HTMLElement): void {
  const refused = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (!refused) return;
  refused.focus({ preventScroll: true });
  showWhole(refused.closest<HTMLElement>('.field') ?? refused);
}

/** Between what is shown whole and the edge that it came over. */
const room = 16;

/** Scrolls the screen no further than it takes to see all of it, its beginning first. */
export function showWhole(element: HTMLElement): void {
  const scroller = scrollerOf(element);
  if (!scroller) return;
  const seen = scroller.getBoundingClientRect();
  const { top, bottom } = element.getBoundingClientRect();
  const above = top - room - seen.top;
  const below = bottom + room - seen.bottom;
  if (above < 0) scroller.scrollTop += above;
  else if (below > 0) scroller.scrollTop += Math.min(above, below);
}
