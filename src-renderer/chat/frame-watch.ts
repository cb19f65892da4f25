/**
 * Watches whether the window still draws. Blurs and animations cost nothing where they are set and
 * everything where they are painted, which no measure on this thread shows: the frames that fail to
 * come do. An animation can begin small and grow, so it is looked at again and again.
 */

/** This many frames have to come … */
export const watchedFrames = 8;
/** … within this time, in ms: one in a while is no picture any more. */
export const watchedMs = 3_000;
/** After a good look there is none for this long, in ms. */
export const restMs = 2_000;

/**
 * Calls `onslow` once if the frames do not come: at the first look, or at two in a row later, since
 * a computer that sleeps or is busy makes one pause. Says nothing of a hidden window. Returns the end.
 */
export function watchFrames(onslow: () => void): () => void {
  let left = 0;
  let request = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** How many looks may still find too few. */
  let patience = 0;

  function rest(): void {
    clearTimeout(timer);
    cancelAnimationFrame(request);
  }
  function end(): void {
    rest();
    document.removeEventListener('visibilitychange', begin);
  }
  function drawn(): void {
    left -= 1;
    if (left > 0) {
      request = requestAnimationFrame(drawn);
      return;
    }
    clearTimeout(timer);
    patience = 1;
    timer = setTimeout(look, restMs);
  }
  function missed(): void {
    if (patience > 0) {
      patience -= 1;
      look();
      return;
    }
    end();
    onslow();
  }
  function look(): void {
    rest();
    left = watchedFrames;
    timer = setTimeout(missed, watchedMs);
    request = requestAnimationFrame(drawn);
  }
  /** A hidden window draws nothing, and that is nobody's fault. */
  function begin(): void {
    if (document.hidden) rest();
    else look();
  }

  document.addEventListener('visibilitychange', begin);
  begin();
  return end;
}
