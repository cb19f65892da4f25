import { describe, expect, it } from 'vitest';
import { capsOf, pressedKeys } from './pressed-keys';

const none = { key: '', ctrlKey: false, altKey: false, metaKey: false, shiftKey: false };

describe('keys for the launcher', () => {
  it.each([
    [{ code: 'KeyP', ctrlKey: true, shiftKey: true }, 'Control+Shift+P'],
    [{ code: 'Space', altKey: true }, 'Alt+Space'],
    [{ code: 'Digit1', metaKey: true }, 'Super+1'],
    [{ code: 'F9' }, 'F9'],
    [{ code: 'KeyP' }, undefined],
    [{ code: 'KeyP', shiftKey: true }, undefined],
    [{ code: 'ControlLeft', ctrlKey: true }, undefined],
    [{ code: 'Tab', ctrlKey: true }, undefined],
  ])('%j', (event, keys) => {
    expect(pressedKeys({ ...none, ...event })).toBe(keys);
  });

  it.each([
    ['A, where AZERTY has it', { key: 'a', code: 'KeyQ', ctrlKey: true }, 'Control+A'],
    [
      'Z, where QWERTZ has it',
      { key: 'Z', code: 'KeyY', altKey: true, shiftKey: true },
      'Alt+Shift+Z',
    ],
    ['1, which AZERTY types with Shift', { key: '&', code: 'Digit1', ctrlKey: true }, 'Control+1'],
    ['P with Option on a Mac', { key: 'π', code: 'KeyP', altKey: true }, 'Alt+P'],
    ['a key of another alphabet', { key: 'з', code: 'KeyP', ctrlKey: true }, 'Control+P'],
    ['a full stop, where Dvorak has it', { key: '.', code: 'KeyE', ctrlKey: true }, 'Control+.'],
  ])('are what is printed on them: %s', (_what, event, keys) => {
    expect(pressedKeys({ ...none, ...event })).toBe(keys);
  });

  it('are shown as caps', () => {
    expect(capsOf('Control+Shift+P', false)).toEqual(['Ctrl', 'Shift', 'P']);
    expect(capsOf('Super+Alt+P', true)).toEqual(['⌘', '⌥', 'P']);
  });
});
