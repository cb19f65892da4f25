/** What a person chose about updates, kept with the preferences. */
import type { Preferences } from '../../storage/storage';
import type { UpdatesOptions } from '../../updates/updates';
import type { StoredPreferences } from '../preferences/stored-preferences';

export function updateChoices(preferences: Preferences<StoredPreferences>): UpdatesOptions['kept'] {
  return {
    get: () => ({
      looksDaily: preferences.getRead('looksForUpdates'),
      lookedAt: preferences.get('updatesLookedAt'),
      putOffUntil: preferences.get('updatesPutOffUntil'),
      lot: preferences.get('updatesLot'),
    }),
    set({ looksDaily, lookedAt, putOffUntil, lot }) {
      if (lot !== undefined) preferences.set('updatesLot', lot);
      if (looksDaily !== undefined) preferences.set('looksForUpdates', looksDaily);
      if (lookedAt !== undefined) preferences.set('updatesLookedAt', lookedAt);
      if (putOffUntil !== undefined) preferences.set('updatesPutOffUntil', putOffUntil);
    },
  };
}
