/** The preferences that the windows see and set. */
import { preferencesSchema, type Preferences as Shown } from '@shared/bridge/app';
import type { FoyerEvents } from '@shared/bridge/events';
import type { Emit } from '../../bridge/bridge';
import type { Preferences } from '../../storage/storage';
import type { StoredPreferences } from './stored-preferences';

type Changes = { [Key in keyof Shown]?: Shown[Key] | undefined };

export interface WindowPreferences {
  shown(): Shown;
  /** Takes effect at once, in all windows. With nothing to change, the windows hear what is there. */
  set(changes: Changes): Shown;
  /** The language changed, or was set anew. */
  onLocale(listener: () => void): void;
}

/** All that the schema of the bridge has. */
const shownKeys = preferencesSchema.keyof().options;
/** What the windows see of all that is kept. */
const pick = (all: StoredPreferences): Shown => preferencesSchema.parse(all);

export function createWindowPreferences(
  preferences: Preferences<StoredPreferences>,
  emit: Emit<FoyerEvents>,
): WindowPreferences {
  const localeListeners: (() => void)[] = [];
  const shown = (): Shown => pick(preferences.all());
  return {
    shown,
    set(changes) {
      const given = shownKeys.flatMap((key) => {
        const value = changes[key];
        return value === undefined ? [] : [[key, value] as const];
      });
      preferences.setAll(Object.fromEntries(given));
      if (changes.locale !== undefined) {
        for (const heard of localeListeners) heard();
      }
      emit('app', 'preferencesChanged', shown());
      return shown();
    },
    onLocale(listener) {
      localeListeners.push(listener);
    },
  };
}
