/**
 * The launcher's keys are recorded. Digits are always called by their place, because the system looks for a sign where
 * an American keyboard has it: on a German one `Control+Shift+/` is the key of `#` (Windows) or `-` (macOS), and what was
 * pressed opens nothing.
 */
import { expect, it } from 'vitest';
import { pressedKeys } from './pressed-keys';

const held = { ctrlKey: true, altKey: false, metaKey: false };

it.each([
  ['the control: 7 with Shift, American', { key: '&', code: 'Digit7', shiftKey: true }, 'Shift+7'],
  ['the control: 1, French', { key: '&', code: 'Digit1', shiftKey: false }, '1'],
  [
    '7 with Shift, German, Spanish, Nordic',
    { key: '/', code: 'Digit7', shiftKey: true },
    'Shift+7',
  ],
  [
    '0 with Shift, German, Spanish, Nordic',
    { key: '=', code: 'Digit0', shiftKey: true },
    'Shift+0',
  ],
  ['4, French', { key: "'", code: 'Digit4', shiftKey: false }, '4'],
  ['6, French', { key: '-', code: 'Digit6', shiftKey: false }, '6'],
])('%s', (_, event, keys) => {
  expect(pressedKeys({ ...held, ...event })).toBe(`Control+${keys}`);
});

it('a comma with Shift, German, is not the key of ü', () => {
  const comma = { key: ';', code: 'Comma', shiftKey: true };
  expect(pressedKeys({ ...held, ...comma })).toBe('Control+Shift+,');
});
