/**
 * One tooltip for the whole window: whoever is hovered or focused says what it should read, and
 * `Tooltips.svelte` (mounted once, in the shell) draws it.
 */
import type { Attachment } from 'svelte/attachments';

export interface TooltipText {
  text: string;
  keys?: readonly string[] | undefined;
}

interface Shown extends TooltipText {
  /** Where the control is, in CSS pixels of the window. */
  anchor: DOMRect;
  /** What stands under it is to be read as well. */
  isAbove: boolean;
}

/** How long the pointer rests before the tooltip comes, milliseconds. */
const restBeforeShowing = 500;

class Tooltip {
  #shown = $state.raw<Shown | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  get shown(): Shown | null {
    return this.#shown;
  }

  show(element: Element, text: TooltipText, after: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      // In one box with a field that is described under it, as by what is wrong with what was typed.
      const isAbove = element.parentElement?.querySelector(':scope > [aria-describedby]') != null;
      this.#shown = { ...text, anchor: element.getBoundingClientRect(), isAbove };
    }, after);
  }

  hide(): void {
    clearTimeout(this.#timer);
    // Chromium tells that a control lost the focus while it is taken away: then the window is being drawn.
    queueMicrotask(() => (this.#shown = null));
  }
}

export const tooltipState = new Tooltip();

/** Whether the last press in the window was a key's: who clicks, and is led on, did not ask for a name. */
let isByKeys = true;
window.addEventListener('keydown', () => (isByKeys = true), true);
window.addEventListener('pointerdown', () => (isByKeys = false), true);

/** Gives an element a tooltip: `{@attach tooltip(() => ({ text: 'Undo', keys: ['Mod', 'Z'] }))}`. */
export function tooltip(text: () => TooltipText): Attachment<Element> {
  return (element) => {
    const onPointer = () => tooltipState.show(element, text(), restBeforeShowing);
    const onFocus = () => {
      if (isByKeys && element.matches(':focus-visible')) tooltipState.show(element, text(), 0);
    };
    const hide = () => tooltipState.hide();
    element.addEventListener('pointerenter', onPointer);
    element.addEventListener('focus', onFocus);
    for (const end of ['pointerleave', 'pointerdown', 'blur', 'keydown']) {
      element.addEventListener(end, hide);
    }
    return () => {
      hide();
      element.removeEventListener('pointerenter', onPointer);
      element.removeEventListener('focus', onFocus);
      for (const end of ['pointerleave', 'pointerdown', 'blur', 'keydown']) {
        element.removeEventListener(end, hide);
      }
    };
  };
}
