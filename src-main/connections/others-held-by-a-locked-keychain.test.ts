/**
 * A preview is in line behind a slow one. A person enters another token for its connection, and the keychain is locked:
 * until they unlock it nothing leaves to that connection. What goes to another connection has nothing to do with it.
 */
import type { ConnectionInput } from '@shared/connection';
import { startChatAppPreviewRequest } from '@shared/service/operations';
import { expect, it } from 'vitest';
import { createServiceClient } from '../service/service';
import { playedTransport } from '../service/testing/played-transport';
import { connectionsFolder, startConnections } from './testing/fixture-connections';

const input = (label: string): ConnectionInput => ({
  ...{ label, baseAddress: `https://${label}.example/api/v1`, workspaceId: 'ws_a' },
  ...{ colour: 'petrol', preset: 'documented', presentation: { kind: 'bearer' } },
});

/** How much left to the other connection while the keychain is locked. */
async function leftWhileLocked(isReplacing: boolean): Promise<number> {
  let unlock = (): void => undefined;
  const unlocked = new Promise<void>((done) => (unlock = done));
  let isAsked = false;
  const connections = await startConnections(await connectionsFolder(), {
    get: () => Promise.resolve(null),
    set: async () => {
      isAsked = true;
      await unlocked;
    },
    delete: () => Promise.resolve(),
  });
  const add = async (label: string) => {
    const { id } = await connections.handlers.add({
      ...{ input: input(label), token: `token-of-${label}`, keep: 'session' },
    });
    const added = connections.knownById(id);
    if (!added) throw new Error('It was added.');
    return added;
  };
  const [one, other] = [await add('one'), await add('other')];
  const left: string[] = [];
  let answer = (): void => undefined;
  const answered = new Promise<void>((done) => (answer = done));
  const client = createServiceClient({
    transport: playedTransport(async ({ url }) => {
      left.push(new URL(url).hostname);
      await answered;
      return {
        ...{ end: 'complete', head: { status: 200, headers: {} } },
        body: Buffer.from('{"message":"success"}'),
      };
    }),
    activity: {
      begin: () => Promise.resolve('a1'),
      itsTurn: () => Promise.resolve(),
      left: () => undefined,
      end: () => Promise.resolve(),
    },
    connectionById: (each) => connections.knownById(each),
    tokenFor: (each, origin) => connections.tokenFor(each, origin),
  });
  const send = (to: typeof one) =>
    client
      .send(to, startChatAppPreviewRequest(to, { botId: 'b', to: '+44 1' }), {
        ...{ kind: 'startChatAppPreview', subject: 'b', once: true },
      })
      .catch((error: unknown) => error);
  const turns = async () => {
    for (let turn = 0; turn < 100; turn += 1) await new Promise((next) => setImmediate(next));
  };
  const sent = [send(other)];
  await turns();
  sent.push(send(one));
  await turns();
  let replaced: Promise<unknown> = Promise.resolve();
  if (isReplacing) {
    replaced = Promise.resolve(
      connections.handlers.replaceToken({
        id: one.id,
        reach: one,
        token: 'another-token',
        keep: 'keychain',
      }),
    );
    while (!isAsked) await new Promise((next) => setImmediate(next));
  }
  answer();
  await turns();
  sent.push(send(other));
  await turns();
  const leftSoFar = left.filter((host) => host === 'other.example').length;
  unlock();
  await Promise.all([replaced, ...sent]);
  return leftSoFar;
}

it('the control: no token is being replaced', async () => {
  expect(await leftWhileLocked(false)).toBe(2);
});

it('the token of one is being replaced', async () => {
  expect(await leftWhileLocked(true)).toBe(2);
});
