/** The list of previews after a kill, a disk that refused, and an answer with a secret in it. */
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Outcome } from '@shared/service/outcome';
import { publicationKey } from '@shared/theme/theme';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { createNodeTransport } from '../service/node-transport';
import { createServiceClient } from '../service/service';
import { createPreviews, type SendPreview } from './previews';
import { longestHistory } from './previews-document';

const connection = trialConnection('northwind');
const form = { connectionId: 'northwind', botId: 'bot', to: '+44 1', startGroupId: '' };

/** Foyer is killed while a preview is under way, and the clock was set back before. */
describe('a clock that was set back before a kill', () => {
  it('the one that may have arrived is in the list, though it is dated before all others', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
    let clock = '2026-11-22T12:00:00.000Z';
    const last = { isHeld: false, hasLeft: false };
    const opened = async () => {
      const send: SendPreview = async (_connection, _request, its) => {
        await its.beforeStart();
        its.onStart();
        last.hasLeft = last.isHeld;
        if (last.isHeld) await new Promise(() => undefined);
        return { activityId: its.activityId, outcome: { kind: 'accepted', status: 200 }, body: {} };
      };
      const room = await createPreviews({
        ...{ folder, send, warn: () => undefined, now: () => clock },
        connectionById: () => connection,
        connectionAt: () => undefined,
      });
      onTestFinished(() => room.close());
      return room;
    };
    const first = await opened();
    for (let count = 0; count < longestHistory; count += 1) {
      await first.handlers.start({ ...form, confirmedPlace: trialPlace });
    }
    clock = '2026-11-22T11:00:00.000Z';
    last.isHeld = true;
    void first.handlers.start({ ...form, to: '+44 2', confirmedPlace: trialPlace });
    await expect.poll(() => last.hasLeft).toBe(true);
    const { history } = (await opened()).snapshot();
    expect(history.map(({ input }) => input.to)).toContain('+44 2');
  });
});

/**
 * Foyer was killed while a preview was under way. That was told at the start after it, and more than fifty
 * newer ones have taken its place in the history since. What the next start makes of it.
 */
describe('a kill of long ago', () => {
  let clock = Date.parse('2026-11-20T12:00:00.000Z');

  async function newFolder() {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
    return folder;
  }

  async function opened(folder: string, onLeft?: () => void) {
    const send: SendPreview = async (_connection, _request, its) => {
      await its.beforeStart();
      its.onStart();
      onLeft?.();
      if (onLeft) await new Promise(() => undefined);
      return { activityId: its.activityId, outcome: { kind: 'accepted', status: 200 }, body: {} };
    };
    const room = await createPreviews({
      ...{ folder, send, warn: () => undefined },
      now: () => new Date((clock += 60_000)).toISOString(),
      connectionById: () => connection,
      connectionAt: () => undefined,
    });
    onTestFinished(() => room.close());
    return room;
  }

  /** What is shown before and after another start, long after one that was killed, or where none was. */
  async function acrossAStart(wasKilled: boolean) {
    const [before, folder] = [await newFolder(), await newFolder()];
    let hasLeft = false;
    const first = await opened(before, wasKilled ? () => (hasLeft = true) : undefined);
    await first.handlers.addShortcut({ ...form, name: 'Booking' });
    const started = first.handlers.start({ ...form, confirmedPlace: trialPlace });
    if (wasKilled) await expect.poll(() => hasLeft).toBe(true);
    else await started;
    // As the kill left it.
    await cp(before, folder, { recursive: true });

    const second = await opened(folder);
    const outcome = wasKilled ? { kind: 'unsure' } : { kind: 'accepted' };
    expect(second.snapshot().history).toMatchObject([{ outcome }]);
    // The shortcut is sent once more, and many others after it.
    const again = await second.handlers.start(form);
    for (let count = 0; count < longestHistory; count += 1) {
      await second.handlers.start({
        ...form,
        to: `+44 7 ${String(count)}`,
        confirmedPlace: trialPlace,
      });
    }
    const shown = second.snapshot();
    expect(shown.history).toHaveLength(longestHistory);
    expect(shown.shortcuts).toMatchObject([{ lastAt: again.at }]);
    await second.close();
    return { shown, after: (await opened(folder)).snapshot() };
  }

  it.each([
    ['the control: none was killed', false],
    ['one was killed', true],
  ])('the shortcut is said to be last sent when it was: %s', async (_name, wasKilled) => {
    const { shown, after } = await acrossAStart(wasKilled);
    expect(after.shortcuts.map(({ lastAt }) => lastAt)).toEqual(
      shown.shortcuts.map(({ lastAt }) => lastAt),
    );
  });

  it.each([
    ['the control: none was killed', false],
    ['one was killed', true],
  ])(
    'the history has the newest, and none comes back that had gone: %s',
    async (_name, wasKilled) => {
      const { shown, after } = await acrossAStart(wasKilled);
      const runs = (all: typeof after) => all.history.map(({ at, input }) => [at, input.to]);
      expect(runs(after)).toEqual(runs(shown));
    },
  );
});

