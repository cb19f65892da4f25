import { describe, expect, it } from 'vitest';
import { leastSize, placeOnScreen } from './window-place';

/** 1366 by 768 with a task bar, as on many small computers. */
const small = { x: 0, y: 0, width: 1366, height: 728 };
const wide = { x: 0, y: 25, width: 2560, height: 1415 };
/** A second screen on the left, of another scale: its pixels are Electron's. */
const left = { x: -1707, y: 100, width: 1707, height: 920 };
const first = { width: 1280, height: 820 };

describe('the main window’s place', () => {
  it('is in the middle of the first screen at the first start, and no larger', () => {
    expect(placeOnScreen(first, [wide, left]).bounds).toEqual({ x: 640, y: 323, ...first });
    const { bounds } = placeOnScreen(first, [small]);
    expect(bounds).toEqual({ x: 43, y: 0, width: 1280, height: 728 });
  });

  it('stays where it was, on every screen', () => {
    const kept = { x: -1500, y: 130, width: 1200, height: 800 };
    expect(placeOnScreen(kept, [wide, left]).bounds).toEqual(kept);
    const other = { x: 900, y: 300, width: 1200, height: 800 };
    expect(placeOnScreen(other, [wide, left]).bounds).toEqual(other);
  });

  it('is on the first screen when its own is gone', () => {
    const kept = { x: -1500, y: 130, width: 1200, height: 800 };
    expect(placeOnScreen(kept, [wide]).bounds).toEqual({ ...kept, x: 680, y: 333 });
  });

  it('is wholly in the work area, and its title bar can always be reached', () => {
    const low = { x: 200, y: 600, width: 1280, height: 820 };
    expect(placeOnScreen(low, [small]).bounds).toEqual({ x: 86, y: 0, width: 1280, height: 728 });
    const aside = { x: -300, y: -20, width: 1000, height: 700 };
    expect(placeOnScreen(aside, [wide]).bounds).toEqual({ ...aside, x: 0, y: 25 });
  });

  it('may be smaller than the look’s least size only where that has no room', () => {
    expect(placeOnScreen(first, [small]).least).toEqual(leastSize);
    const tiny = { x: 0, y: 0, width: 800, height: 560 };
    expect(placeOnScreen(first, [tiny])).toEqual({
      bounds: tiny,
      least: { width: 800, height: 560 },
    });
  });
});
