import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import type { OutboxItem } from '@shared/publishing';
import { openKeychain, startConnections } from '../connections/testing/fixture-connections';
import { createCredentials } from '../credentials/credentials';
import { arrived, outboxFixture, type OutboxFixture } from './testing/fixture-outbox';

/**
 * The system asks a person whether Foyer may use its token (macOS after an update, say, or a locked keyring), and they
 * say no: the keychain's error (`errSecUserCanceled`, "User canceled the operation."). Several themes wait for that one
 * connection. Each time that the keychain is asked the question is on the screen again.
 */
describe('how often the keychain is asked', () => {
  async function questions(themes: number) {
    const made = await outboxFixture({ themes });
    await made.publish(...made.ids);
    await made.drained();
    let asked = 0;
    const credentials = createCredentials({
      keychain: {
        get: () => {
          asked += 1;
          return new Promise((_resolve, reject) =>
            setTimeout(() => reject(new Error('User canceled the operation.')), 5),
          );
        },
        set: () => Promise.resolve(),
        delete: () => Promise.resolve(),
      },
      onSecret: () => undefined,
      platform: 'darwin',
      secretService: () => Promise.resolve('open'),
      warn: () => undefined,
    });
    const { origin } = new URL(made.connection.baseAddress);
    made.tokenFor = () => credentials.token('c1', origin);
    await made.publish(...made.ids);
    await made.settled();
    const atOnce = asked;
    // Also of those whose turn has not come.
    for (const item of await made.items()) {
      expect(item).toMatchObject({ why: 'problem', problem: { code: 'keychainLocked' } });
    }
    for (let minute = 0; minute < 10; minute += 1) {
      made.clock.pass(60_000);
      await made.settled();
    }
    return { atOnce, inTenMinutes: asked - atOnce };
  }

  it('the control: one theme asks once, and now and then', async () => {
    const { atOnce, inTenMinutes } = await questions(1);
    expect(atOnce).toBe(1);
    expect(inTenMinutes).toBeLessThanOrEqual(10);
  });

  it('twelve themes of one connection ask no more often', async () => {
    const [one, many] = [await questions(1), await questions(12)];
    expect(many).toEqual(one);
  });
});

/**
 * A Linux desktop whose keyring is locked after the login. Foyer asks for a connection's token, the desktop asks for
 * the keyring's password, and the person puts that question away: keytar then gives `null`, and no error (libsecret's
 * `secret_password_lookup_sync`). Later they unlock the keyring.
 */
describe('a keyring that was not unlocked', () => {
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
});

/**
 * The keychain is locked, and the system asks a person to unlock it: Foyer waits up to 30 seconds. Several themes
 * wait for a connection whose token is in it, and one for a connection whose token was entered for the session.
 */
describe('other themes while the keychain is waited for', () => {
  it.each([0, 1, 12])('one of another connection leaves while %i wait for it', async (waiting) => {
    const made = await outboxFixture({ themes: 12 });
    const { connection, connections, practice, outbox } = made;
    // It is known that several may be saved there for the first time at once.
    connection.keepsClientIds = 'yes';
    connections.push({ ...connection, id: 'c2', label: 'Other', workspaceId: 'w2' });
    let unlock = (): void => undefined;
    const isUnlocked = new Promise<void>((done) => (unlock = done));
    made.tokenFor = async (id) => {
      if (id === connection.id) await isUnlocked;
      return made.token;
    };
    const publish = async (themeIds: readonly string[], connectionId: string): Promise<unknown> =>
      outbox.handlers.publish({ themeIds: [...themeIds], connectionIds: [connectionId] });
    if (waiting > 0) await publish(made.ids.slice(0, waiting), connection.id);
    await publish(made.ids.slice(0, 1), 'c2');
    // None of the others can have left.
    await arrived(practice);
    unlock();
    await made.drained();
    // Once it is open, the others go as before.
    expect(practice.received()).toHaveLength(waiting + 1);
  });
});

/**
 * The keychain is locked when a theme is to be sent, and a person pauses publishing: by then it waits for them to
 * resume, whatever becomes of the keychain. What the outbox and the studio say is in the way.
 */
