/**
 * Two profiles on one computer, as `--profile` makes them: the second got the connections from a backup of the first.
 * A person removes a connection in the second. The first still says that its token is in the keychain.
 */
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { ConnectionInput } from '@shared/connection';
import { createCredentials } from '../credentials/credentials';
import { temporaryFolder } from '../testing/temporary-folder';
import { createConnections, type Connections } from './connections';

const northwind: ConnectionInput = {
  label: 'Northwind',
  baseAddress: 'https://northwind.example/api/v1',
  workspaceId: 'w1',
  colour: 'petrol',
  preset: 'documented',
  presentation: { kind: 'bearer' },
};
const { origin } = new URL(northwind.baseAddress);

/** A computer with one keychain; each start is a Foyer with a profile of its own, or the same again. */
function computer() {
  const entries = new Map<string, string>();
  return async (profile: string): Promise<Connections> => {
    const tokens = createCredentials({
      keychain: {
        get: (account) => Promise.resolve(entries.get(account) ?? null),
        set: (account, secret) => {
          entries.set(account, secret);
          return Promise.resolve();
        },
        delete: (account) => {
          entries.delete(account);
          return Promise.resolve();
        },
      },
      onSecret: () => undefined,
      platform: 'linux',
      secretService: () => Promise.resolve('open'),
      warn: () => undefined,
    });
    const connections = createConnections({
      file: join(profile, 'connections.json'),
      tokens,
      check: () => Promise.resolve({ verdict: 'good', status: 400, detail: '' }),
      startPractice: () => Promise.reject(new Error('nobody practises')),
      practiceLabel: () => 'Practice',
      onChange: () => undefined,
      log: { warn: () => undefined },
    });
    await connections.start();
    onTestFinished(() => connections.close());
    return connections;
  };
}

it.each([
  ['the control: it was entered by hand in the second', false],
  ['it came to the second from a backup', true],
])(
  'a connection that goes in one profile takes no token of the other: %s',
  async (_name, isBackup) => {
    const start = computer();
    const [home, other] = [await temporaryFolder(), await temporaryFolder()];
    const first = await start(home);
    const { id } = await first.handlers.add({
      input: northwind,
      token: 'sesame',
      keep: 'keychain',
    });
    const backup: unknown = JSON.parse(JSON.stringify(first.backupPart.collect()));
    await first.close();

    const second = await start(other);
    if (isBackup) await second.backupPart.prepare(backup)(() => undefined);
    else await second.handlers.add({ input: northwind, token: 'sesame', keep: 'keychain' });
    const there = second.snapshot().list[0]?.id ?? '';
    if (isBackup)
      await second.handlers.replaceToken({
        id: there,
        reach: northwind,
        token: 'sesame',
        keep: 'keychain',
      });
    await second.handlers.remove({ id: there });
    await second.close();

    const again = await start(home);
    expect(again.snapshot().list).toMatchObject([{ id, tokenState: 'keychain' }]);
    expect(await again.tokenFor(id, origin)).toBe('sesame');
  },
);
