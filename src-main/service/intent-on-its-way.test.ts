/** A request is on its way to the disk as an intent; meanwhile the transport gets ready for it, and it leaves afterwards. */
import { startChatAppPreviewRequest } from '@shared/service/operations';
import { expect, it } from 'vitest';
import { createServiceClient } from './service';
import type { RecordedEnd } from './recorded-exchange';
import { leaveAtTurn } from './turns';

function fixture() {
  let written: () => void = () => undefined;
  let refused: (error: Error) => void = () => undefined;
  let isReady = false;
  const left: string[] = [];
  const ended: [string, RecordedEnd['outcome']][] = [];
  const place = {
    ...{ baseAddress: 'https://chat.example', workspaceId: 'w1' },
    preset: 'documented' as const,
  };
  const connection = {
    ...{ id: 'c1', label: 'Northwind', presentation: { kind: 'bearer' as const } },
    ...place,
  };
  const client = createServiceClient({
    transport: {
      send: (request) =>
        leaveAtTurn(
          request,
          async () => {
            left.push(request.url);
            return { end: 'failed', code: 'net::ERR_FAILED', message: '' };
          },
          Promise.resolve().then(() => (isReady = true)),
        ),
      close: () => Promise.resolve(),
    },
    connectionById: () => connection,
    tokenFor: async () => 'token',
    activity: {
      begin: () =>
        new Promise<void>((done, fail) => {
          written = done;
          refused = fail;
        }),
      itsTurn: () => Promise.resolve(),
      left: () => undefined,
      async end(id, { outcome }) {
        ended.push([id, outcome]);
      },
    },
  });
  const stop = new AbortController();
  const notes: string[] = [];
  const sending = client.send(
    connection,
    startChatAppPreviewRequest(place, { botId: 'b', to: '+44 1' }),
    {
      kind: 'startChatAppPreview',
      subject: 'b',
      once: true,
      activityId: 'a1',
      signal: stop.signal,
      async beforeStart() {
        notes.push('it may arrive');
      },
    },
  );
  return {
    ...{ sending, stop, left, ended, notes },
    isReady: () => isReady,
    written: () => written(),
    refused: (error: Error) => refused(error),
  };
}

it('leaves when the disk has it, for which the transport has got ready meanwhile', async () => {
  const { sending, left, isReady, written } = fixture();
  await expect.poll(isReady).toBe(true);
  expect(left).toEqual([]);
  written();
  await sending;
  expect(left).toHaveLength(1);
});

it('does not leave where the disk refuses it', async () => {
  const { sending, left, ended, isReady, refused } = fixture();
  await expect.poll(isReady).toBe(true);
  refused(new Error('the disk is full'));
  await expect(sending).rejects.toMatchObject({ problem: { code: 'intentNotStored' } });
  expect({ left, ended }).toEqual({ left: [], ended: [] });
});

it('has its end written down after its beginning where it is stopped meanwhile', async () => {
  const { sending, stop, left, ended, notes, isReady, written } = fixture();
  await expect.poll(isReady).toBe(true);
  stop.abort();
  await new Promise((done) => setImmediate(done));
  expect(ended).toEqual([]);
  written();
  expect(await sending).toMatchObject({ outcome: { reason: 'cancelledBefore' } });
  expect(left).toEqual([]);
  expect(notes).toEqual([]);
  expect(ended).toMatchObject([['a1', { reason: 'cancelledBefore' }]]);
});
