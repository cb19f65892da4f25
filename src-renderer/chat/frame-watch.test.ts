import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { restMs, watchedFrames, watchedMs, watchFrames } from './frame-watch';

let draw: () => void;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let waiting: FrameRequestCallback | undefined;
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => {
    waiting = callback;
    return 1;
  });
  vi.stubGlobal('cancelAnimationFrame', () => (waiting = undefined));
  draw = () => {
    const drawn = waiting;
    waiting = undefined;
    drawn?.(0);
  };
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('watchFrames', () => {
  function drawEnough(): void {
    for (let frame = 0; frame < watchedFrames; frame += 1) draw();
  }

  it('says nothing while the frames come', () => {
    const onslow = vi.fn();
    watchFrames(onslow);
    for (let round = 0; round < 5; round += 1) {
      drawEnough();
      vi.advanceTimersByTime(restMs);
    }
    expect(onslow).not.toHaveBeenCalled();
  });

  it('says that they stop coming later, and not for one pause', () => {
    const onslow = vi.fn();
    watchFrames(onslow);
    drawEnough();
    // The computer slept.
    vi.advanceTimersByTime(restMs + watchedMs);
    drawEnough();
    vi.advanceTimersByTime(restMs + watchedMs);
    expect(onslow).not.toHaveBeenCalled();
    vi.advanceTimersByTime(watchedMs);
    expect(onslow).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(60_000);
    expect(onslow).toHaveBeenCalledOnce();
  });

  it('says once that too few came', () => {
    const onslow = vi.fn();
    watchFrames(onslow);
    for (let frame = 1; frame < watchedFrames; frame += 1) draw();
    vi.advanceTimersByTime(watchedMs * 2);
    expect(onslow).toHaveBeenCalledOnce();
  });

  it('says nothing once it was ended, or of a hidden window', () => {
    const onslow = vi.fn();
    watchFrames(onslow)();
    const isHidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    watchFrames(onslow);
    vi.advanceTimersByTime(watchedMs * 2);
    // In sight it is watched, and out of sight not any more.
    isHidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    vi.advanceTimersByTime(watchedMs - 1);
    isHidden.mockReturnValue(true);
    document.dispatchEvent(new Event('visibilitychange'));
    vi.advanceTimersByTime(watchedMs * 2);
    expect(onslow).not.toHaveBeenCalled();
  });
});
