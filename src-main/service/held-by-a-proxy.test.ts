/** What a proxy holds back has not left, and is asked for once more before it does. */
import { isSent } from '@shared/listed-entry';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChatAppPreviewRequest } from '@shared/service/operations';
import { expect, it, onTestFinished } from 'vitest';
import { createActivity } from '../activity/activity';
import { createPracticeService } from '../practice/practice';
import { createNodeTransport } from './node-transport';
import { createServiceClient, type SendOptions, type ServiceConnection } from './service';
import { proxied } from './testing/proxied-transport';

/** A preview that a proxy holds back, and what can happen meanwhile. */
async function held(options: Pick<SendOptions, 'mayStart'> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-service-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const practice = createPracticeService({ token: 'token' });
  const { baseAddress } = await practice.start();
  onTestFinished(() => practice.stop());
  const transport = proxied(createNodeTransport());
  onTestFinished(() => transport.close());
  const made = { token: 'token', workspaceId: 'w1' };
  const connection = (): ServiceConnection => ({
    ...{ id: 'c1', label: 'Northwind', baseAddress, workspaceId: made.workspaceId },
    ...{ preset: 'documented', presentation: { kind: 'bearer' } },
  });
  const activity = createActivity({ folder });
  const client = createServiceClient({
    ...{ transport, activity },
    connectionById: connection,
    tokenFor: async () => made.token,
  });
  const request = startChatAppPreviewRequest(connection(), { botId: 'b', to: '+44 1' });
  const sent = Promise.allSettled([
    client.send(connection(), request, {
      ...{ kind: 'startChatAppPreview', subject: 'b', once: true, ...options },
    }),
  ]);
  await transport.isHeld;
  const entry = async () => (await activity.list({ limit: 1 })).entries.filter(isSent)[0];
  return { made, practice, signIn: transport.signIn, sent, entry };
}

it('is in line in Activity until it leaves', async () => {
  const { practice, signIn, sent, entry } = await held();
  await expect.poll(async () => (await entry())?.isInLine).toBe(true);
  const release = practice.holdAnswers();
  signIn();
  await expect.poll(() => practice.received().length).toBe(1);
  await expect.poll(async () => (await entry())?.isInLine).toBeUndefined();
  release();
  expect(await sent).toMatchObject([{ value: { outcome: { kind: 'accepted' } } }]);
});

it.each([
  ['its connection leads elsewhere by then', { workspaceId: 'w2' }],
  ['its token was replaced meanwhile', { token: 'another' }],
])('does not leave when %s', async (_name, change) => {
  const { made, practice, signIn, sent, entry } = await held();
  Object.assign(made, change);
  signIn();
  expect(await sent).toMatchObject([{ reason: { problem: { code: 'connectionChanged' } } }]);
  expect(practice.received()).toEqual([]);
  expect(await entry()).toMatchObject({ outcome: { kind: 'notSent' } });
});

it('does not leave when whoever sends it says no by then', async () => {
  let may = true;
  const { practice, signIn, sent } = await held({ mayStart: () => may });
  may = false;
  signIn();
  expect(await sent).toMatchObject([{ value: { outcome: { kind: 'notSent' } } }]);
  expect(practice.received()).toEqual([]);
});
