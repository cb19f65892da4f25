/** The global shortcut that shows the launcher: the person's choice, if the system gives it. */
import { globalShortcut } from 'electron';

export interface LauncherKeys {
  /** Whether the keys in use reach Foyer. */
  work(): boolean;
  /** Takes other keys in use; empty: none. False: the system refused, and the ones before stay. */
  use(keys: string): boolean;
}

export function createLauncherKeys(onPress: () => void): LauncherKeys {
  let inUse = '';

  function register(keys: string): boolean {
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
    use(keys) {
      if (keys === inUse) return true;
      if (keys !== '' && !register(keys)) return false;
      if (inUse !== '') globalShortcut.unregister(inUse);
      inUse = keys;
      return true;
    },
  };
}
