/**
 * A locked Linux keyring gives nothing (keytar's `null`), as its question was put away. Before Foyer asks the desktop
 * whether it is locked, it was unlocked: nobody knows by that whether it has the token.
 */
import { expect, it } from 'vitest';
import { createCredentials } from './credentials';

const origin = 'https://northwind.example';

it.each(['before it is asked', 'right after it was asked'] as const)(
  'the token is found, or said to be locked: unlocked %s',
  async (when) => {
    const keyring = { isLocked: when !== 'before it is asked' };
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
    const said = await token('one', origin).catch(() => 'locked');
    expect(['sesame', 'locked']).toContain(said);
  },
);
