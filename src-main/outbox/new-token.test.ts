/**
 * What a new token, or a new address, lets go is tried once, however the rooms are told of it; and one that was removed
 * is said to be missing.
 */
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createConnections } from '../connections/connections';
import { createCredentials } from '../credentials/credentials';
import { outboxFixture } from './testing/fixture-outbox';

/** The room of the connections with one of them, wired to the outbox as the app does. */
async function wired() {
  const made = await outboxFixture();
  const credentials = createCredentials({
    keychain: { get: async () => null, set: async () => undefined, delete: async () => undefined },
    onSecret: () => undefined,
    platform: 'linux',
    secretService: async () => 'open',
    warn: () => undefined,
  });
  const sync = (): void => {
    made.connections.splice(0, made.connections.length, ...connections.snapshot().list);
  };
  const connections = createConnections({
    file: join(made.root, 'profile', 'connections.json'),
    tokens: credentials,
    check: async () => ({ verdict: 'good', status: 400, detail: '' }),
    startPractice: () => Promise.reject(new Error('not practised')),
    practiceLabel: () => 'Practice',
    onChange: () => {
      sync();
      made.outbox.connectionsChanged();
    },
    onAccessChanged: (id) => {
      sync();
      made.outbox.tokenReplaced(id);
    },
    log: { warn: () => undefined },
  });
  await connections.start();
  onTestFinished(() => connections.close());
  const input = { ...made.connection, colour: 'petrol' as const };
  const { id } = await connections.handlers.add({ input, token: 'first', keep: 'session' });
  made.tokenFor = () => connections.tokenFor(id, new URL(made.connection.baseAddress).origin);
  const publish = () =>
    made.outbox.handlers.publish({ themeIds: [...made.ids], connectionIds: [id] });
  return { made, connections, id, input, publish };
}

it('a token that is entered where there was none, and is refused, is tried once', async () => {
  const { made, connections, id, publish } = await wired();
  await connections.handlers.forgetToken({ id, reach: made.connection });
  await publish();
  await made.settled();
  expect(await made.items()).toMatchObject([{ why: 'tokenMissing' }]);
  await connections.handlers.replaceToken({
    id,
    reach: made.connection,
    token: 'second',
    keep: 'session',
  });
  await made.drained();
  expect(await made.items()).toMatchObject([{ why: 'tokenRefused' }]);
  expect(made.practice.received()).toHaveLength(1);
});

it('what waits for a workspace to which its connection is pointed again is tried once', async () => {
  const { made, connections, id, input, publish } = await wired();
  await made.outbox.handlers.setPaused({ isPaused: true });
  await publish();
  await connections.handlers.edit({ id, input: { ...input, workspaceId: 'w2' }, keep: 'session' });
  await made.outbox.handlers.setPaused({ isPaused: false });
  await connections.handlers.edit({ id, input, keep: 'session' });
  await made.drained();
  expect(await made.items()).toMatchObject([{ why: 'tokenRefused' }]);
  expect(made.practice.received()).toHaveLength(1);
});

it.each([
  ['the control: it is removed before it could be refused', false],
  ['it is removed once it was refused', true],
])('says of a token that was removed that there is none: %s', async (_name, isRefused) => {
  const { made, connections, id, publish } = await wired();
  if (isRefused) {
    await publish();
    await made.drained();
    expect(await made.items()).toMatchObject([{ why: 'tokenRefused' }]);
  }
  await connections.handlers.forgetToken({ id, reach: made.connection });
  if (!isRefused) await publish();
  await made.drained();
  expect(connections.snapshot().list).toMatchObject([{ tokenState: 'missing' }]);
  const { items, holds } = await made.outbox.handlers.list(undefined);
  expect(items).toMatchObject([{ why: 'tokenMissing' }]);
  expect(holds).toEqual([{ connectionId: id, why: 'tokenMissing' }]);
});
