/**
 * A locked keyring on a Linux desktop. A person replaces a token: the desktop asks for the keyring's password to read
 * the old one, which they put away (keytar gives `null`), and asks again to store the new one. That question they answer
 * only after Foyer has said that the keychain is locked. "What was reported as failed … is not done later: … what was
 * there before is put back."
 */
import { expect, it, vi } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { createCredentials } from './credentials';

const origin = 'https://northwind.example';

async function keptAfter(firstQuestion: 'answered' | 'put away') {
  const entries = new Map([[`one ${origin}`, 'old']]);
  let unlock = (): void => undefined;
  const unlocked = new Promise<void>((done) => (unlock = done));
  let isLocked = firstQuestion === 'put away';
  const seen: string[] = [];
  const { keep } = createCredentials({
    keychain: {
      get: (account) => Promise.resolve(isLocked ? null : (entries.get(account) ?? null)),
      set: async (account, secret) => {
        await unlocked;
        isLocked = false;
        entries.set(account, secret);
        seen.push(`set ${secret}`);
      },
      delete: (account) => {
        if (!isLocked) entries.delete(account);
        seen.push('deleted');
        return Promise.resolve();
      },
    },
    onSecret: () => undefined,
    platform: 'linux',
    secretService: () => Promise.resolve('locked'),
    warn: () => undefined,
    timeLimitMs: 20,
  });
  const said = await keep('one', origin, 'new', 'keychain').then(
    () => 'kept',
    (error: unknown) => (error instanceof ProblemError ? error.problem.code : String(error)),
  );
  unlock();
  await vi.waitFor(() => expect(seen.length).toBe(2));
  return { said, entries: [...entries.values()] };
}

it.each(['answered', 'put away'] as const)(
  'the token of before is there: the first question was %s',
  async (firstQuestion) => {
    expect(await keptAfter(firstQuestion)).toEqual({ said: 'keychainLocked', entries: ['old'] });
  },
);
