import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConnectionInput } from '@shared/connection';
import { temporaryFolder } from '../testing/temporary-folder';
import { createConnections } from './connections';
import { connectionsBackup } from './connections-backup';
import {
  type StoredConnection,
  type StoredConnections,
  withoutConnection,
  withRestored,
} from './stored-connections';
import { noTokens } from './testing/no-tokens';
import { add, input, room } from './testing/observed-connections';

/** Two connections to one workspace, each with its own label and way to present a token, in a backup. */
describe('a backup of two connections to one workspace', () => {
  const first: StoredConnection = {
    id: 'first',
    label: 'Northwind, as owner',
    baseAddress: 'https://northwind.example/api/v1',
    workspaceId: 'w1',
    colour: 'petrol',
    preset: 'documented',
    presentation: { kind: 'bearer' },
    isPractice: false,
    keepsClientIds: 'unknown',
    hasTokenInKeychain: true,
  };
  const second: StoredConnection = {
    ...first,
    id: 'second',
    label: 'Northwind, as guest',
    colour: 'green',
  };

  it('both come back in an empty Foyer', async () => {
    const part = connectionsBackup({ all: () => [first, second], add: () => Promise.resolve() });
    const saved: unknown = JSON.parse(JSON.stringify(part.collect()));
    const here: StoredConnection[] = [];
    const empty = connectionsBackup({
      all: () => here,
      add: (added) => {
        here.push(...added);
        return Promise.resolve();
      },
    });
    const count = await empty.prepare(saved)(() => undefined);
    expect(here.map(({ label }) => label)).toEqual([first.label, second.label]);
    expect(count).toBe(2);
  });
});

/**
 * Two connections lead to one workspace, each with its own label and token. One was removed by mistake, and a backup is
 * to bring it back: "Adds themes, connections and preview shortcuts that are missing here."
 */
describe('a backup, where one of two connections to a workspace was removed', () => {
  const northwind: ConnectionInput = {
    label: 'Northwind, as owner',
    baseAddress: 'https://northwind.example/api/v1',
    workspaceId: 'w1',
    colour: 'petrol',
    preset: 'documented',
    presentation: { kind: 'bearer' },
  };

  async function connectionsRoom() {
    const connections = createConnections({
      file: join(await temporaryFolder(), 'connections.json'),
      tokens: { ...noTokens, token: () => Promise.resolve('sesame') },
      check: () => Promise.resolve({ verdict: 'good', status: 400, detail: '' }),
      startPractice: () => Promise.reject(new Error('nobody practises')),
      practiceLabel: () => 'Practice',
      onChange: () => undefined,
      log: { warn: () => undefined },
    });
    await connections.start();
    const add = async (more: Partial<ConnectionInput>): Promise<string> =>
      (
        await connections.handlers.add({
          input: { ...northwind, ...more },
          token: 'sesame',
          keep: 'keychain',
        })
      ).id;
    return { connections, add };
  }

  it.each([
    ['the control: the other leads to another workspace', 'w2'],
    ['the other leads to the same workspace', 'w1'],
  ])('it comes back: %s', async (_name, workspaceId) => {
    const { connections, add } = await connectionsRoom();
    await add({});
    const guest = await add({ label: 'Northwind, as guest', colour: 'green', workspaceId });
    const backup: unknown = JSON.parse(JSON.stringify(connections.backupPart.collect()));
    await connections.handlers.remove({ id: guest });
    const count = await connections.backupPart.prepare(backup)(() => undefined);
    const labels = connections.snapshot().list.map(({ label }) => label);
    expect({ labels, count }).toEqual({
      labels: ['Northwind, as owner', 'Northwind, as guest'],
      count: 1,
    });
  });

  it.each([
    ['as it was', 'Northwind, as owner', []],
    [
      'under another label, which is said',
      'Northwind, as guest',
      [['Northwind, as owner', { code: 'workspaceConnected', label: 'Northwind, as guest' }]],
    ],
  ])('one that was entered anew stands for it: %s', async (_name, label, said) => {
    const { connections, add } = await connectionsRoom();
    const owner = await add({});
    const backup: unknown = JSON.parse(JSON.stringify(connections.backupPart.collect()));
    await connections.handlers.remove({ id: owner });
    await add({ label });
    const leftOut: unknown[] = [];
    const putBack = connections.backupPart.prepare(backup);
    expect(await putBack((...entry) => leftOut.push(entry))).toBe(0);
    expect(connections.snapshot().list).toMatchObject([{ label }]);
    expect(leftOut).toEqual(said);
  });
});

describe('a connection that a backup brought back', () => {
  it('a connection that a backup brought back is not one that was removed', () => {
    const connection = { id: 'c1' } as StoredConnection;
    const all: StoredConnections = { connections: [connection], currentId: 'c1' };
    const removed = withoutConnection(withoutConnection(all, 'c1'), 'c2');
    expect(removed.removedIds).toEqual(['c1', 'c2']);
    const back = withRestored(removed, [connection]);
    expect(back).toEqual({ connections: [connection], currentId: 'c1', removedIds: ['c2'] });
  });
});

/**
 * "Where the service is known to keep the IDs that Foyer picks, nothing is duplicated" (guide); what an answer shows of a
 * service holds for all connections that lead there. An owner of two workspaces of one service has a backup of before
 * that answer, removes one of the connections by mistake, and brings it back from the backup.
 */
describe('what is known of a service’s IDs, and a connection comes back from a backup', () => {
  async function broughtBack(inBackup: 'unknown' | 'yes', learned: 'yes' | 'no') {
    const { connections } = await room();
    const first = await add(connections);
    const second = await add(connections, { label: 'Southwind', workspaceId: 'ws_second' });
    if (inBackup !== 'unknown') await connections.learnIds(input.baseAddress, inBackup);
    const backup: unknown = JSON.parse(JSON.stringify(connections.backupPart.collect()));
    // An answer to a theme that was published through either.
    await connections.learnIds(input.baseAddress, learned);
    await connections.handlers.remove({ id: second.id });
    await connections.backupPart.prepare(backup)(() => undefined);
    const knownOf = (id: string) => connections.byId(id)?.keepsClientIds;
    return { present: knownOf(first.id), back: knownOf(second.id) };
  }

  it('the control: the backup knows it already', async () => {
    expect(await broughtBack('yes', 'yes')).toEqual({ present: 'yes', back: 'yes' });
  });

  it('it is not said to be unknown, nor asked about, where it is known that the service keeps them', async () => {
    expect(await broughtBack('unknown', 'yes')).toEqual({ present: 'yes', back: 'yes' });
  });

  it('a save in doubt is not repeated unasked where the service has given IDs of its own since', async () => {
    expect(await broughtBack('yes', 'no')).toEqual({ present: 'no', back: 'no' });
  });
});
