/** The global shortcut that shows the launcher: the person's choice, if the system gives it. */
import { globalShortcut } from 'electron';

export interface LauncherKeys {
  /** Whether the keys in use reach Foyer. */
  work(): boolean;
  /**
   * Takes other keys in use; empty: none. False: the system refused, and the ones before stay. `keep`
   * writes down what was given, before the ones before are let go: they stay also where it throws.
   */
  use(keys: string, keep?: () => void): boolean;
}

const modifiers: ReadonlySet<string> = new Set(['Control', 'Alt', 'Shift', 'Super']);

/**
 * Whether a person can choose them, in Settings: a key that is typed, alone or with Shift, could be typed
 * nowhere else any more. They also come from files: a backup that anybody made, the preferences.
 */
function isShortcut(keys: string): boolean {
  const held = keys.split('+');
  const key = held.pop() ?? '';
  if (held.some((word) => !modifiers.has(word))) return false;
  return /^F\d{1,2}$/u.test(key) || held.some((word) => word !== 'Shift');
}

export function createLauncherKeys(onPress: () => void): LauncherKeys {
  let inUse = '';

  function register(keys: string): boolean {
    if (!isShortcut(keys)) return false;
    try {
      return globalShortcut.register(keys, onPress);
    } catch (error) {
      // Words that name no keys.
      if (error instanceof TypeError) return false;
      throw error;
    }
  }

  return {
    work: () => inUse !== '',
    use(keys, keep = () => undefined) {
      if (keys === inUse) {
        keep();
        return true;
      }
      if (keys !== '' && !register(keys)) return false;
      let unused = keys;
      try {
        keep();
        unused = inUse;
        inUse = keys;
      } finally {
        if (unused !== '') globalShortcut.unregister(unused);
      }
      return true;
    },
  };
}
