/**
 * A person points a connection elsewhere, and the disk refuses that: nobody has seen it lead there. One that led
 * elsewhere for a moment holds nothing up: what stood in line then "waits for its turn", and its turn comes.
 */
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createConnections } from '../connections/connections';
import { createCredentials } from '../credentials/credentials';
import { outboxFixture } from './testing/fixture-outbox';

async function refusedEdit(events: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-connections-'));
  const away = `${folder}-away`;
  onTestFinished(async () => {
    for (const path of [folder, away]) await rm(path, { recursive: true, force: true });
  });
  const entries = new Map<string, string>();
  const connections = createConnections({
    file: join(folder, 'connections.json'),
    tokens: createCredentials({
      keychain: {
        get: async (account) => entries.get(account) ?? null,
        set: async (account, secret) => void entries.set(account, secret),
        delete: async (account) => void entries.delete(account),
      },
      onSecret: () => undefined,
      platform: 'linux',
      secretService: async () => 'open',
      warn: () => undefined,
    }),
    check: () => Promise.reject(new Error('no check')),
    startPractice: () => Promise.reject(new Error('no practice')),
    practiceLabel: () => 'Practice',
    onChange: () => events.push('changed'),
    onAccessChanged: () => events.push('access'),
    log: { warn: () => undefined },
  });
  await connections.start();
  const input = {
    ...{ label: 'Northwind', baseAddress: 'https://northwind.example/api/v1', workspaceId: 'w1' },
    ...{ colour: 'petrol' as const, preset: 'documented' as const },
    presentation: { kind: 'bearer' as const },
  };
  const { id } = await connections.handlers.add({ input, token: 'old', keep: 'keychain' });
  await rename(folder, away);
  await writeFile(folder, '');
  events.length = 0;
  const edit = Promise.resolve(
    connections.handlers.edit({ id, input: { ...input, workspaceId: 'w2' }, keep: 'keychain' }),
  ).catch(() => 'refused');
  await Promise.resolve();
  const seen = connections.knownById(id)?.workspaceId;
  expect(await edit).toBe('refused');
  await rm(folder);
  await rename(away, folder);
  return { seen, now: connections.knownById(id)?.workspaceId };
}

it('is not seen to lead where the disk refuses it, and nothing is told', async () => {
  const events: string[] = [];
  expect(await refusedEdit(events)).toEqual({ seen: 'w1', now: 'w1' });
  expect(events).toEqual([]);
});

it.each([
  ['the control: its connection was not edited', false],
  ['its connection led elsewhere for a moment', true],
])('is published: %s', async (_name, isEdited) => {
  const made = await outboxFixture();
  const [connection = made.connection] = made.connections;
  const { token } = made;
  let give = (_token: string | undefined): void => undefined;
  let asked = 0;
  made.tokenFor = () => {
    asked += 1;
    return new Promise((resolve) => (give = resolve));
  };
  await made.publish();
  await expect.poll(() => asked).toBe(1);
  // From now on the keychain is open.
  made.tokenFor = () => Promise.resolve(token);
  if (isEdited) made.connections[0] = { ...connection, workspaceId: 'w2' };
  give(token);
  await made.settled();
  made.connections[0] = connection;
  // As the wiring does at that word.
  if (isEdited) made.outbox.connectionsChanged();
  await made.drained();
  expect.soft((await made.items()).map(({ why }) => why)).toEqual([]);
  expect(made.practice.received()).toHaveLength(1);
});