describe('publishing is paused after a locked keychain', () => {
  async function meetALockedKeychain(made: OutboxFixture): Promise<() => void> {
    const open = made.tokenFor;
    made.tokenFor = () => Promise.reject(new ProblemError({ code: 'keychainLocked' }));
    await made.publish();
    await made.settled();
    expect(await made.items()).toMatchObject([
      { why: 'problem', problem: { code: 'keychainLocked' } },
    ]);
    return () => (made.tokenFor = open);
  }

  async function shownPaused(isLockedFirst: boolean): Promise<OutboxItem | undefined> {
    const made = await outboxFixture();
    const unlock = isLockedFirst ? await meetALockedKeychain(made) : undefined;
    await made.outbox.handlers.setPaused({ isPaused: true });
    if (!isLockedFirst) await made.publish();
    // Unlocked long since: the next try is due, and nothing but the pause is in its way.
    unlock?.();
    made.clock.pass(10 * 60_000);
    await made.settled();
    expect(made.practice.received()).toEqual([]);
    const [item] = await made.items();
    return item;
  }

  it('the control: of what was not tried, that it is paused', async () => {
    const item = await shownPaused(false);
    expect(item).toMatchObject({ why: 'paused' });
    expect(item).not.toHaveProperty('problem');
  });

  it('of what met a locked keychain before, that it is paused, and not that the keychain is locked', async () => {
    const item = await shownPaused(true);
    expect(item).toMatchObject({ why: 'paused' });
    // It would be the studio's notice, in place of the pause (`PublishNotice`).
    expect(item?.problem).toBeUndefined();
  });
});

/**
 * The keychain is locked when a theme is to be sent (a Linux desktop after login, say). A person unlocks it, and the
 * next try, which Foyer makes by itself, reaches the service, which refuses the theme; or the network is away by
 * then, or the token. What the outbox and the studio say is in the way.
 */
describe('what is tried after a locked keychain', () => {
  /** The first try, after which the keychain is unlocked. */
  async function meetALockedKeychain(made: OutboxFixture): Promise<void> {
    const open = made.tokenFor;
    made.tokenFor = () => Promise.reject(new ProblemError({ code: 'keychainLocked' }));
    await made.publish();
    await made.settled();
    expect(await made.items()).toMatchObject([
      { why: 'problem', problem: { code: 'keychainLocked' } },
    ]);
    made.tokenFor = open;
  }

  /** What is shown after one try that `happens` to, where the try before met a locked keychain, or there was none. */
  async function shownAfter(
    isLockedFirst: boolean,
    happens: (made: OutboxFixture) => void | Promise<void>,
  ): Promise<OutboxItem | undefined> {
    const made = await outboxFixture();
    if (isLockedFirst) await meetALockedKeychain(made);
    await happens(made);
    // No word of a person's: the next try comes by itself.
    if (isLockedFirst) made.clock.pass(10 * 60_000);
    else await made.publish();
    await made.settled();
    const [item] = await made.items();
    return item;
  }

  const refuses = (made: OutboxFixture): void =>
    made.practice.setBehaviour('saveThemeTemplate', { status: 400, times: 1 });
  const isAway = (made: OutboxFixture): Promise<void> => made.practice.stop();

  it('the control: of what the service refused at once, that it refused it', async () => {
    const item = await shownAfter(false, refuses);
    expect(item).toMatchObject({ why: 'refused', outcome: { kind: 'rejected', status: 400 } });
    expect(item).not.toHaveProperty('problem');
  });

  it('of what the service refused later, not that the keychain is locked', async () => {
    const item = await shownAfter(true, refuses);
    expect(item).toMatchObject({ why: 'refused', outcome: { kind: 'rejected', status: 400 } });
    // The panel's line (`whyText`) and the studio's notice are this problem, in place of what the service said.
    expect(item?.problem).toBeUndefined();
  });

  it('of what can’t be reached later, not that the keychain is locked', async () => {
    const item = await shownAfter(true, isAway);
    expect(item).toMatchObject({ why: 'unreachable', outcome: { kind: 'notSent' } });
    // The studio's notice is this problem.
    expect(item?.problem).toBeUndefined();
  });

  it('of what lacks its token later, not that the keychain is locked', async () => {
    const item = await shownAfter(true, (made) => {
      made.token = undefined;
    });
    expect(item).toMatchObject({ why: 'tokenMissing' });
    // The studio's notice is this problem.
    expect(item?.problem).toBeUndefined();
  });

  it('while the later try is on its way, not that the keychain is locked', async () => {
    const made = await outboxFixture();
    await meetALockedKeychain(made);
    const release = made.practice.holdAnswers();
    made.clock.pass(10 * 60_000);
    await arrived(made.practice);
    const [item] = await made.items();
    release();
    await made.settled();
    expect(item).toMatchObject({ why: 'sending' });
    // The studio's notice is this problem.
    expect(item?.problem).toBeUndefined();
  });
});
