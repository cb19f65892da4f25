import { describe, expect, it } from 'vitest';
import { capsOf, pressedKeys } from './pressed-keys';

const none = { ctrlKey: false, altKey: false, metaKey: false, shiftKey: false };

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

  it('are shown as caps', () => {
    expect(capsOf('Control+Shift+P', false)).toEqual(['Ctrl', 'Shift', 'P']);
    expect(capsOf('Super+Alt+P', true)).toEqual(['⌘', '⌥', 'P']);
  });
});
