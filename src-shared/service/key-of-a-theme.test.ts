/**
 * A strict validator calls a field of the theme a key. The window says then that the token may be wrong, and to replace it.
 */
import { expect, it } from 'vitest';
import { outcomeText } from './outcome-text';

it.each([
  'Unknown key in theme: roundness', // the control
  'The theme has an invalid key',
  'Invalid key theme.roundness',
  'theme.chat: invalid key roundness',
])('is no token: %s', (message) => {
  const text = outcomeText(
    { kind: 'rejected', status: 400, error: { message, issues: [] } },
    'saveThemeTemplate',
  );
  expect(text.todo).not.toMatch(/token/iu);
});
