import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Outcome } from '@shared/service/outcome';
import { publicationKey } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { bundleProgram } from '../../tools/bundle-program.mjs';
import type { Asked } from '../app/app';
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

/** A command that was handed to the Foyer that runs, and is broken off (Ctrl C) before or after its preview has left. */
describe('a command that is broken off', () => {
  let program: string;
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-terminal-'));
    program = await bundleProgram(
      new URL('../app/terminal/testing/terminal-program.ts', import.meta.url),
      folder,
    );
    return () => rm(folder, { recursive: true, force: true });
  }, 120_000);

  /** A terminal of its own that hands a command over. */
  async function openTerminal(profile: string) {
    const child = spawn(process.execPath, [program, profile], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const gone = once(child, 'close');
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const id = String((await lines.next()).value);
    const ended = lines.next().then(({ value }) => JSON.parse(String(value ?? null)) as unknown);
    return {
      ...{ id, ended },
      /** Ctrl C; resolves when the terminal's process is gone. */
      async interrupt() {
        child.kill('SIGINT');
        const end = await ended;
        await gone;
        return end;
      },
      /** Its window is closed, or it dies. */
      async close() {
        child.kill('SIGKILL');
        await gone;
      },
    };
  }

  /** A Foyer that runs, whose line a slow request blocks until `letGo`; what leaves is answered once `answered` is. */
  async function running(answered: Promise<void> = Promise.resolve()) {
    const profile = await mkdtemp(join(tmpdir(), 'foyer-handed-'));
    onTestFinished(() => rm(profile, { recursive: true, force: true }));
    let letGo = (): void => undefined;
    const turn = new Promise<void>((done) => (letGo = done));
    const left: string[] = [];
    const inLine: string[] = [];
    // As the service's client has it: what is stopped before its turn does not leave.
    const send: SendPreview = (_connection, { body }, { activityId, signal, ...its }) =>
      new Promise((done, fail) => {
        const end = (outcome: Outcome) => done({ activityId, outcome, body: { message: 'ok' } });
        signal.addEventListener('abort', () => end(cancelledBefore));
        inLine.push(body);
        turn
          .then(its.beforeStart)
          .then(async () => {
            if (signal.aborted) return;
            its.onStart();
            left.push(body);
            await answered;
            end(accepted);
          })
          .catch(fail);
      });
    let now = connection;
    const previews = await createPreviews({
      ...{ folder: profile, send, warn: () => undefined },
      connectionById: (id) => (id === connection.id ? now : undefined),
      connectionAt: () => undefined,
    });
    const connections = {
      read: () => ({ revision: 1, list: [connection], currentId: connection.id }),
      byId: () => connection,
    };
    let mayBeAsked = 0;
    const proxy = { mayAskAgain: () => (mayBeAsked += 1) };
    const requests = createRequests(
      { profile, emit: () => undefined, log: { error: () => undefined } } as unknown as Foundation,
      { connections, previews, proxy } as unknown as Rooms & StoredRooms,
      {} as Shell,
      { isInFront: async () => true },
    );
    const ends = () => previews.snapshot().history.map(({ outcome }) => outcome);
    const lead = (to: typeof connection) => void (now = to);
    return {
      profile,
      requests,
      previews,
      lead,
      left,
      inLine,
      letGo,
      ends,
      mayBeAsked: () => mayBeAsked,
    };
  }

  const asked = {
    kind: 'preview',
    json: false,
    botId: 'bot',
    to: '+44 7700 900112',
    startGroupId: '',
    connection: undefined,
  } as const satisfies Asked;

  it('the control: a command that is waited for leaves once, and is answered', async () => {
    const { profile, requests, left, inLine, letGo } = await running();
    const terminal = await openTerminal(profile);
    requests.take({ asked, callId: terminal.id });
    await expect.poll(() => inLine).toHaveLength(1);
    letGo();
    expect(await terminal.ended).toMatchObject({ kind: 'answered', answer: { code: 0 } });
    expect(left).toHaveLength(1);
  });

  it('the control: a command whose terminal is only gone leaves all the same', async () => {
    const { profile, requests, left, inLine, letGo, ends } = await running();
    const terminal = await openTerminal(profile);
    requests.take({ asked, callId: terminal.id });
    await expect.poll(() => inLine).toHaveLength(1);
    await terminal.close();
    letGo();
    await requests.settled();
    expect(ends()).toEqual([accepted]);
    expect(left).toHaveLength(1);
  });

  it('a command that was broken off while its preview stood in line does not leave', async () => {
    const { profile, requests, left, inLine, letGo, ends } = await running();
    const terminal = await openTerminal(profile);
    requests.take({ asked, callId: terminal.id });
    await expect.poll(() => inLine).toHaveLength(1);
    expect(left).toEqual([]);
    // Ctrl C stops what hasn't left yet (docs/guide.md, Previews).
    expect(await terminal.interrupt()).toEqual({ kind: 'lost' });
    await expect.poll(ends).toEqual([cancelledBefore]);
    letGo();
    await requests.settled();
    expect(left).toEqual([]);
  });

  it('what a window has started elsewhere meanwhile is not stopped in its place', async () => {
    const { profile, requests, previews, lead, left, inLine, letGo, ends } = await running();
    const terminal = await openTerminal(profile);
    requests.take({ asked, callId: terminal.id });
    await expect.poll(() => inLine).toHaveLength(1);
    const elsewhere = { baseAddress: 'https://other.example/api/v1', workspaceId: 'w2' };
    lead({ ...connection, ...elsewhere });
    const { botId, to, startGroupId } = asked;
    const form = {
      connectionId: connection.id,
      botId,
      to,
      startGroupId,
      confirmedPlace: publicationKey(elsewhere),
    };
    const windows = previews.handlers.start(form);
    await expect.poll(() => inLine).toHaveLength(2);
    await terminal.interrupt();
    await expect.poll(() => ends().filter((end) => end !== null)).toHaveLength(1);
    letGo();
    expect(await windows).toMatchObject({ outcome: accepted });
    expect(left).toHaveLength(1);
  });

  it('what had left when its command was broken off is answered for all the same', async () => {
    let answer = (): void => undefined;
    const { profile, requests, left, letGo, ends } = await running(
      new Promise((done) => (answer = done)),
    );
    const terminal = await openTerminal(profile);
    requests.take({ asked, callId: terminal.id });
    letGo();
    await expect.poll(() => left).toHaveLength(1);
    // As where the command's own process has sent it (docs/guide.md, Previews).
    expect(await terminal.interrupt()).toEqual({ kind: 'lost' });
    // What it said has been read by the time the next one is answered.
    const next = await openTerminal(profile);
    requests.take({ asked: { kind: 'list', json: false }, callId: next.id });
    await next.ended;
    answer();
    await requests.settled();
    expect(ends()).toEqual([accepted]);
  });
});

/**
 * A command was handed to the Foyer that runs, and its preview stands in line: behind requests that take their
 * whole minute, for a locked keychain, for a proxy’s sign-in. The terminal waits two minutes, says that it may
 * have been sent (exit code 4: “check the phone before another start”), and ends. The person checks the phone,
 * and starts it again.
 */
describe('a terminal that waited too long', () => {
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
});
