import type { ConflictChoice } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import type { ThemeDocument } from '@shared/theme/theme';
import type { EditedTheme } from './edited-theme';

/** What ending a conflict needs of the themes. */
export interface ConflictedThemes {
  opened(id: string): Promise<EditedTheme>;
  current(id: string): Promise<ThemeDocument>;
  remove(ids: readonly string[]): Promise<unknown>;
}

/**
 * Ends the conflict of a copy as a person decided. Nothing is lost either way: the copy goes to the
 * bin, and what the other theme held is a step of undo.
 *
 * @throws ProblemError notFound: the copy is none, or the other theme is gone and was to be kept or
 *   changed; storage…
 */
export async function resolveConflict(
  themes: ConflictedThemes,
  id: string,
  keep: ConflictChoice,
): Promise<void> {
  const copy = await themes.current(id);
  if (copy.conflictOf === undefined) throw new ProblemError({ code: 'notFound', what: 'theme' });
  if (keep === 'both') {
    const theme = await themes.opened(id);
    theme.endConflict();
    await theme.saveOrThrow();
    return;
  }
  const other = await themes.opened(copy.conflictOf.id);
  if (keep === 'this') {
    // The name stays: the copy's is one that Foyer made.
    other.edit(({ name }) => ({ name, tags: copy.tags, theme: copy.theme }));
    await other.saveOrThrow();
  }
  await themes.remove([id]);
}
