/** Which rows of the grid can be seen, above the selection bar where it is there. All sizes in CSS pixels. */
import type { VListHandle } from 'virtua/svelte';
import { bars } from '../../ui/bars';

/** With the space under it, where its words don't break into lines. */
const usualBarHeight = 64;

/** How much of the list's foot lies under the selection bar, also while the bar is still coming. */
export function underTheBar(frame: Element): number {
  const { bottom } = frame.getBoundingClientRect();
  const heights = [...bars].map((bar) => bottom - bar.getBoundingClientRect().top);
  return Math.max(usualBarHeight, ...heights);
}

function seen(list: VListHandle, row: number, covered: number) {
  const top = list.getItemOffset(row);
  const shown = list.getScrollOffset();
  const height = list.getViewportSize() - covered;
  return { top, bottom: top + list.getItemSize(row), shown, height };
}

/** Scrolls no further than it takes to see the whole row. */
export function reveal(list: VListHandle, row: number, covered: number): void {
  const { top, bottom, shown, height } = seen(list, row, covered);
  // By its number: how high the rows before it are may not be known yet.
  if (top < shown) list.scrollToIndex(row, { align: 'start' });
  else if (bottom > shown + height) list.scrollToIndex(row, { align: 'end', offset: covered });
}

/** Whether some of the row can be seen. */
export function isInSight(list: VListHandle, row: number, covered: number): boolean {
  const { top, bottom, shown, height } = seen(list, row, covered);
  return bottom > shown && top < shown + height;
}
