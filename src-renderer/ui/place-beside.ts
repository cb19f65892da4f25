/** Where something stands that opens beside a control: inside the window. All in CSS pixels. */

/** Between the control and what it opens. */
const gap = 4;
/** Between that and the window's edge. */
const margin = 8;

/**
 * Puts the element under its anchor, or above it where it doesn't fit and there is more room. What
 * fits neither there nor there, and does in the window, goes to the anchor's side.
 */
export function placeBeside(element: HTMLElement, anchor: DOMRect): void {
  element.style.maxHeight = '';
  const { offsetWidth: width, offsetHeight: height } = element;
  const left = Math.max(margin, Math.min(anchor.left, window.innerWidth - width - margin));
  const roomBelow = window.innerHeight - anchor.bottom - gap - margin;
  const roomAbove = anchor.top - gap - margin;
  const roomBeside = window.innerWidth - anchor.right - gap - margin;
  const roomInAll = window.innerHeight - 2 * margin;
  if (height > Math.max(roomBelow, roomAbove) && height <= roomInAll && width <= roomBeside) {
    element.style.left = `${anchor.right + gap}px`;
    element.style.top = `${Math.min(anchor.top, window.innerHeight - margin - height)}px`;
    return;
  }
  const isBelow = height <= roomBelow || roomBelow >= roomAbove;
  const room = Math.max(isBelow ? roomBelow : roomAbove, 0);
  const top = isBelow ? anchor.bottom + gap : anchor.top - gap - Math.min(height, room);
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
  element.style.maxHeight = `${room}px`;
}
