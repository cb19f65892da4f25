/**
 * Watches whether the window still draws after a change. Blurs and animations cost nothing where
 * they are set and everything where they are painted, which no measure on this thread shows: the
 * frames that fail to come do.
 */

/** This many frames have to come … */
export const watchedFrames = 8;
/** … within this time, in ms: one in a while is no picture any more. */
export const watchedMs = 3_000;

/** Calls `onslow` once if the frames do not come. Says nothing of a hidden window. Returns the end. */
export function watchFrames(onslow: () => void): () => void {
  let left = watchedFrames;
  let request = 0;
  const end = () => {
    clearTimeout(timer);
    cancelAnimationFrame(request);
    document.removeEventListener('visibilitychange', end);
  };
  const timer = setTimeout(() => {
    end();
    onslow();
  }, watchedMs);
  const drawn = () => {
    left -= 1;
    if (left === 0) end();
    else request = requestAnimationFrame(drawn);
  };
  // A hidden window draws nothing, and that is nobody's fault.
  document.addEventListener('visibilitychange', end);
  if (document.hidden) end();
  else request = requestAnimationFrame(drawn);
  return end;
}
