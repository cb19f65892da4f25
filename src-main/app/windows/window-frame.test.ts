import { describe, expect, it } from 'vitest';
import { frameOf, withoutFrame } from './window-frame';

describe('the frame of a window', () => {
  it('does not move the window at each start', () => {
    const titleBar = { x: 1, y: 19 };
    let kept = { x: 80, y: 40, width: 1280, height: 820 };
    for (let start = 0; start < 5; start += 1) {
      const placed = { ...kept, x: kept.x + titleBar.x, y: kept.y + titleBar.y };
      kept = withoutFrame(placed, frameOf(kept, placed));
    }
    expect(kept).toEqual({ x: 80, y: 40, width: 1280, height: 820 });
  });

  it('is not what somebody moved the window by, nor a place that a desktop chose', () => {
    const none = { x: 0, y: 0 };
    expect(frameOf({ x: 10, y: 10 }, { x: 400, y: 29 })).toEqual(none);
    expect(frameOf({ x: 10, y: 10 }, { x: 9, y: 10 })).toEqual(none);
    expect(frameOf({ x: 10, y: 10 }, { x: 10, y: 10 })).toEqual(none);
  });
});
