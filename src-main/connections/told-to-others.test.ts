import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { LocalAction } from '@shared/activity';
import type { ConnectionInput } from '@shared/connection';
import { ProblemError } from '@shared/problem-error';
import { problemText } from '@shared/problem-text';
import { startChatAppPreviewRequest } from '@shared/service/operations';
import { createActivity } from '../activity/activity';
import { createServiceClient } from '../service/service';
import { playedTransport } from '../service/testing/played-transport';
import { type Connections, createConnections } from './connections';
import { input as added, connectionsFixture, input } from './testing/fixture-connections';
import { noTokens } from './testing/no-tokens';

/**
 * Whoever publishes hears that a connection is reached otherwise, and whether it presents another token there, or its token
 * otherwise: what a service didn't allow before is tried with that, and not with the same where the connection was pointed
 * elsewhere.
 */
describe('what is told of a connection that is reached otherwise', () => {
  const edited = { ...input, workspaceId: 'ws_b' };
  const inAnotherHeader = {
    ...input,
    presentation: { kind: 'header', header: 'X-Api-Key', scheme: '' } as const,
  };

  it.each([
    [
      'its token is replaced',
      ({ replaceToken }, id) => replaceToken({ id, reach: input, token: 'new', keep: 'session' }),
      [true],
    ],
    [
      'it is pointed elsewhere, with a token',
      ({ edit }, id) => edit({ id, input: edited, token: 'new', keep: 'session' }),
      [true],
    ],
    [
      'it is pointed elsewhere',
      ({ edit }, id) => edit({ id, input: edited, keep: 'keychain' }),
      [false],
    ],
    [
      'its token is sent in another header',
      ({ edit }, id) => edit({ id, input: inAnotherHeader, keep: 'keychain' }),
      [true],
    ],
    ['its token is removed', ({ forgetToken }, id) => forgetToken({ id, reach: input }), [false]],
    [
      'it has another label',
      ({ edit }, id) => edit({ id, input: { ...input, label: 'Kestrel' }, keep: 'keychain' }),
      [],
    ],
  ] satisfies [string, (handlers: Connections['handlers'], id: string) => unknown, boolean[]][])(
    '%s',
    async (_name, change, expected) => {
      const told: boolean[] = [];
      const { connections, id } = await connectionsFixture(input.presentation, {
        onAccessChanged: (_id, isPresentedAnew) => told.push(isPresentedAnew),
      });
      told.length = 0;
      await change(connections.handlers, id);
      expect(told).toEqual(expected);
    },
  );
});

/** What the log of this computer is told of connections: never a token. */
describe('what the log of this computer is told', () => {
  const input: ConnectionInput = {
    ...{ label: 'Northwind', baseAddress: 'https://northwind.example/api/v1', workspaceId: 'w1' },
    ...{ colour: 'petrol', preset: 'documented', presentation: { kind: 'bearer' } },
  };

  it('tells what was added, edited and removed, and that a token was replaced or removed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-actions-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const kept = new Set<string>();
    const undone = () => Promise.resolve(() => Promise.resolve());
    const actions: LocalAction[] = [];
    const connections = createConnections({
      file: join(folder, 'connections.json'),
      tokens: {
        ...noTokens,
        token: () => Promise.resolve('sesame'),
        keep: (id) => (kept.add(id), undone()),
        forget: (id) => (kept.delete(id), undone()),
      },
      check: () => Promise.reject(new Error('nothing is asked here')),
      startPractice: () =>
        Promise.resolve({ baseAddress: 'http://127.0.0.1:4010/v1', workspaceId: 'p', token: 'pt' }),
      practiceLabel: () => 'Practice',
      onChange: () => undefined,
      onDone: (action) => actions.push(action),
      log: { warn: () => undefined },
    });
    await connections.start();
    const { handlers } = connections;
    const { id } = await handlers.add({ input, token: 'sesame', keep: 'keychain' });
    await handlers.edit({ id, input: { ...input, label: 'Kestrel' }, keep: 'keychain' });
    await handlers.replaceToken({ id, reach: input, token: 'sesame-2', keep: 'keychain' });
    await handlers.forgetToken({ id, reach: input });
    await handlers.select({ id });
    await handlers.practise(undefined);
    await handlers.practise(undefined);
    await handlers.remove({ id });
    await expect((async () => handlers.remove({ id }))()).rejects.toThrow();
    await connections.close();
    expect(actions.map(({ kind, touched }) => [kind, ...touched.map(({ name }) => name)])).toEqual([
      ['connectionAdded', 'Northwind'],
      ['connectionEdited', 'Kestrel'],
      ['tokenReplaced', 'Kestrel'],
      ['tokenRemoved', 'Kestrel'],
      ['connectionAdded', 'Practice'],
      ['connectionRemoved', 'Kestrel'],
    ]);
    expect(JSON.stringify(actions)).not.toContain('sesame');
  });

  it.each<[string, Partial<ConnectionInput>, string | undefined, LocalAction['kind'][]]>([
    ['another name', { label: 'Kestrel' }, undefined, ['connectionEdited']],
    ['another workspace', { workspaceId: 'w2' }, undefined, ['connectionEdited']],
    ['as it was', {}, undefined, []],
    ['as it was, with another token', {}, 'sesame-2', ['tokenReplaced']],
  ])(
    'tells of a form that was saved what came of it: %s',
    async (_name, changes, token, expected) => {
      const actions: LocalAction['kind'][] = [];
      const { connections, id } = await connectionsFixture(added.presentation, {
        onDone: ({ kind }) => actions.push(kind),
      });
      actions.length = 0;
      await connections.handlers.edit({
        ...{ id, input: { ...added, ...changes }, keep: 'keychain' },
        ...(token !== undefined && { token }),
      });
      expect(actions).toEqual(expected);
    },
  );
});

