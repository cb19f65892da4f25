/** Themes for the tests of the library's screen. */
import type { LibraryTheme } from '../state/theme-status';
import { newTheme } from '@shared/theme/theme';

/** A card's data with what a test cares for; the rest is that of a new theme. */
export function sampleSummary(
  name: string,
  changes: Partial<LibraryTheme> & { place?: Partial<LibraryTheme['places'][number]> } = {},
): LibraryTheme {
  const { place, ...rest } = changes;
  return {
    id: `id-${name.toLowerCase()}`,
    name,
    tags: [],
    updatedAt: '2024-11-20T10:00:00.000Z',
    theme: newTheme(),
    hasCustomCss: false,
    isReadOnly: false,
    places: [{ connectionId: 'northwind', relation: 'never', delivery: 'idle', ...place }],
    ...rest,
  };
}
