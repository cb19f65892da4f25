/**
 * Undo in a text field. Chromium's steps are the whole page's: once those of the field that has the focus are used up,
 * it would take back what was typed into another one, behind a dialog too.
 */
import { focused, isTextField } from '../ui/keys';

const opposites: Readonly<Record<string, readonly [way: string, back: string]>> = {
  historyUndo: ['undo', 'redo'],
  historyRedo: ['redo', 'undo'],
};

/** Keeps undo and redo in the field that has the focus; where no text is typed they do nothing. */
export function keepUndoInField(): void {
  /** Where undo belongs, while it is tried. */
  let field: HTMLElement | undefined;
  let reached: EventTarget | undefined;

  // Whose step is next can't be asked: it's tried, and nobody else hears of one that is put back.
  for (const type of ['input', 'change', 'focus', 'blur', 'focusin', 'focusout']) {
    const onevent = (event: Event): void => {
      if (!field) return;
      const target = event.composedPath()[0];
      if (type === 'input') reached = target;
      if (target !== field || type.startsWith('focus') || type === 'blur')
        event.stopImmediatePropagation();
    };
    window.addEventListener(type, onevent, { capture: true });
  }

  const onbeforeinput = (event: InputEvent): void => {
    const [way, back] = opposites[event.inputType] ?? [];
    const target = focused();
    // An editor such as that of custom CSS has a history of its own.
    if (!way || !back || !(target instanceof HTMLElement) || target.isContentEditable) return;
    event.preventDefault();
    if (!isTextField(target)) return;
    field = target;
    reached = undefined;
    // A step of a field that is gone reaches nothing.
    while (!reached && document.execCommand(way));
    if (reached && reached !== field) {
      document.execCommand(back);
      field.focus({ preventScroll: true });
    }
    field = undefined;
  };
  window.addEventListener('beforeinput', onbeforeinput, { capture: true });
}
