/**
 * A preview stands in line (the one before it hangs, because the connection's address is wrong, say), and its owner
 * points the connection at another server or workspace, and enters the token there. At its turn the preview doesn't
 * leave. What is said then of the token.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionInput } from '@shared/connection';
import { ProblemError } from '@shared/problem-error';
import { problemText } from '@shared/problem-text';
import { startChatAppPreviewRequest } from '@shared/service/operations';
import { expect, it, onTestFinished } from 'vitest';
import { createActivity } from '../activity/activity';
import { createCredentials } from '../credentials/credentials';
import { createServiceClient } from '../service/service';
import { playedTransport } from '../service/testing/played-transport';
import { createConnections, type Connections } from './connections';

const input: ConnectionInput = {
  ...{ label: 'Northwind', baseAddress: 'https://northwind.example/api/v1', workspaceId: 'ws_a' },
  ...{ colour: 'petrol', preset: 'documented', presentation: { kind: 'bearer' } },
};

/** What is said of a preview through a connection that is changed so while it stands in line. */
async function saidAfter(change: (connections: Connections, id: string) => unknown) {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-in-line-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const entries = new Map<string, string>();
  const connections = createConnections({
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
  const { id } = await connections.handlers.add({ input, token: 'sesame', keep: 'keychain' });
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
  const { said, tokenState } = await saidAfter(({ handlers }, id) => handlers.forgetToken({ id }));
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
