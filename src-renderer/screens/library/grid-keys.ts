/** Where the keyboard goes in a grid of cards: pure, so that every edge can be tried. */

/** A grid whose last row may be short. */
export interface GridShape {
  count: number;
  columns: number;
  /** How many whole rows fit the window, for Page Up and Page Down; at least 1. */
  rowsOnScreen: number;
}

/** The keys that move; with Ctrl (Cmd) held, Home and End go to the very first and last card. */
export function nextCard(
  key: string,
  from: number,
  { count, columns, rowsOnScreen }: GridShape,
  isWithModifier: boolean,
): number | null {
  if (count === 0) return null;
  const last = count - 1;
  const rowStart = from - (from % columns);
  // Down from a full row above a short one lands on the last card instead of nowhere.
  const down = (rows: number) => {
    const target = from + rows * columns;
    if (target <= last) return target;
    const lastRowStart = last - (last % columns);
    return rowStart === lastRowStart ? from : Math.min(lastRowStart + (from % columns), last);
  };
  const up = (rows: number) => Math.max(from - rows * columns, from % columns);
  switch (key) {
    case 'ArrowRight':
      return Math.min(from + 1, last);
    case 'ArrowLeft':
      return Math.max(from - 1, 0);
    case 'ArrowDown':
      return down(1);
    case 'ArrowUp':
      return up(1);
    case 'PageDown':
      return down(rowsOnScreen);
    case 'PageUp':
      return up(rowsOnScreen);
    case 'Home':
      return isWithModifier ? 0 : rowStart;
    case 'End':
      return isWithModifier ? last : Math.min(rowStart + columns - 1, last);
    default:
      return null;
  }
}
