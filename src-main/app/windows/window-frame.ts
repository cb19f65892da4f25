/** What a window manager of X11 does to a window's place. Pure. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** No frame is thicker; more than that, and somebody moved the window. */
const thickestFrame = 80;

/**
 * How thick the frame is at the left and at the top. A window manager puts the *frame* where a window
 * was asked to be, and what Electron reads back is the place of the content in it: kept as it is, the
 * window would move down by the height of a title bar at each start.
 *
 * @param asked where the window was to be
 * @param placed where it was a moment after it was shown
 */
export function frameOf(asked: Point, placed: Point): Point {
  const frame = { x: placed.x - asked.x, y: placed.y - asked.y };
  const isFrame = [frame.x, frame.y].every((edge) => edge >= 0 && edge <= thickestFrame);
  return isFrame ? frame : { x: 0, y: 0 };
}

/** Where a window has to be asked to be, so that it comes back to where it is. */
export function withoutFrame<Bounds extends Point>(bounds: Bounds, frame: Point): Bounds {
  return { ...bounds, x: bounds.x - frame.x, y: bounds.y - frame.y };
}
