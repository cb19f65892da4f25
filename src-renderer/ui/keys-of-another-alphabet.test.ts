/**
 * A person whose keyboard is set to Russian, Greek, Hebrew or Arabic presses Ctrl K, as the cap of the key says. In
 * every other program the key does what its Latin letter does; the launcher’s keys are recorded so (`pressed-keys.ts`:
 * *where a key types nothing of that, because of another alphabet, it is called by its place*). On Windows and Linux no
 * menu registers these keys (`menu-template.ts`).
 */
import { sharedCommands } from '@shared/shared-commands';
import { expect, it } from 'vitest';
import { isPressed } from './keys';

const pressed = (key: string, code: string) =>
  new KeyboardEvent('keydown', { key, code, ctrlKey: true });

const [palette] = sharedCommands.palette.keys;
const [undo] = sharedCommands.undo.keys;

it('the control: in Latin letters, wherever they lie', () => {
  expect(isPressed(pressed('k', 'KeyK'), palette)).toBe(true);
  // On AZERTY and QWERTZ the letter counts, not its place.
  expect(isPressed(pressed('z', 'KeyY'), undo)).toBe(true);
  expect(isPressed(pressed('w', 'KeyZ'), undo)).toBe(false);
  // Dvorak has a sign there, the Turkish F keyboard a Latin letter of its own.
  expect(isPressed(pressed(';', 'KeyZ'), undo)).toBe(false);
  expect(isPressed(pressed('ö', 'KeyK'), palette)).toBe(false);
});

it.each([
  ['Russian', 'л', 'я'],
  ['Greek', 'κ', 'ζ'],
  ['Hebrew', 'ל', 'ז'],
  ['Arabic', 'ن', 'ئ'],
])('in %s, Ctrl K and Ctrl Z', (_, k, z) => {
  expect(isPressed(pressed(k, 'KeyK'), palette)).toBe(true);
  expect(isPressed(pressed(z, 'KeyZ'), undo)).toBe(true);
});
