/** The preferences' part of a backup: what a person chose, without what belongs to one computer. */
import { isDeepStrictEqual } from 'node:util';
import { mostEntries, preferencesSchema, type Preferences as Shown } from '@shared/bridge/app';
import { m } from '@shared/messages/messages';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { z } from 'zod';
import { problemOfStorage } from '../../storage/storage';
import { withMissing } from './missing-entries';
import type { StoredPreferences } from './stored-preferences';

/**
 * What was opened last is this computer's own, and so is what is not named here: where the window and the
 * library are, which keys were heard, when Foyer looked for updates.
 */
const backedUpSchema = preferencesSchema
  .omit({ recentThemes: true })
  .extend({
    launcherKeys: z.string().max(100),
    isInTray: z.boolean(),
    closesToTray: z.boolean(),
    /** Absent where nobody decided. */
    looksForUpdates: z.boolean(),
  })
  .partial();

type BackedUp = z.infer<typeof backedUpSchema>;
type OfOtherRooms = 'launcherKeys' | 'isInTray' | 'closesToTray' | 'looksForUpdates';
type Changes = { [Key in keyof Shown]?: Shown[Key] | undefined };

export interface BackedUpPreferences {
  /**
   * All of them; what the schema doesn't name is not backed up.
   * @throws StorageError while they can't be read: what nobody chose must not look chosen
   */
  all(): Shown & Pick<StoredPreferences, OfOtherRooms>;
  /**
   * What is in a list and can't be read, because a newer Foyer wrote it or it is damaged.
   * @throws StorageError while it can't be known
   */
  unread(list: 'favourites' | 'savedFilters'): readonly unknown[];
  /** All of them or none; takes effect at once, in all windows, and so does each of the others. */
  set(changes: Changes): void;
  setTray(changes: Pick<BackedUp, 'isInTray' | 'closesToTray'>): Promise<unknown>;
  setLooksForUpdates(isOn: boolean): Promise<unknown>;
  /** Rejects with a ProblemError where the system doesn't give the keys to Foyer; those before stay. */
  setLauncherKeys(keys: string): Promise<unknown>;
}

export interface PreferencesBackup {
  readonly name: 'preferences';
  collect(): unknown;
  /** @throws zod's error for a wrong shape */
  prepare(value: unknown): (leaveOut: (name: string, problem: Problem) => void) => Promise<number>;
}

/** Where a list has more that can't be read, the backup would leave out all of it. */
const mostNamed = 100;

/** With what can't be read of the lists: the backup leaves it out one by one, and names it. */
function withUnread(known: BackedUp, preferences: BackedUpPreferences): object {
  const all: Record<string, unknown> = { ...known };
  for (const list of ['favourites', 'savedFilters'] as const) {
    const more = preferences.unread(list);
    if (more.length > 0) all[list] = [...(known[list] ?? []), ...more.slice(0, mostNamed)];
  }
  return all;
}

/** What a person can be told of a failure; of one that nobody expects, nothing. */
function problemOf(error: unknown): Problem | undefined {
  return error instanceof ProblemError ? error.problem : problemOfStorage(error);
}

/**
 * What the backup room asks of the preferences: those of the backup take the place of what is here, but
 * stars and saved filters are added to those that are here. What counts as put back is what was different.
 */
export function preferencesBackup(preferences: BackedUpPreferences): PreferencesBackup {
  return {
    name: 'preferences',
    collect() {
      try {
        const { looksForUpdates, ...all } = preferences.all();
        const chosen = looksForUpdates === null ? all : { ...all, looksForUpdates };
        return withUnread(backedUpSchema.parse(chosen), preferences);
      } catch (error) {
        const problem = problemOf(error);
        throw problem === undefined ? error : new ProblemError(problem, { cause: error });
      }
    },
    prepare(value) {
      const given = backedUpSchema.parse(value);
      return async (leaveOut) => {
        const all = preferences.all();
        const here: Readonly<Record<string, unknown>> = { ...all };
        const { lists, leftOut } = withMissing(all, given);
        const others = Object.entries({ ...given, ...lists }).filter(
          ([key, value]) => !isDeepStrictEqual(here[key], value),
        );
        for (const { name } of leftOut) {
          leaveOut(name, { code: 'savedFiltersFull', most: mostEntries.savedFilters });
        }
        const { launcherKeys, isInTray, closesToTray, looksForUpdates, ...shown } =
          Object.fromEntries(others) as BackedUp;
        let left = 0;
        /** Where one of the others can't be had, those before it are put back all the same, and count. */
        const put = async (count: number, name: string, work: () => Promise<unknown>) => {
          try {
            await work();
          } catch (error) {
            const problem = problemOf(error);
            if (problem === undefined) throw error;
            leaveOut(name, problem);
            left += count;
          }
        };
        if (Object.keys(shown).length > 0) preferences.set(shown);
        const tray = [isInTray, closesToTray].filter((choice) => choice !== undefined);
        if (tray.length > 0) {
          await put(tray.length, m.settings_tray(), () =>
            preferences.setTray({ isInTray, closesToTray }),
          );
        }
        if (looksForUpdates !== undefined) {
          await put(1, m.updates_daily(), () => preferences.setLooksForUpdates(looksForUpdates));
        }
        if (launcherKeys !== undefined) {
          await put(1, m.settings_keys(), () => preferences.setLauncherKeys(launcherKeys));
        }
        return others.length - left;
      };
    },
  };
}
