/**
 * A command was handed to the Foyer that runs, and its preview stands in line: behind requests that take their
 * whole minute, for a locked keychain, for a proxy’s sign-in. The terminal waits two minutes, says that it may
 * have been sent (exit code 4: “check the phone before another start”), and ends. The person checks the phone,
 * and starts it again.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from '@shared/service/outcome';
import { trialConnection } from '@shared/trial-connection';
import { expect, it, onTestFinished, vi } from 'vitest';
import { trialTerminal } from '../app/testing/trial-terminal';
import { createPreviews, type SendPreview } from '../previews/previews';
import type { Foundation } from './foundation';
import { createRequests } from './requests';
import type { Rooms, StoredRooms } from './rooms';
import type { Shell } from './shell';

vi.mock('electron', () => ({ app: { whenReady: () => Promise.resolve() } }));
vi.mock('../app/app', async () => ({
  ...(await import('../app/terminal/cli-handoff')),
  ...(await import('../app/terminal/terminal')),
  ...(await import('../app/terminal/unanswered')),
}));

const connection = trialConnection('northwind');
const accepted: Outcome = { kind: 'accepted', status: 200 };
const cancelledBefore: Outcome = { kind: 'notSent', reason: 'cancelledBefore', detail: '' };
const asked = {
  ...{ kind: 'preview' as const, json: false, botId: 'bot', to: '+44 7700 900112' },
  ...{ startGroupId: '', connection: undefined },
};

/** A Foyer that runs, in which what is to be sent stands in line until `letGo`. */
async function running() {
  const profile = await mkdtemp(join(tmpdir(), 'foyer-handed-'));
  onTestFinished(() => rm(profile, { recursive: true, force: true, maxRetries: 10 }));
  let letGo = (): void => undefined;
  const turn = new Promise<void>((done) => (letGo = done));
  const left: string[] = [];
  const inLine: string[] = [];
  const takenBack: string[] = [];
  // As the service's client has it: what is stopped before its turn does not leave.
  const send: SendPreview = (_connection, { body }, { activityId, signal, ...its }) =>
    new Promise((done, fail) => {
      const end = (outcome: Outcome) => done({ activityId, outcome, body: { message: 'ok' } });
      signal.addEventListener('abort', () => {
        takenBack.push(body);
        end(cancelledBefore);
      });
      inLine.push(body);
      turn
        .then(its.beforeStart)
        .then(() => {
          if (signal.aborted) return;
          its.onStart();
          left.push(body);
          end(accepted);
        })
        .catch(fail);
    });
  const previews = await createPreviews({
    ...{ folder: profile, send, warn: () => undefined },
    connectionById: () => connection,
    connectionAt: () => undefined,
  });
  onTestFinished(() => previews.close());
  const connections = {
    read: () => ({ revision: 1, list: [connection], currentId: connection.id }),
    byId: () => connection,
  };
  const requests = createRequests(
    { profile, emit: () => undefined, log: { error: () => undefined } } as unknown as Foundation,
    { connections, previews, proxy: { mayAskAgain: () => undefined } } as unknown as Rooms &
      StoredRooms,
    {} as Shell,
    { isInFront: async () => true },
  );
  return { profile, requests, left, inLine, takenBack, letGo };
}

it('the control: while the terminal waits, it leaves once and is answered', async () => {
  const { profile, requests, left, inLine, letGo } = await running();
  const { callId, answered } = trialTerminal(profile, asked);
  requests.take({ asked, callId });
  await expect.poll(() => inLine).toHaveLength(1);
  letGo();
  expect(await answered).toMatchObject({ code: 0 });
  expect(left).toHaveLength(1);
});

it('does not leave after the terminal has said its last word', async () => {
  const { profile, requests, left, inLine, takenBack, letGo } = await running();
  // Two minutes, made short.
  const limits = { takenWithin: 100, answeredWithin: 200 };
  const { callId, answered } = trialTerminal(profile, asked, limits);
  requests.take({ asked, callId });
  await expect.poll(() => inLine).toHaveLength(1);
  expect(await answered).toMatchObject({ code: 4 });
  // Foyer hears of the end before the line moves on.
  await expect.poll(() => takenBack).toEqual(inLine);
  letGo();
  await requests.settled();
  expect(left).toEqual([]);
});
