/**
 * Check connection runs into a guard before the service: a 403 with a web page (“Just a moment…”), as Cloudflare and
 * sign-in pages of company networks answer. Of the same answer to a theme Foyer says that a web page came back, perhaps
 * not from the service; of every other status the check says so, too. It doesn't say that the service refused the token,
 * which nobody has looked at, without a word of the page.
 */
import { expect, it } from 'vitest';
import type { ConnectionCheck } from '@shared/connection';
import { outcomeText } from '@shared/service/outcome-text';
import { checkText } from './check-text';

const saidOf = (check: ConnectionCheck): string => {
  const { title, text, detail } = checkText(check, 'bearer');
  return [title, text, detail].join(' ');
};
const page = /web page/iu;

it('the control: what is said of a theme speaks of the page', () => {
  const { todo } = outcomeText(
    { kind: 'rejected', status: 403, form: 'html' },
    'saveThemeTemplate',
  );
  expect(todo).toMatch(page);
});

it('the control: with a 400, the check speaks of the page', () => {
  expect(saidOf({ verdict: 'somethingElse', status: 400, form: 'html' })).toMatch(page);
});

it.each([401, 403])('with a %i, the check speaks of the page', (status) => {
  const said = saidOf({ verdict: 'tokenRefused', status, detail: '', form: 'html' });
  expect(said).toMatch(page);
  expect(said).not.toContain('refused the token');
});
