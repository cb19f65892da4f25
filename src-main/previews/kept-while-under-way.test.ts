/**
 * A preview to a customer is started from the form, and doesn’t get through at once: a train’s network lets it knock for
 * seconds, or a proxy wants a sign-in, which “is shown as waiting” (guide). Meanwhile the person keeps it as a shortcut.
 * Then it comes to nothing. The history says that nothing was sent, and the shortcut, in the list, in the launcher and in
 * `foyer list`, says for good when it was sent last: who goes by that thinks that the customer has it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Outcome } from '@shared/service/outcome';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { createPreviews, type SendPreview } from './previews';

const connection = trialConnection('northwind');
const fields = { botId: 'bot', to: '+44 20 7946 0958', startGroupId: '' };
const form = { connectionId: connection.id, ...fields };
const at = '2026-01-02T03:04:05.000Z';
const cancelledBefore: Outcome = { kind: 'notSent', reason: 'cancelledBefore', detail: '' };

/** One stands in line; it leaves, or ends without having left. */
async function standUp() {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
  let inLine: { leave(): Promise<void>; end(outcome: Outcome): void } | undefined;
  const send: SendPreview = (_connection, _request, { activityId, signal, ...its }) =>
    new Promise((done) => {
      const end = (outcome: Outcome) => done({ activityId, outcome, body: undefined });
      inLine = { leave: () => its.beforeStart().then(its.onStart), end };
      signal.addEventListener('abort', () => end(cancelledBefore));
    });
  const room = await createPreviews({
    ...{ folder, send, warn: () => undefined, now: () => at },
    connectionById: (id) => (id === connection.id ? connection : undefined),
    connectionAt: () => undefined,
  });
  onTestFinished(async () => {
    await room.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  });
  const run = Promise.resolve(room.handlers.start({ ...form, confirmedPlace: trialPlace }));
  await expect.poll(() => inLine).toBeDefined();
  expect(room.snapshot().history).toMatchObject([{ isInLine: true, outcome: null }]);
  const lastAt = () => room.shortcuts()?.map((shortcut) => shortcut.lastAt);
  return {
    room,
    run,
    lastAt,
    leave: () => inLine?.leave(),
    end: (how: Outcome) => inLine?.end(how),
  };
}

describe('a shortcut that was kept while its preview was under way', () => {
  it('the control: is said to be sent, once it was', async () => {
    const { room, run, lastAt, leave, end } = await standUp();
    await room.handlers.addShortcut({ ...form, name: 'Booking' });
    await leave();
    end({ kind: 'accepted', status: 200 });
    await run;
    expect(lastAt()).toEqual([at]);
  });

  it('the control: kept before, is not said to be sent when it was not', async () => {
    const { room, run, lastAt, end } = await standUp();
    end(cancelledBefore);
    await run;
    await room.handlers.addShortcut({ ...form, name: 'Booking' });
    expect(lastAt()).toEqual([null]);
  });

  it('the control: is not said to be sent while it waits in line', async () => {
    const { room, run, lastAt, end } = await standUp();
    await room.handlers.addShortcut({ ...form, name: 'Booking' });
    expect(lastAt()).toEqual([null]);
    end(cancelledBefore);
    await run;
  });

  it.each<[string, Outcome]>([
    [
      'no way to the service',
      { kind: 'notSent', reason: 'addressUnreachable', detail: 'EHOSTUNREACH' },
    ],
    ['a proxy that nobody signed in to', { kind: 'proxyRefused' }],
  ])('is not said to be sent when it was not (%s)', async (_how, outcome) => {
    const { room, run, lastAt, leave, end } = await standUp();
    await leave();
    await room.handlers.addShortcut({ ...form, name: 'Booking' });
    end(outcome);
    await run;
    expect(room.snapshot().history).toMatchObject([{ outcome }]);
    expect(lastAt()).toEqual([null]);
  });
});
