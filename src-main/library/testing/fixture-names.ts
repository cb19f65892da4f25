/** How themes are called in the tests of the library. */
import type { ThemeNames } from '../catalogue/theme-names';

export const testNames: ThemeNames = {
  untitled: () => 'Untitled theme',
  copy: (name) => `${name} copy`,
  conflict: (name) => `${name} (your version)`,
};
