/**
 * “The service accepts this token” is claimed of issues without a place in the body, unless a word of them is of who sent it. The words are
 * English, and few: decision 25 was made because refusals come in any language, and claims only what follows from status and places.
 */
import { expect, it } from 'vitest';
import { checkedRefusal } from './judged-theme';

const ofIssue = (message: string) =>
  checkedRefusal({
    ...{ kind: 'rejected', status: 400 },
    error: { message: 'Bad request', issues: [{ message }] },
  });

it('the control: an issue that names the token', () => {
  expect(ofIssue('The token has expired')).toBe('refused');
});

it.each([
  'Ungültiger API-Schlüssel',
  'Clé API invalide',
  'Jeton expiré',
  'Clave no válida',
  '無効なトークンです',
  'Unknown client',
  'Account suspended',
  'Invalid signature',
])('an issue that may be of who sent it: “%s”', (message) => {
  expect(ofIssue(message)).toBe('refused');
});
