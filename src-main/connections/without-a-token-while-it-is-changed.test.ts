/**
 * A person removes a connection, or points it at another workspace, and the disk takes its time. Nothing leaves to
 * it until that is stored or taken back (`seen-before-it-is-stored.test.ts`); by then it is gone, or leads elsewhere.
 * A service without authentication gets a preview just then.
 */
import type { ConnectionInput } from '@shared/connection';
import { startChatAppPreviewRequest } from '@shared/service/operations';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createServiceClient } from '../service/service';
import { playedTransport } from '../service/testing/played-transport';
import { connectionsFixture, input } from './testing/fixture-connections';

async function room(presentation: ConnectionInput['presentation']) {
  const { connections, id } = await connectionsFixture(presentation);
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
