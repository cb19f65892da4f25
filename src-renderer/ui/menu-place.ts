/** Where a menu stands: under what it belongs to, inside the window. All in CSS pixels. */

/** Between the trigger and the menu. */
const gap = 4;
/** Between the menu and the window's edge. */
const margin = 8;

/** Puts the menu under its anchor, or above it where there is more room. */
export function placeMenu(menu: HTMLElement, anchor: DOMRect, align: 'start' | 'end'): void {
  const width = menu.offsetWidth;
  const height = menu.offsetHeight;
  const wanted = align === 'start' ? anchor.left : anchor.right - width;
  const left = Math.max(margin, Math.min(wanted, window.innerWidth - width - margin));
  const roomBelow = window.innerHeight - anchor.bottom - gap - margin;
  const roomAbove = anchor.top - gap - margin;
  const isBelow = height <= roomBelow || roomBelow >= roomAbove;
  const top = isBelow
    ? Math.min(anchor.bottom + gap, window.innerHeight - margin - Math.min(height, roomBelow))
    : Math.max(margin, anchor.top - gap - height);
  menu.style.left = `${left}px`;
  menu.style.top = `${top}px`;
  menu.style.maxHeight = `${Math.max(isBelow ? roomBelow : roomAbove, 0)}px`;
}
