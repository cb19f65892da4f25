/**
 * Alt, or F10, opens the menu on Windows, where the window has no menu bar that would do it: with the
 * title bar goes Electron's. Pure.
 */
import type { Input } from 'electron';

/** What of a key counts here. */
type Pressed = Pick<Input, 'type' | 'key' | 'control' | 'shift' | 'meta' | 'alt' | 'isAutoRepeat'>;

export interface MenuKey {
  /** Whether this asks for the menu: Alt that is let go with nothing pressed meanwhile, or F10. */
  heard(input: Pressed): boolean;
  /** The window is left, or the mouse was used: an Alt that is held means something else. */
  forget(): void;
}

export function createMenuKey(platform: NodeJS.Platform): MenuKey {
  let isAltAlone = false;
  return {
    heard({ type, key, control, shift, meta, alt, isAutoRepeat }) {
      if (platform !== 'win32') return false;
      if (type === 'keyUp' && key === 'Alt') {
        const isAsked = isAltAlone;
        isAltAlone = false;
        return isAsked;
      }
      if (type !== 'keyDown' && type !== 'rawKeyDown') return false;
      const isPlain = !control && !shift && !meta;
      // AltGr comes as Control and Alt.
      if (key === 'Alt') isAltAlone = isPlain && (isAltAlone || !isAutoRepeat);
      else isAltAlone = false;
      return key === 'F10' && isPlain && !alt;
    },
    forget() {
      isAltAlone = false;
    },
  };
}
