import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ConnectionInput, Connections as Snapshot } from '@shared/connection';
import { startChatAppPreviewRequest } from '@shared/service/operations';
import { createServiceClient } from '../service/service';
import { playedTransport } from '../service/testing/played-transport';
import type { Connections } from './connections';
import { connectionsFixture, input } from './testing/fixture-connections';

/**
 * A person changes a connection, and the disk takes its time. What is seen of the connection is what is stored, and
 * nothing leaves to it until the change, its token's among it, is stored or taken back.
 */
describe('what is seen before it is stored', () => {
  const elsewhere = { ...input, baseAddress: 'https://elsewhere.example/v1' };
  const { origin } = new URL(input.baseAddress);

  /** One connection with its token in the keychain, and what the windows and other rooms are told of it. */
  async function room() {
    const told: Snapshot['list'][] = [];
    const access: (string | undefined)[] = [];
    const made = await connectionsFixture(input.presentation, {
      onChange: ({ list }) => told.push(list),
      onAccessChanged: (each) => access.push(made.connections.knownById(each)?.workspaceId),
    });
    told.length = 0;
    return { ...made, told, access };
  }

  /** Every write waits from now on, until it is let through, or refused. */
  async function slowDisk() {
    const { realDisk } = await import('../storage/disk');
    const { open } = realDisk;
    let end: (isTaken: boolean) => void = () => undefined;
    const ended = new Promise<boolean>((resolve) => (end = resolve));
    const writes = vi.spyOn(realDisk, 'open').mockImplementation(async (...given) => {
      if (await ended) return open(...given);
      throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    });
    onTestFinished(() => {
      end(true);
      writes.mockRestore();
    });
    return { end, isWriting: () => vi.waitFor(() => expect(writes).toHaveBeenCalled()) };
  }

  /** Begins the change, and resolves once it is being written. */
  async function beingWritten(change: (handlers: Connections['handlers'], id: string) => unknown) {
    const made = await room();
    const disk = await slowDisk();
    const ended = Promise.allSettled([change(made.connections.handlers, made.id)]);
    await disk.isWriting();
    const end = async (isTaken: boolean) => {
      disk.end(isTaken);
      const [{ status }] = await ended;
      expect(status).toBe(isTaken ? 'fulfilled' : 'rejected');
    };
    return { ...made, end };
  }

  const way = { baseAddress: input.baseAddress, workspaceId: 'ws_a', tokenState: 'keychain' };
  const edit = ({ edit }: Connections['handlers'], id: string) =>
    edit({ id, input: { ...input, workspaceId: 'ws_b' }, keep: 'keychain' });
  const replaceToken = ({ replaceToken }: Connections['handlers'], id: string) =>
    replaceToken({ id, reach: input, token: 'new', keep: 'session' });

  describe('what is seen of a connection', () => {
    it.each([true, false])(
      'while an edit is being written is what it was; taken: %s',
      async (is) => {
        const { connections, id, told, access, end } = await beingWritten(edit);
        expect(connections.knownById(id)).toMatchObject(way);
        expect(connections.byId(id)).toMatchObject(way);
        expect(connections.known()).toMatchObject([way]);
        expect(connections.read().list).toMatchObject([way]);
        expect(told).toEqual([]);
        await end(is);
        const then = is ? { ...way, workspaceId: 'ws_b' } : way;
        expect(connections.known()).toMatchObject([then]);
        expect(told).toMatchObject(is ? [[then]] : []);
        expect(access).toEqual(is ? ['ws_b'] : []);
      },
    );

    it.each([true, false])('while it is being removed is all of it; taken: %s', async (is) => {
      const { connections, id, end } = await beingWritten(({ remove }, id) => remove({ id }));
      expect(connections.known()).toMatchObject([{ id, label: 'Northwind' }]);
      expect(connections.wasRemoved(id)).toBe(false);
      await end(is);
      expect(connections.known()).toMatchObject(is ? [] : [way]);
      expect(connections.wasRemoved(id)).toBe(is);
    });

    it('while it is being added is nothing', async () => {
      const { connections, id, end } = await beingWritten(({ add }) =>
        add({ input: elsewhere, token: 'other', keep: 'keychain' }),
      );
      expect(connections.snapshot()).toMatchObject({ list: [way], currentId: id });
      await end(true);
      expect(connections.snapshot().list).toHaveLength(2);
    });

    it('after a token was refused by the disk is that the one before is there', async () => {
      const { told, end } = await beingWritten(replaceToken);
      await end(false);
      expect(told).toMatchObject([[way]]);
    });
  });

  describe('the token of a connection', () => {
    it.each([
      ['another token', true, replaceToken, 'new'],
      ['another token', false, replaceToken, 'sesame'],
      [
        'a token to be forgotten',
        true,
        ({ forgetToken }, id) => forgetToken({ id, reach: input }),
        undefined,
      ],
      [
        'a token to be forgotten',
        false,
        ({ forgetToken }, id) => forgetToken({ id, reach: input }),
        'sesame',
      ],
      ['a removal', true, ({ remove }, id) => remove({ id }), undefined],
      ['a removal', false, ({ remove }, id) => remove({ id }), 'sesame'],
      ['an edit', true, edit, 'sesame'],
      [
        'another server',
        true,
        ({ edit }, id) => edit({ id, input: elsewhere, token: 'new', keep: 'keychain' }),
        undefined,
      ],
    ] satisfies [
      string,
      boolean,
      (handlers: Connections['handlers'], id: string) => unknown,
      string | undefined,
    ][])(
      'is given once %s is stored or taken back; taken: %s',
      async (_what, is, change, token) => {
        const { connections, id, end } = await beingWritten(change);
        const isGiven = vi.fn();
        const asked = connections.tokenFor(id, origin).finally(isGiven);
        await new Promise((resolve) => setImmediate(resolve));
        expect(isGiven).not.toHaveBeenCalled();
        await end(is);
        expect(await asked).toBe(token);
      },
    );
  });

  describe('changes that follow each other at once', () => {
    it('are made one on the other', async () => {
      const { connections, id, end } = await beingWritten(edit);
      const { handlers } = connections;
      const learned = connections.learnIds(input.baseAddress, 'yes');
      const removed = handlers.remove({ id });
      await end(true);
      await Promise.all([learned, removed]);
      expect(connections.known()).toEqual([]);
    });

    it('do not bring back where it led before', async () => {
      const { connections, id, end } = await beingWritten(({ edit }, id) =>
        edit({ id, input: elsewhere, token: 'other', keep: 'keychain' }),
      );
      // Its form was opened before, and says nothing of a token.
      await expect(
        connections.handlers.edit({ id, input: { ...input, label: 'Kestrel' }, keep: 'keychain' }),
      ).rejects.toMatchObject({ problem: { fields: [{ field: 'token', reason: 'required' }] } });
      await end(true);
      expect(connections.known()).toMatchObject([elsewhere]);
    });
  });
});

/**
 * A person removes a connection, or points it at another workspace, and the disk takes its time. Nothing leaves to
 * it until that is stored or taken back; by then it is gone, or leads elsewhere.
 * A service without authentication gets a preview just then.
 */
describe('a service without authentication, while its connection is changed', () => {
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
});