/** A preview whose end the disk refused at first, and which made room for newer ones since. */
describe('an end of long ago', () => {
  const accepted: Outcome = { kind: 'accepted', status: 200 };

  const taking: SendPreview = async (_connection, _request, its) => {
    await its.beforeStart();
    its.onStart();
    return { activityId: its.activityId, outcome: accepted, body: { message: 'success' } };
  };

  async function opened(folder: string) {
    const room = await createPreviews({
      ...{ folder, send: taking, warn: () => undefined },
      connectionById: () => connection,
      connectionAt: () => undefined,
    });
    onTestFinished(() => room.close());
    return room;
  }

  it.each([
    ['the control: the disk takes it', false],
    ['the disk refuses it at first', true],
  ])('is not said to be not sure at the next start: %s', async (_name, isRefused) => {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
    const list = join(folder, 'previews.json');
    const room = await opened(folder);
    const start = (to: string) =>
      room.handlers.start({
        ...{ connectionId: 'northwind', botId: 'bot', to, startGroupId: '' },
        confirmedPlace: trialPlace,
      });
    if (isRefused) await mkdir(join(list, 'x'), { recursive: true });
    expect(await start('the first')).toMatchObject({ outcome: accepted });
    await rm(list, { recursive: true, force: true });
    for (let run = 0; run < 50; run += 1) await start(`+44 ${String(run)}`);
    expect(room.snapshot().history).toHaveLength(50);
    await room.close();
    const next = await opened(folder);
    expect(next.snapshot().history.filter(({ outcome }) => outcome?.kind !== 'accepted')).toEqual(
      [],
    );
  });
});

/**
 * Of an answer, what is kept elsewhere has no more in it than Activity has. The message of a preview that was accepted is kept with the preview
 * and shown; a service that leads to the conversation on the web, by an address with a session in it, has it there as it came.
 */
describe('a message with a secret in it', () => {
  const secret = 'kJ8s0aQ2vW9xLmPz7tYb';
  const message = `Started: https://chat.example/web?access_token=${secret}`;

  async function sentAndKept() {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const server = createServer((request, response) => {
      request.resume();
      request.on('end', () => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ message }));
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const connection = trialConnection('northwind', {
      baseAddress: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`,
    });
    const recorded: unknown[] = [];
    const client = createServiceClient({
      transport: createNodeTransport(),
      connectionById: () => connection,
      tokenFor: () => Promise.resolve('a-token-of-some-length'),
      activity: {
        begin: () => Promise.resolve(),
        itsTurn: () => Promise.resolve(),
        left: () => undefined,
        end: (_, end) => Promise.resolve(void recorded.push(end)),
      },
    });
    const room = await createPreviews({
      ...{ folder, warn: () => undefined, send: client.send },
      connectionById: () => connection,
      connectionAt: () => undefined,
    });
    const run = await room.handlers.start({
      ...{ connectionId: connection.id, botId: 'bot', to: '+44 20 7946 0958', startGroupId: '' },
      confirmedPlace: publicationKey(connection),
    });
    await room.close();
    const names = (await readdir(folder, { recursive: true })).filter((name) => /json/u.test(name));
    const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    return { recorded: JSON.stringify(recorded), run, onDisk: files.join('') };
  }

  it('has no more in it than what Activity keeps of it', async () => {
    const { recorded, run, onDisk } = await sentAndKept();
    // The controls.
    expect(recorded).toContain('chat.example');
    expect(recorded).not.toContain(secret);
    expect(onDisk).toContain('chat.example');
    expect.soft(run.message).not.toContain(secret);
    expect.soft(onDisk).not.toContain(secret);
  });
});
