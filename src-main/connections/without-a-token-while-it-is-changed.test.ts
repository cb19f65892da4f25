/**
 * A person removes a connection, or points it at another workspace, and the disk takes its time. Nothing leaves to
 * it until that is stored or taken back (`seen-before-it-is-stored.test.ts`); by then it is gone, or leads elsewhere.
 * A service without authentication gets a preview just then.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionInput } from '@shared/connection';
import { startChatAppPreviewRequest } from '@shared/service/operations';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createCredentials } from '../credentials/credentials';
import { createServiceClient } from '../service/service';
import { playedTransport } from '../service/testing/played-transport';
import { createConnections, type Connections } from './connections';

const input: ConnectionInput = {
  ...{ label: 'Northwind', baseAddress: 'https://northwind.example/api/v1', workspaceId: 'ws_a' },
  ...{ colour: 'petrol', preset: 'documented', presentation: { kind: 'bearer' } },
};

async function room(presentation: ConnectionInput['presentation']) {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-connections-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const entries = new Map<string, string>();
  const connections: Connections = createConnections({
    file: join(folder, 'connections.json'),
    tokens: createCredentials({
      keychain: {
        get: (account) => Promise.resolve(entries.get(account) ?? null),
        set: (account, secret) => Promise.resolve(void entries.set(account, secret)),
        delete: (account) => Promise.resolve(void entries.delete(account)),
      },
      onSecret: () => undefined,
      platform: 'linux',
      secretService: () => Promise.resolve('open'),
      warn: () => undefined,
    }),
    check: () => Promise.reject(new Error('no check')),
    startPractice: () => Promise.reject(new Error('no practice')),
    practiceLabel: () => 'Practice',
    onChange: () => undefined,
    log: { warn: () => undefined },
  });
  await connections.start();
  onTestFinished(() => connections.close());
  const { id } = await connections.handlers.add({
    input: { ...input, presentation },
    ...(presentation.kind !== 'none' && { token: 'a-token' }),
    keep: 'keychain',
  });
  const left: string[] = [];
  let isAsked = false;
  // As `rooms.ts` has it.
  const client = createServiceClient({
    transport: playedTransport(({ url }) => {
      left.push(url);
      return Promise.resolve({
        ...{ end: 'complete', head: { status: 200, headers: {} } },
        body: Buffer.from('{"message":"success"}'),
      });
    }),
    activity: {
      begin: () => Promise.resolve('a1'),
      itsTurn: () => Promise.resolve(),
      left: () => undefined,
      end: () => Promise.resolve(),
    },
    connectionById: (each) => connections.knownById(each),
    tokenFor(each, origin) {
      isAsked = true;
      return connections.tokenFor(each, origin);
    },
  });
  const connection = connections.knownById(id);
  if (!connection) throw new Error('It was added.');
  const send = () =>
    client
      .send(connection, startChatAppPreviewRequest(connection, { botId: 'b', to: '+44 1' }), {
        ...{ kind: 'startChatAppPreview', subject: 'b', once: true },
      })
      .catch((error: unknown) => error);
  const isWaiting = () => vi.waitFor(() => expect(isAsked).toBe(true));
  return { connections, id, send, left, isWaiting };
}

/** Every write waits from now on, until it is let through. */
async function slowDisk() {
  const { realDisk } = await import('../storage/disk');
  const { open } = realDisk;
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const writes = vi.spyOn(realDisk, 'open').mockImplementation(async (...given) => {
    await ended;
    return open(...given);
  });
  onTestFinished(() => {
    end();
    writes.mockRestore();
  });
  return { end, isWriting: () => vi.waitFor(() => expect(writes).toHaveBeenCalled()) };
}

const bearer = { kind: 'bearer' } as const;
const none = { kind: 'none' } as const;
type Room = Awaited<ReturnType<typeof room>>;
type Change = (made: Room) => Promise<unknown>;
const removal: Change = ({ connections, id }) =>
  Promise.resolve(connections.handlers.remove({ id }));
const edit =
  (presentation: ConnectionInput['presentation']): Change =>
  ({ connections, id }) => {
    const changed = { ...input, presentation, workspaceId: 'ws_b' };
    return Promise.resolve(connections.handlers.edit({ id, input: changed, keep: 'keychain' }));
  };

it.each([
  ['the control: a removal, with a token', bearer, removal],
  ['the control: an edit, with a token', bearer, edit(bearer)],
  ['a removal, without one', none, removal],
  ['an edit, without one', none, edit(none)],
])('nothing leaves while it is being written: %s', async (_name, presentation, change) => {
  const made = await room(presentation);
  const disk = await slowDisk();
  const changed = change(made);
  await disk.isWriting();
  const sent = made.send();
  await made.isWaiting();
  disk.end();
  await changed;
  expect(await sent).toMatchObject({ problem: { code: 'connectionChanged' } });
  expect(made.left).toEqual([]);
});
