/**
 * A Linux desktop whose keyring is locked after the login. Foyer asks for a connection's token, the desktop asks for
 * the keyring's password, and the person puts that question away: keytar then gives `null`, and no error (libsecret's
 * `secret_password_lookup_sync`). Later they unlock the keyring.
 */
import { expect, it } from 'vitest';
import { mkdir } from 'node:fs/promises';
import { openKeychain, startConnections } from '../connections/testing/fixture-connections';
import { join } from 'node:path';
import { outboxFixture } from './testing/fixture-outbox';

/** A start of Foyer with a token in a locked keyring, in whose outbox a theme waits. */
async function startedWhileLocked(saysSo: 'with an error' | 'with nothing') {
  const made = await outboxFixture();
  const entries = new Map<string, string>();
  const keyring = { isLocked: false };
  const kept = openKeychain(entries);
  const profile = join(made.root, 'profile');
  await mkdir(profile, { recursive: true });
  const start = () =>
    startConnections(
      profile,
      {
        ...kept,
        get: (account) => {
          if (!keyring.isLocked) return kept.get(account);
          return saysSo === 'with nothing'
            ? Promise.resolve(null)
            : Promise.reject(new Error('Prompt was dismissed'));
        },
      },
      { secretService: () => Promise.resolve(keyring.isLocked ? 'locked' : 'open') },
    );
  const { baseAddress, workspaceId } = made.connection;
  const before = await start();
  const { id } = await before.handlers.add({
    input: {
      ...{ label: 'Northwind', baseAddress, workspaceId },
      ...{ colour: 'petrol', preset: 'documented', presentation: { kind: 'bearer' } },
    },
    token: made.token,
    keep: 'keychain',
  });
  await before.close();
  // The next start, right after the login.
  keyring.isLocked = true;
  const connections = await start();
  const { origin } = new URL(baseAddress);
  made.tokenFor = () => connections.tokenFor(id, origin);
  await made.publish();
  await made.settled();
  return { made, keyring, tokenState: () => connections.knownById(id)?.tokenState };
}

it.each(['with an error', 'with nothing'] as const)(
  'a keyring that stays locked is the reason, and not a missing token: told %s',
  async (saysSo) => {
    const { made, tokenState } = await startedWhileLocked(saysSo);
    // The connection's own screen says that the token is in the keychain, as it is.
    expect(tokenState()).toBe('keychain');
    expect(await made.items()).toMatchObject([
      { why: 'problem', problem: { code: 'keychainLocked' } },
    ]);
  },
);

it.each(['with an error', 'with nothing'] as const)(
  'once it is unlocked what waited goes by itself: told %s',
  async (saysSo) => {
    const { made, keyring } = await startedWhileLocked(saysSo);
    keyring.isLocked = false;
    // An hour later, and the computer woke up in between.
    made.clock.pass(60 * 60_000);
    made.outbox.wake();
    await made.settled();
    expect(await made.items()).toEqual([]);
    expect(made.practice.received()).toHaveLength(1);
  },
);
