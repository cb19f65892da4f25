/**
 * Undo in a text field. Chromium's is the whole page's: it takes back what was typed into another field, behind a
 * dialog too. Here each field keeps its own steps, and undo never leaves the field that has the focus.
 */
import { sharedCommands, type Keys } from '@shared/shared-commands';
import { onEvent } from '../bridge';
import { focused, isPressed } from '../ui/keys';
import { platform } from '../ui/platform.svelte';

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** What stood in a field, and what was selected there. */
interface Moment {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

interface Steps {
  readonly historyUndo: Moment[];
  historyRedo: Moment[];
  /** What stands there since the last step: once it's another, that came from elsewhere, and the steps are past. */
  shown: string;
  /** What would go on with the last step, and not be one of its own. */
  goesOn: string;
}

type Way = 'historyUndo' | 'historyRedo';
const ways: readonly { readonly inputType: Way; readonly keys: readonly Keys[] }[] = [
  { inputType: 'historyUndo', keys: sharedCommands.undo.keys },
  { inputType: 'historyRedo', keys: sharedCommands.redo.keys },
];

const goingOn = /^(?:insertText|insertCompositionText|deleteContent(?:Back|For)ward)$/u;

function isTextField(target: EventTarget | undefined): target is TextField {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

function momentOf({ value, selectionStart, selectionEnd }: TextField): Moment {
  return { text: value, start: selectionStart ?? 0, end: selectionEnd ?? 0 };
}

/** What is typed where, so that two events in a row can be told to be of one word. */
function placed(inputType: string, { start, end }: Moment): string {
  return `${inputType} ${String(start)} ${String(end)}`;
}

/** The menu's undo is the key's: it goes to what has the focus. */
function pressUndo(command: 'undo' | 'redo'): void {
  const isMac = platform.name === 'macos';
  focused().dispatchEvent(
    new KeyboardEvent('keydown', {
      key: 'z',
      code: 'KeyZ',
      shiftKey: command === 'redo',
      metaKey: isMac,
      ctrlKey: !isMac,
      bubbles: true,
      composed: true,
      cancelable: true,
    }),
  );
}

/** Carries out each undo and redo that comes to the page, by a key or by a menu; returns the end. */
export function keepUndoInField(): () => void {
  const kept = new WeakMap<TextField, Steps>();
  let begun: { readonly field: TextField; readonly moment: Moment } | undefined;

  const stepsOf = (field: TextField): Steps => {
    const before = kept.get(field);
    if (before?.shown === field.value) return before;
    const steps: Steps = { historyUndo: [], historyRedo: [], shown: field.value, goesOn: '' };
    kept.set(field, steps);
    return steps;
  };

  const step = (field: TextField, inputType: Way): void => {
    const steps = stepsOf(field);
    const moment = steps[inputType].pop();
    if (!moment) return;
    steps[inputType === 'historyUndo' ? 'historyRedo' : 'historyUndo'].push(momentOf(field));
    steps.shown = moment.text;
    steps.goesOn = '';
    field.value = moment.text;
    field.setSelectionRange(moment.start, moment.end);
    field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType }));
  };

  /** The field's own, where nothing else took the key; the page's would find nothing to do again. */
  const onkeydown = (event: KeyboardEvent): void => {
    const field = event.composedPath()[0];
    if (event.defaultPrevented || event.isComposing || !isTextField(field)) return;
    const way = ways.find(({ keys }) => keys.some((one) => isPressed(event, one)));
    if (!way) return;
    event.preventDefault();
    step(field, way.inputType);
  };

  const onbeforeinput = (event: InputEvent): void => {
    const [target] = event.composedPath();
    // The CSS editor has a history of its own.
    if (target instanceof HTMLElement && target.isContentEditable) return;
    const way = ways.find(({ inputType }) => inputType === event.inputType);
    if (way) event.preventDefault();
    if (!isTextField(target)) return;
    // It came by another way than the keys.
    if (way) return step(target, way.inputType);
    stepsOf(target);
    begun = { field: target, moment: momentOf(target) };
  };

  const oninput = (event: Event): void => {
    const { field, moment } = begun ?? {};
    begun = undefined;
    const steps = field && kept.get(field);
    if (!steps || !moment || !(event instanceof InputEvent)) return;
    if (event.composedPath()[0] !== field) return;
    const { inputType, data } = event;
    // A word is a step, and so are letters that are deleted one after the other.
    const isNew = data === ' ' || steps.goesOn !== placed(inputType, moment);
    if (isNew) steps.historyUndo.push(moment);
    steps.historyRedo = [];
    steps.shown = field.value;
    steps.goesOn = goingOn.test(inputType) ? placed(inputType, momentOf(field)) : '';
  };

  const endMenu = onEvent('app.command', (name) => {
    if (name === 'undo' || name === 'redo') pressUndo(name);
  });
  window.addEventListener('keydown', onkeydown);
  window.addEventListener('beforeinput', onbeforeinput, { capture: true });
  window.addEventListener('input', oninput, { capture: true });
  return () => {
    endMenu();
    window.removeEventListener('keydown', onkeydown);
    window.removeEventListener('beforeinput', onbeforeinput, { capture: true });
    window.removeEventListener('input', oninput, { capture: true });
  };
}
