/**
 * A keychain fails to give one token: its item is damaged, or belongs to another program. What is given away is still rid
 * of the tokens of the other connections. One that is locked or absent gives none, and is asked once.
 */
import { ProblemError } from '@shared/problem-error';
import type { Problem } from '@shared/problem';
import { trialConnection } from '@shared/trial-connection';
import { expect, it } from 'vitest';
import { readTokens } from './read-tokens';

const all = ['first', 'second', 'third'];

it.each<[string, Problem, readonly string[]]>([
  ['one that fails for itself', { code: 'keychainFailed', detail: 'damaged' }, all],
  ['a locked keychain', { code: 'keychainLocked' }, ['first']],
  ['none on this computer', { code: 'keychainAbsent', detail: '', isKWallet: false }, ['first']],
])('%s', async (_, problem, expected) => {
  const asked: string[] = [];
  const warned: string[] = [];
  await readTokens(
    {
      known: () => all.map((id) => ({ ...trialConnection(id), presentation: { kind: 'bearer' } })),
      tokenFor: (id) => {
        asked.push(id);
        return id === 'first'
          ? Promise.reject(new ProblemError(problem))
          : Promise.resolve('token');
      },
    },
    (event) => warned.push(event),
  );
  expect(asked).toEqual(expected);
  expect(warned).toEqual(['activity.tokensNotRead']);
});
