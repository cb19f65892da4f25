/** Runs before each file of component tests: readable matchers, and what jsdom lacks. */
import '@testing-library/jest-dom/vitest';
import { configure } from '@testing-library/svelte';
import { afterEach } from 'vitest';
import { layers } from '../ui/layers';

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
if (!('scrollTo' in Element.prototype)) {
  Object.assign(Element.prototype, { scrollTo: () => undefined });
}
if (!('setPointerCapture' in Element.prototype)) {
  Object.assign(Element.prototype, { setPointerCapture: () => undefined });
}
// jsdom parses no colours: what looks like a hex colour or a word is one.
Object.assign(globalThis, {
  CSS: {
    ...globalThis.CSS,
    supports: (_property: string, value: string) => !value.includes('no-'),
  },
});
// Without boxes nothing would count as visible, and dialogs would find nothing to focus.
Object.assign(Element.prototype, {
  getClientRects(this: Element) {
    return this.isConnected ? [this.getBoundingClientRect()] : [];
  },
});
// Nothing is preferred, and nothing comes to be.
Object.assign(globalThis, {
  matchMedia: (media: string) => Object.assign(new EventTarget(), { media, matches: false }),
});
// What lies over the window is fetched when it is first wanted, which takes its time here.
configure({ asyncUtilTimeout: 10_000 });
// What a test told of is shown for six seconds; the next one would find its words twice, and wait for that.
afterEach(() => void layers.parts?.sonner.dismiss());
