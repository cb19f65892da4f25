/**
 * A preview stands in line (the one before it hangs, because the connection's address is wrong, say), and its owner
 * points the connection at another server or workspace, and enters the token there. At its turn the preview doesn't
 * leave. What is said then of the token.
 */
import { join } from 'node:path';
import { ProblemError } from '@shared/problem-error';
import { problemText } from '@shared/problem-text';
import { startChatAppPreviewRequest } from '@shared/service/operations';
import { expect, it } from 'vitest';
import { createActivity } from '../activity/activity';
import { createServiceClient } from '../service/service';
import { playedTransport } from '../service/testing/played-transport';
import type { Connections } from './connections';
import { connectionsFixture, input } from './testing/fixture-connections';

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
