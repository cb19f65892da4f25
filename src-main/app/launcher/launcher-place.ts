/** Where the launcher goes, and how large it is. Pure. */
import type { Rectangle } from 'electron';

/** Look, *Parts*: 516 wide. */
export const launcherWidth = 516;

/** It leaves some of the screen to what lies behind it. */
const mostOfScreen = 0.7;

/** How high it is for a page of this height. */
export function launcherHeight(wanted: number, workArea: Rectangle): number {
  return Math.min(wanted, Math.round(workArea.height * mostOfScreen));
}

/**
 * Its bounds on a screen: a fifth down, in the middle. A Wayland compositor tells no program where the
 * pointer is and lets none choose its place, so it gets the size alone.
 */
export function launcherPlace(options: {
  workArea: Rectangle;
  height: number;
  isOnWayland: boolean;
}): Partial<Rectangle> {
  const { workArea, isOnWayland } = options;
  const size = { width: launcherWidth, height: launcherHeight(options.height, workArea) };
  if (isOnWayland) return size;
  return {
    x: Math.round(workArea.x + (workArea.width - launcherWidth) / 2),
    y: Math.round(workArea.y + workArea.height / 5),
    ...size,
  };
}
