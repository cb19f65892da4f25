import type { ConflictChoice } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import type { ThemeDocument } from '@shared/theme/theme';
import type { EditedTheme, ThemeContent } from './edited-theme';

/** What ending a conflict needs of the themes. */
export interface ConflictedThemes {
  opened(id: string): Promise<EditedTheme>;
  current(id: string): Promise<ThemeDocument>;
  /** Puts another content in the place of a theme's, which is kept as a version; saved. */
  replace(theme: EditedTheme, change: (content: ThemeContent) => ThemeContent): Promise<void>;
  remove(ids: readonly string[]): Promise<{ readonly entries: string[] }>;
}

/**
 * Ends the conflict of a copy as a person decided. Nothing is lost either way: the copy goes to the
 * bin, and what the other theme held is kept as a version and is a step of undo. Resolves with the
 * copy's entry in the bin.
 *
 * @throws ProblemError notFound: the copy is none, or the other theme is gone and was to be kept or
 *   changed; storage…
 */
export async function resolveConflict(
  themes: ConflictedThemes,
  id: string,
  keep: ConflictChoice,
): Promise<{ entries: string[] }> {
  const copy = await themes.current(id);
  if (copy.conflictOf === undefined) throw new ProblemError({ code: 'notFound', what: 'theme' });
  if (keep === 'both') {
    const theme = await themes.opened(id);
    theme.endConflict();
    await theme.saveOrThrow();
    return { entries: [] };
  }
  const other = await themes.opened(copy.conflictOf.id);
  if (keep === 'this') {
    // The name stays: the copy's is one that Foyer made.
    await themes.replace(other, ({ name }) => ({ name, tags: copy.tags, theme: copy.theme }));
  }
  const { entries } = await themes.remove([id]);
  return { entries };
}
