/**
 * Its turn has come, its token was read and it is written down; Chromium's network process takes its time to close
 * what connections there were (`electron-transport.ts`). A person forgets or replaces the token meanwhile. A token
 * that was is never used again, not even by what was already waiting (CHANGELOG.md).
 */
import { startChatAppPreviewRequest } from '@shared/service/operations';
import { trialConnection } from '@shared/trial-connection';
import { expect, it } from 'vitest';
import { createServiceClient } from './service';
import type { Transport } from './transport';
import { inTurns, leaveAtTurn } from './turns';

const connection = trialConnection('northwind');

/** With which header one leaves when `meanwhile` happens while its way is not free yet. */
async function leaves(meanwhile: (now: { token?: string; isThere: boolean }) => void) {
  const now: { token?: string; isThere: boolean } = { token: 'old', isThere: true };
  const left: (string | undefined)[] = [];
  let makeFree = (): void => undefined;
  const isFree = new Promise<void>((done) => (makeFree = done));
  let isWritten = false;
  // As Electron's transport has it.
  const transport: Transport = {
    send: inTurns((request) =>
      leaveAtTurn(
        {
          ...request,
          async atTurn() {
            isWritten = (await request.atTurn?.()) === true;
            return isWritten;
          },
        },
        (headers) => {
          request.onStart?.();
          left.push(headers['Authorization']);
          return Promise.resolve({
            ...{ end: 'complete', head: { status: 200, headers: {} } },
            body: Buffer.from('{"message":"success"}'),
          });
        },
        isFree,
      ),
    ),
    close: () => Promise.resolve(),
  };
  const client = createServiceClient({
    transport,
    activity: {
      begin: () => Promise.resolve('a1'),
      itsTurn: () => Promise.resolve(),
      left: () => undefined,
      end: () => Promise.resolve(),
    },
    connectionById: () => (now.isThere ? connection : undefined),
    tokenFor: async () => now.token,
  });
  const request = startChatAppPreviewRequest(connection, { botId: 'b', to: '+44 1' });
  const ended = client
    .send(connection, request, { kind: 'startChatAppPreview', subject: 'b', once: true })
    .catch((error: unknown) => error);
  await expect.poll(() => isWritten).toBe(true);
  meanwhile(now);
  makeFree();
  await ended;
  return left;
}

it('the control: as nothing happens, it leaves with its token', async () => {
  expect(await leaves(() => undefined)).toEqual(['Bearer old']);
});

it('the control: as its connection is removed, it does not leave', async () => {
  expect(await leaves((now) => (now.isThere = false))).toEqual([]);
});

it('as its token is forgotten, it does not leave', async () => {
  expect(await leaves((now) => delete now.token)).toEqual([]);
});

it('as its token is replaced, it leaves with the new one', async () => {
  expect(await leaves((now) => (now.token = 'new'))).toEqual(['Bearer new']);
});
