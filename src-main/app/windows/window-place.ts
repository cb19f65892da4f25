/** Where the main window goes on the screens that there are now. Pure; all in Electron's own pixels. */
import type { Rectangle } from 'electron';

/** Where the window was; without a place it was never anywhere. */
export interface KeptPlace {
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly width: number;
  readonly height: number;
}

export interface WindowPlace {
  /** Wholly in a work area. */
  readonly bounds: Rectangle;
  /** It may be made as small as this: less than the look's least size only where that has no room. */
  readonly least: { readonly width: number; readonly height: number };
}

/** Sizes from the look: default 1280 by 820, least 960 by 640. */
export const leastSize = { width: 960, height: 640 };

/** A window of which less is seen is on no screen. */
const leastSeen = 100;

/** How many pixels two spans share. */
const shared = (from: number, length: number, otherFrom: number, otherLength: number) =>
  Math.max(0, Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom));

const within = (value: number, from: number, to: number) => Math.max(from, Math.min(value, to));

/**
 * Brings a place into the work area that it lies in most, or into the middle of the first screen's
 * where it lies in none: a monitor that is gone, a screen that has become smaller.
 *
 * @param workAreas the first screen's first; at least one
 */
export function placeOnScreen(kept: KeptPlace, workAreas: readonly Rectangle[]): WindowPlace {
  const { x, y } = kept;
  const seen = (area: Rectangle) => {
    if (x === undefined || y === undefined) return 0;
    const [wide, high] = [
      shared(x, kept.width, area.x, area.width),
      shared(y, kept.height, area.y, area.height),
    ];
    return Math.min(wide, high) < leastSeen ? 0 : wide * high;
  };
  const [first, ...others] = workAreas;
  if (!first) throw new RangeError('no screen');
  const area = others.reduce((best, other) => (seen(other) > seen(best) ? other : best), first);
  const width = Math.min(kept.width, area.width);
  const height = Math.min(kept.height, area.height);
  const middle = {
    x: area.x + Math.round((area.width - width) / 2),
    y: area.y + Math.round((area.height - height) / 2),
  };
  const isSeen = seen(area) > 0;
  return {
    bounds: {
      x: isSeen ? within(x ?? 0, area.x, area.x + area.width - width) : middle.x,
      y: isSeen ? within(y ?? 0, area.y, area.y + area.height - height) : middle.y,
      width,
      height,
    },
    least: {
      width: Math.min(leastSize.width, area.width),
      height: Math.min(leastSize.height, area.height),
    },
  };
}
