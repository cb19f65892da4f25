/**
 * Its turn has come, its token was read, and it is being written down (a slow disk): a person forgets or replaces
 * the token meanwhile. It does not leave with the one that is gone.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChatAppPreviewRequest } from '@shared/service/operations';
import { expect, it, onTestFinished } from 'vitest';
import { createActivity } from '../activity/activity';
import { trialConnection } from '@shared/trial-connection';
import { createServiceClient } from './service';
import { playedTransport } from './testing/played-transport';

const connection = trialConnection('northwind');

/** With which header one leaves when `meanwhile` happens while it is written down. */
async function leaves(meanwhile: (all: { token?: string; isThere: boolean }) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-service-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const now: { token?: string; isThere: boolean } = { token: 'old', isThere: true };
  const left: (string | undefined)[] = [];
  const client = createServiceClient({
    transport: playedTransport(({ headers }) => {
      left.push(headers['Authorization']);
      return Promise.resolve({
        ...{ end: 'complete', head: { status: 200, headers: {} } },
        body: Buffer.from('{"message":"success"}'),
      });
    }),
    activity: createActivity({ folder }),
    connectionById: () => (now.isThere ? connection : undefined),
    tokenFor: async () => now.token,
  });
  const request = startChatAppPreviewRequest(connection, { botId: 'b', to: '+44 1' });
  const end = await client
    .send(connection, request, {
      ...{ kind: 'startChatAppPreview', subject: 'b', once: true },
      beforeStart: async () => meanwhile(now),
    })
    .catch((error: unknown) => error);
  return { left, end };
}

it('the control: as nothing happens, it leaves with its token', async () => {
  expect((await leaves(() => undefined)).left).toEqual(['Bearer old']);
});

it('the control: as its connection is removed, it does not leave', async () => {
  const { left, end } = await leaves((now) => (now.isThere = false));
  expect(left).toEqual([]);
  expect(end).toMatchObject({ problem: { code: 'connectionChanged' } });
});

it('as its token is forgotten, it does not leave', async () => {
  const { left, end } = await leaves((now) => delete now.token);
  expect(left).toEqual([]);
  expect(end).toMatchObject({ problem: { code: 'tokenMissing' } });
});

it('as its token is replaced, it leaves with the new one', async () => {
  expect((await leaves((now) => (now.token = 'new'))).left).toEqual(['Bearer new']);
});
