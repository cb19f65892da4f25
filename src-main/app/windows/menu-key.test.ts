import { describe, expect, it } from 'vitest';
import { createMenuKey } from './menu-key';

const none = { control: false, shift: false, meta: false, alt: false, isAutoRepeat: false };
const down = (key: string, held = {}) => ({ ...none, type: 'keyDown', key, ...held }) as const;
const up = (key: string) => ({ ...none, type: 'keyUp', key }) as const;

describe('the key of the menu', () => {
  it('is Alt alone, once it is let go, or F10, on Windows', () => {
    const keys = createMenuKey('win32');
    const alt = { alt: true };
    expect([down('Alt', alt), down('Alt', { ...alt, isAutoRepeat: true })].map(keys.heard)).toEqual(
      [false, false],
    );
    expect(keys.heard(up('Alt'))).toBe(true);
    expect(keys.heard(up('Alt'))).toBe(false);
    expect(keys.heard(down('F10'))).toBe(true);
    expect(keys.heard(down('F10', { shift: true }))).toBe(false);
  });

  it.each([
    ['Alt with another key', [down('Alt'), down('t', { alt: true }), up('t')]],
    ['AltGr', [down('Control'), down('Alt', { control: true })]],
    ['Alt and Shift, which change the keyboard', [down('Alt'), down('Shift', { alt: true })]],
  ])('is not %s', (_what, inputs) => {
    const keys = createMenuKey('win32');
    for (const input of inputs) expect(keys.heard(input)).toBe(false);
    expect(keys.heard(up('Alt'))).toBe(false);
  });

  it('is not Alt that is held while another program comes to the front', () => {
    const keys = createMenuKey('win32');
    keys.heard(down('Alt'));
    keys.forget();
    expect(keys.heard(up('Alt'))).toBe(false);
  });

  it.each(['linux', 'darwin'] as const)('is the system’s matter on %s', (platform) => {
    const keys = createMenuKey(platform);
    expect([down('Alt'), up('Alt'), down('F10')].map(keys.heard)).toEqual([false, false, false]);
  });
});
