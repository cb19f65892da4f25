/** The preferences' part of a backup: what a person chose, without what belongs to one computer. */
import { isDeepStrictEqual } from 'node:util';
import { preferencesSchema, type Preferences as Shown } from '@shared/bridge/app';
import { ProblemError } from '@shared/problem-error';
import { problemOfStorage } from '../../storage/storage';

/** What was opened last is this computer's own. */
const backedUp = preferencesSchema.omit({ recentThemes: true });

type Changes = { [Key in keyof Shown]?: Shown[Key] | undefined };

/**
 * What the backup room asks of the preferences: those of the backup take the place of what is here,
 * and what counts as put back is what was different. `set` takes effect at once, in all windows.
 */
export function preferencesBackup(preferences: {
  /**
   * All of them; what the schema doesn't name (window places, folders) is not backed up.
   * @throws StorageError while they can't be read: what nobody chose must not look chosen
   */
  all(): Shown;
  set(changes: Changes): void;
}): { readonly name: string; collect(): unknown; prepare(value: unknown): () => Promise<number> } {
  return {
    name: 'preferences',
    collect() {
      try {
        return backedUp.parse(preferences.all());
      } catch (error) {
        const problem = problemOfStorage(error);
        throw problem === undefined ? error : new ProblemError(problem, { cause: error });
      }
    },
    prepare(value) {
      const given = backedUp.partial().parse(value);
      return async () => {
        const here = preferencesSchema.parse(preferences.all());
        const replaced = Object.entries(given).filter(
          ([key, value]) => !isDeepStrictEqual(here[key as keyof Shown], value),
        );
        if (replaced.length > 0) preferences.set(given);
        return replaced.length;
      };
    },
  };
}
