/** Files with a theme, as a person hands them to an import, and what is said of one that is refused. */
import { newTheme } from '@shared/theme/theme';
import { expect } from 'vitest';

/** A theme that isn't the plain one. */
export const custom = {
  ...newTheme(),
  customCss: '.a { color: red }',
  roundness: 'large' as const,
};

/** A value as the text of a file. */
export const text = (value: unknown): string => JSON.stringify(value, null, 2);

/** A file with a theme alone, which is called like the file. */
export const bare = (name = 'harbour.json') => ({ name, text: text(custom) });

/** What a report says of a file that was refused for `reason`. */
export const refusedFor = (reason: string, more: object = {}) => ({
  problem: expect.objectContaining({
    code: 'importRefused',
    fault: expect.objectContaining({ reason, ...more }) as unknown,
  }) as unknown,
});
