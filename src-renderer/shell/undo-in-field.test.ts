import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { installFakeMain } from '../testing/fake-main';
import { keepUndoInField } from './undo-in-field';

let end: () => void;
beforeEach(() => {
  installFakeMain({});
  end = keepUndoInField();
});
afterEach(() => {
  end();
  document.body.replaceChildren();
});

function field(kind: 'input' | 'textarea' = 'input') {
  const made = document.createElement(kind);
  document.body.append(made);
  return made;
}

/** As Chromium asks before it undoes; whether it was let. */
function ask(target: Element, inputType: 'historyUndo' | 'historyRedo'): boolean {
  return target.dispatchEvent(
    new InputEvent('beforeinput', { inputType, bubbles: true, composed: true, cancelable: true }),
  );
}

it('takes back word by word, and puts it there again', async () => {
  const name = field();
  await userEvent.type(name, 'Harbour at night');
  const seen: string[] = [];
  name.addEventListener('input', () => seen.push(name.value));
  for (let times = 0; times < 4; times += 1) expect(ask(name, 'historyUndo')).toBe(false);
  for (let times = 0; times < 4; times += 1) ask(name, 'historyRedo');
  expect(seen).toEqual([
    ...['Harbour at', 'Harbour', ''],
    ...['Harbour', 'Harbour at', 'Harbour at night'],
  ]);
});

it('takes back what emptied the field', async () => {
  const note = field('textarea');
  await userEvent.type(note, 'One{Enter}two');
  await userEvent.clear(note);
  ask(note, 'historyUndo');
  expect(note.value).toBe('One\ntwo');
});

it('lets nothing be undone anywhere but in a field', async () => {
  const name = field();
  await userEvent.type(name, 'Harbour');
  const button = document.createElement('button');
  document.body.append(button);
  expect(ask(button, 'historyUndo')).toBe(false);
  expect(name.value).toBe('Harbour');
});

it('brings nothing back once what stands there came from elsewhere', async () => {
  const name = field();
  await userEvent.type(name, 'Harbour');
  name.value = 'Quay';
  ask(name, 'historyUndo');
  expect(name.value).toBe('Quay');
  await userEvent.type(name, '!');
  ask(name, 'historyUndo');
  ask(name, 'historyUndo');
  expect(name.value).toBe('Quay');
});

it('forgets what could be put there again when something else is typed', async () => {
  const name = field();
  await userEvent.type(name, 'Harbour');
  ask(name, 'historyUndo');
  await userEvent.type(name, 'Quay');
  ask(name, 'historyRedo');
  expect(name.value).toBe('Quay');
});

it('hears the keys, and leaves them to who took them', async () => {
  const name = field();
  await userEvent.type(name, 'Harbour');
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(name.value).toBe('');
  await userEvent.keyboard('{Control>}y{/Control}');
  expect(name.value).toBe('Harbour');
  name.addEventListener('keydown', (event) => event.preventDefault());
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(name.value).toBe('Harbour');
});
