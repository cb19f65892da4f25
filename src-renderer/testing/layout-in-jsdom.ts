/**
 * A layout for component tests of virtual lists, since jsdom has none: the list's window has one
 * size and every row another. Call it before the component is drawn.
 */

export interface PretendedLayout {
  /** CSS pixels. */
  width: number;
  height: number;
  rowHeight: number;
}

/** A virtual row: virtua places it by hand, and nothing else in our lists. */
function isRow(element: Element): boolean {
  return element instanceof HTMLElement && element.style.position === 'absolute';
}

/** Only grids have a layout: what else asks for one (a menu's place) does better without. */
function isOfGrid(element: Element): boolean {
  return element.closest('[role=grid]') !== null || element.querySelector('[role=grid]') !== null;
}

/** Makes virtual lists draw what this layout shows. */
export function pretendLayout({ width, height, rowHeight }: PretendedLayout): void {
  class PretendedObserver implements ResizeObserver {
    readonly #callback: ResizeObserverCallback;
    constructor(callback: ResizeObserverCallback) {
      this.#callback = callback;
    }
    observe(target: Element): void {
      if (!isOfGrid(target)) return;
      const contentRect = new DOMRect(0, 0, width, isRow(target) ? rowHeight : height);
      const entry = { target, contentRect } as unknown as ResizeObserverEntry;
      queueMicrotask(() => this.#callback([entry], this));
    }
    unobserve(): void {}
    disconnect(): void {}
  }
  Object.assign(globalThis, { ResizeObserver: PretendedObserver });
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
    configurable: true,
    get(this: HTMLElement) {
      return isOfGrid(this) ? this.parentElement : null;
    },
  });
}
