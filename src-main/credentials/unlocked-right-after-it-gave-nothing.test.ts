/**
 * A locked Linux keyring gives nothing (keytar's `null`), as its question was put away. Before Foyer asks the desktop
 * whether it is locked, it was unlocked: nobody knows by that whether it has the token.
 */
import { expect, it } from 'vitest';
import { createCredentials } from './credentials';

it.each([
  ['before it was asked (the control)', false],
  ['right after it gave nothing', true],
])('the token is found: unlocked %s', async (_when, isLockedAtFirst) => {
  const keyring = { isLocked: isLockedAtFirst };
  const { token } = createCredentials({
    keychain: {
      get: () => {
        const found = keyring.isLocked ? null : 'sesame';
        keyring.isLocked = false;
        return Promise.resolve(found);
      },
      set: () => Promise.resolve(),
      delete: () => Promise.resolve(),
    },
    onSecret: () => undefined,
    platform: 'linux',
    secretService: () => Promise.resolve(keyring.isLocked ? 'locked' : 'open'),
    warn: () => undefined,
  });
  expect(await token('one', 'https://northwind.example')).toBe('sesame');
});
