/**
 * Check connection says that the service “rejected an empty test theme, as expected” only where it judged the theme, and so took the
 * token before. A service that says that whoever asks may not be there judged nothing, whichever everyday words it says it in.
 */
import { describe, expect, it } from 'vitest';
import type { Outcome } from './outcome';
import { outcomeText } from './outcome-text';
import { judgedTheTheme } from './judged-theme';

const refused = (status: number, message: string): Extract<Outcome, { kind: 'rejected' }> => ({
  kind: 'rejected',
  status,
  form: 'json',
  error: { message, issues: [] },
});

describe.each([400, 404, 422])('a %i', (status) => {
  it.each([
    // The control.
    'You do not have access to this workspace',
    'You don’t have access to this workspace',
    "You don't have access to this workspace",
    'Workspace not found or you don’t have access to it',
    'You cannot access this workspace',
    'You are not a member of this workspace',
    'The given key is not valid for this workspace',
  ])('that says “%s” is no good end of a check', (message) => {
    expect(judgedTheTheme(refused(status, message))).toBe(false);
    expect(outcomeText(refused(status, message), 'checkConnection').tone).toBe('bad');
  });
});
