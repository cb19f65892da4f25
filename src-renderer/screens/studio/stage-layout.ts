/** Which frames stand on the stage, and how big. All in CSS pixels. */
import type { StageFrames, StageZoom } from '../../state/stage-view.svelte';

export interface FramePlace {
  shape: 'phone' | 'wide';
  /** What the chat in it is laid out for, before it is scaled. */
  width: number;
  height: number;
}

/** Of a phone with its bezel. */
const phone = { width: 348, height: 716 };
/** A wide frame is no narrower than that, or it would be a phone. */
const leastWide = 720;
/** Between two frames. */
export const frameGap = 28;
/** Smaller than that nothing is made to fit: it is scrolled. */
const least = 0.4;
/** Both are shown where they fit at that. */
const leastOfBoth = 0.75;

/** Whether there is room for both frames side by side. */
export function hasRoomForBoth(width: number): boolean {
  return width - frameGap >= (phone.width + leastWide) * leastOfBoth;
}

/** The frames for a stage of that size, and the scale that they are shown at. */
export function stageLayout(
  stage: { width: number; height: number },
  asked: { frames: StageFrames; zoom: StageZoom },
): { scale: number; places: readonly FramePlace[] } {
  const isBoth = asked.frames === 'both' && hasRoomForBoth(stage.width);
  const isPhone = asked.frames !== 'wide';
  const room = stage.width - (isBoth ? frameGap : 0);
  const leastWidth = (isPhone ? phone.width : 0) + (isBoth || !isPhone ? leastWide : 0);
  const fitting = Math.min(1, room / leastWidth, isPhone ? stage.height / phone.height : 1);
  const scale = asked.zoom === 'fit' ? Math.max(least, fitting) : asked.zoom;
  const wideRoom = room / scale - (isBoth ? phone.width : 0);
  const height = stage.height / scale;
  const wide = {
    shape: 'wide' as const,
    width: Math.max(leastWide, Math.floor(wideRoom)),
    height: Math.floor(isBoth ? Math.min(height, phone.height) : height),
  };
  return {
    scale,
    places: [
      ...(isPhone ? [{ shape: 'phone' as const, ...phone }] : []),
      ...(isPhone && !isBoth ? [] : [wide]),
    ],
  };
}
