/** Runs before each file of component tests: readable matchers, and what jsdom lacks. */
import '@testing-library/jest-dom/vitest';

// jsdom has no layout: what only asks whether something is on screen gets a quiet answer.
class QuietObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
Object.assign(globalThis, {
  ResizeObserver: globalThis.ResizeObserver ?? QuietObserver,
  IntersectionObserver: globalThis.IntersectionObserver ?? QuietObserver,
  // jsdom is never idle.
  requestIdleCallback: globalThis.requestIdleCallback ?? (() => 0),
  cancelIdleCallback: globalThis.cancelIdleCallback ?? (() => undefined),
});
if (!('scrollIntoView' in Element.prototype)) {
  Object.assign(Element.prototype, { scrollIntoView: () => undefined });
}
// jsdom parses no colours: what looks like a hex colour or a word is one.
Object.assign(globalThis, {
  CSS: {
    ...globalThis.CSS,
    supports: (_property: string, value: string) => !value.includes('no-'),
  },
});
// jsdom knows dialogs, but can't show them over the page.
if (!('showModal' in HTMLDialogElement.prototype)) {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
      this.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
    },
  });
}
