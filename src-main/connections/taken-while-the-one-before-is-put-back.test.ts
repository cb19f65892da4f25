/**
 * A person renames a connection, and the disk takes its time. They enter a token meanwhile, and then another. The disk
 * refuses the first of these, while the keychain is still busy with the second, which is taken. What is sent from then on
 * is the token that was taken.
 */
import { expect, it, onTestFinished, vi } from 'vitest';
import { createCredentials } from '../credentials/credentials';
import { connectionsFixture, input } from './testing/fixture-connections';

const { origin } = new URL(input.baseAddress);
const turns = async () => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((next) => setImmediate(next));
};

async function usedAfter(isFirstRefused: boolean) {
  const entries = new Map<string, string>();
  let unlock = (): void => undefined;
  const unlocked = new Promise<void>((done) => (unlock = done));
  const { connections, id } = await connectionsFixture(undefined, {
    tokens: createCredentials({
      keychain: {
        get: (account) => Promise.resolve(entries.get(account) ?? null),
        set: async (account, secret) => {
          if (secret === 'second') await unlocked;
          entries.set(account, secret);
        },
        delete: (account) => Promise.resolve(void entries.delete(account)),
      },
      onSecret: () => undefined,
      platform: 'linux',
      secretService: () => Promise.resolve('open'),
      warn: () => undefined,
    }),
  });
  const { handlers } = connections;
  const { realDisk } = await import('../storage/disk');
  const { open } = realDisk;
  let goOn = (): void => undefined;
  const slow = new Promise<void>((done) => (goOn = done));
  let isRefusing = false;
  let isRefused = false;
  let isFirstTaken = false;
  const disk = vi.spyOn(realDisk, 'open').mockImplementation(async (...given) => {
    await slow;
    if (isRefusing && given[1].startsWith('w')) {
      isRefusing = false;
      isRefused = true;
      throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    }
    return open(...given);
  });
  onTestFinished(() => {
    goOn();
    unlock();
    disk.mockRestore();
  });
  const renaming = handlers.edit({ id, input: { ...input, label: 'New' }, keep: 'keychain' });
  await vi.waitFor(() => expect(disk).toHaveBeenCalled());
  const said = Promise.allSettled([
    renaming,
    Promise.resolve(
      handlers.replaceToken({ id, reach: input, token: 'first', keep: 'keychain' }),
    ).then(() => (isFirstTaken = true)),
    handlers.replaceToken({ id, reach: input, token: 'second', keep: 'keychain' }),
  ]);
  await turns();
  // The disk takes what it has begun with.
  void Promise.resolve(renaming).then(() => (isRefusing = isFirstRefused));
  goOn();
  // The first one has been refused, or taken.
  await vi.waitFor(() => expect(isRefused || isFirstTaken).toBe(true));
  await turns();
  unlock();
  const statuses = (await said).map(({ status }) => status);
  await turns();
  return { statuses, used: await connections.tokenFor(id, origin) };
}

it('the control: the first is taken as well', async () => {
  expect(await usedAfter(false)).toEqual({
    statuses: ['fulfilled', 'fulfilled', 'fulfilled'],
    used: 'second',
  });
});

it('the first is refused', async () => {
  const { statuses, used } = await usedAfter(true);
  expect(statuses).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(used).toBe('second');
});
