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
});
if (!('scrollIntoView' in Element.prototype)) {
  Object.assign(Element.prototype, { scrollIntoView: () => undefined });
}
// What has no boxes counts as hidden: a menu would not open from a trigger without one.
Element.prototype.getClientRects = function getClientRects() {
  const box = this.getBoundingClientRect();
  return Object.assign([box], { item: () => box });
};
globalThis.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), { matches: false, media }) as unknown as MediaQueryList;
