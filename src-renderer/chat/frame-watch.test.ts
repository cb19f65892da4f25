import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchedFrames, watchedMs, watchFrames } from './frame-watch';

let draw: () => void;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let waiting: FrameRequestCallback | undefined;
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => {
    waiting = callback;
    return 1;
  });
  vi.stubGlobal('cancelAnimationFrame', () => (waiting = undefined));
  draw = () => waiting?.(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('watchFrames', () => {
  it('says nothing when the frames come', () => {
    const onslow = vi.fn();
    watchFrames(onslow);
    for (let frame = 0; frame < watchedFrames; frame += 1) draw();
    vi.advanceTimersByTime(watchedMs * 2);
    expect(onslow).not.toHaveBeenCalled();
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
    watchFrames(onslow);
    document.dispatchEvent(new Event('visibilitychange'));
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    watchFrames(onslow);
    vi.advanceTimersByTime(watchedMs * 2);
    expect(onslow).not.toHaveBeenCalled();
  });
});
