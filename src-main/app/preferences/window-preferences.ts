/** The preferences that the windows see and set. */
import type { Preferences as Shown } from '@shared/bridge/app';
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

export function createWindowPreferences(
  preferences: Preferences<StoredPreferences>,
  emit: Emit<FoyerEvents>,
): WindowPreferences {
  const localeListeners: (() => void)[] = [];
  const shown = (): Shown => {
    const { appearance, textSize, locale, loadPictures, librarySort, ...rest } = preferences.all();
    const { previewFrames, previewZoom } = rest;
    const ofTheScreens = { librarySort, previewFrames, previewZoom };
    return { appearance, textSize, locale, loadPictures, ...ofTheScreens };
  };
  return {
    shown,
    set(changes) {
      if (changes.appearance !== undefined) preferences.set('appearance', changes.appearance);
      if (changes.textSize !== undefined) preferences.set('textSize', changes.textSize);
      if (changes.loadPictures !== undefined) {
        preferences.set('loadPictures', changes.loadPictures);
      }
      if (changes.librarySort !== undefined) preferences.set('librarySort', changes.librarySort);
      if (changes.previewFrames !== undefined) {
        preferences.set('previewFrames', changes.previewFrames);
      }
      if (changes.previewZoom !== undefined) preferences.set('previewZoom', changes.previewZoom);
      if (changes.locale !== undefined) {
        preferences.set('locale', changes.locale);
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
