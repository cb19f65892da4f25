/**
 * A guard before the service answers 403 with a web page (“Just a moment…”). *Check connection* says of it that a page,
 * perhaps not the service's, refused the request. Activity says of the same check that “the service refused the token”,
 * and so do a theme, a preview and billing, with “Token refused” in their lists: nobody has looked at the token.
 */
import { expect, it } from 'vitest';
import { outcomeText } from './outcome-text';

const said = (kind: Parameters<typeof outcomeText>[1], form: 'json' | 'html') => {
  const { title, short } = outcomeText({ kind: 'tokenRefused', status: 403, form }, kind);
  return [title, short].join(' ');
};

it('the control: another answer is the service’s', () => {
  expect(said('checkConnection', 'json')).toMatch(/refused the token/u);
});

it.each(['checkConnection', 'saveThemeTemplate', 'startChatAppPreview'] as const)(
  'does not say of a page that the service refused the token: %s',
  (kind) => {
    expect(said(kind, 'html')).not.toMatch(/refused the token|Token refused/u);
  },
);