/**
 * A preview stands in line (the one before it hangs, because the connection's address is wrong, say), and its owner
 * points the connection at another server or workspace, and enters the token there. At its turn the preview doesn't
 * leave. What is said then of the token.
 */
describe('what is said of a preview in line', () => {
  /** What is said of a preview through a connection that is changed so while it stands in line. */
  async function saidAfter(change: (connections: Connections, id: string) => unknown) {
    const { connections, id, folder } = await connectionsFixture();
    let itsTurn: () => void = () => undefined;
    const turn = new Promise<void>((done) => (itsTurn = done));
    let isInLine: () => void = () => undefined;
    const stands = new Promise<void>((done) => (isInLine = done));
    const away = playedTransport(() =>
      Promise.resolve({ end: 'failed', code: 'net::ERR_INTERNET_DISCONNECTED', message: '' }),
    );
    const client = createServiceClient({
      connectionById: (each) => connections.knownById(each),
      tokenFor: (each, origin) => connections.tokenFor(each, origin),
      activity: createActivity({ folder: join(folder, 'activity') }),
      transport: {
        async send(request) {
          isInLine();
          await turn;
          return away.send(request);
        },
        close: () => Promise.resolve(),
      },
    });
    const through = connections.knownById(id);
    if (!through) return expect.fail('there is no connection');
    const sending = client
      .send(through, startChatAppPreviewRequest(through, { botId: 'b', to: '+44 7700 900112' }), {
        ...{ kind: 'startChatAppPreview', subject: 'b', once: true },
      })
      .then(
        ({ outcome }) => outcome.kind,
        (error: unknown) => {
          if (!(error instanceof ProblemError)) throw error;
          const { what, kept, todo } = problemText(error.problem);
          return `${what} ${kept} ${todo}`;
        },
      );
    await stands;
    await change(connections, id);
    itsTurn();
    const said = await sending;
    return { said, tokenState: connections.knownById(id)?.tokenState };
  }

  const enter = { token: 'open sesame', keep: 'keychain' } as const;

  it('the control: where nothing was changed, it leaves', async () => {
    expect(await saidAfter(() => undefined)).toEqual({ said: 'notSent', tokenState: 'keychain' });
  });

  it('the control: where the token was removed, that none is stored', async () => {
    const { said, tokenState } = await saidAfter(({ handlers }, id) =>
      handlers.forgetToken({ id, reach: input }),
    );
    expect(said).toContain('No token is stored for Northwind.');
    expect(tokenState).toBe('missing');
  });

  it('of another server, for which a token was entered, not that none is stored', async () => {
    const { said, tokenState } = await saidAfter(({ handlers }, id) =>
      handlers.edit({ ...enter, id, input: { ...input, baseAddress: 'https://new.example/v1' } }),
    );
    expect(tokenState).toBe('keychain');
    expect(said).not.toContain('No token is stored for Northwind.');
  });

  it('of one that was removed, not that its token is to be entered', async () => {
    const { said } = await saidAfter(({ handlers }, id) => handlers.remove({ id }));
    expect(said).not.toContain('Enter it in Settings, under Connections.');
  });

  it('of another workspace, with a token of its own, not that no token was changed', async () => {
    const { said } = await saidAfter(({ handlers }, id) =>
      handlers.edit({ ...enter, id, input: { ...input, workspaceId: 'ws_b' } }),
    );
    expect(said).toContain('Nothing was sent');
    expect(said).not.toContain('no token was changed');
  });
});
