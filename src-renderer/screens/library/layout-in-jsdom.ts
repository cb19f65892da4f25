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

/** Makes virtual lists draw what this layout shows. */
export function pretendLayout({ width, height, rowHeight }: PretendedLayout): void {
  class PretendedObserver implements ResizeObserver {
    readonly #callback: ResizeObserverCallback;
    constructor(callback: ResizeObserverCallback) {
      this.#callback = callback;
    }
    observe(target: Element): void {
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
      return this.parentElement;
    },
  });
}
