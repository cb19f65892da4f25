/** A preview that is under way, or does not leave: what is said of it, and of another one meanwhile. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { problemText } from '@shared/problem-text';
import type { PreviewRun, Previews } from '@shared/sending';
import type { Outcome } from '@shared/service/outcome';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { type Connections, createConnections } from '../connections/connections';
import { noTokens } from '../connections/testing/no-tokens';
import { createPreviews, type SendPreview } from './previews';

const connection = trialConnection('northwind');

/** A preview that was handed over and has not left: what is shown of it, and what stops it. */
describe('a preview that stands in line', () => {
  const to = '+44 20 7946 0958';
  const form = {
    connectionId: 'northwind',
    botId: 'bot',
    to,
    startGroupId: '',
    confirmedPlace: trialPlace,
  };
  const accepted: Outcome = { kind: 'accepted', status: 200 };
  const cancelledBefore: Outcome = { kind: 'notSent', reason: 'cancelledBefore', detail: '' };

  async function standUp() {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    let clock = '2026-01-02T03:04:00.000Z';
    const sent: { leave: () => Promise<void>; answer: (outcome: Outcome) => void }[] = [];
    const send: SendPreview = (_connection, _request, { activityId, signal, ...its }) =>
      new Promise((done, fail) => {
        const end = (outcome: Outcome) => done({ activityId, outcome, body: undefined });
        sent.push({ leave: () => its.beforeStart().then(its.onStart, fail), answer: end });
        signal.addEventListener('abort', () => end(cancelledBefore));
      });
    const room = await createPreviews({
      ...{ folder, send, warn: () => undefined, now: () => clock },
      connectionById: (id) => (id === connection.id ? connection : undefined),
      connectionAt: () => undefined,
    });
    const told: (PreviewRun | undefined)[] = [];
    room.onChange(({ history }) => told.push(history[0]));
    const run = Promise.resolve(room.handlers.start(form));
    await expect.poll(() => sent.length).toBe(1);
    return {
      ...{ folder, room, run, sent },
      shown: () => told.at(-1),
      leaveAt(time: string) {
        clock = time;
        void sent[0]?.leave();
      },
      answer: () => sent[0]?.answer(accepted),
    };
  }

  it('is in the history, and is not said to have left', async () => {
    const { folder, room, run, shown, leaveAt, answer } = await standUp();
    await expect.poll(shown).toMatchObject({ input: { to }, isInLine: true, outcome: null });
    expect(room.snapshot().history).toMatchObject([{ isInLine: true }]);
    leaveAt('2026-01-02T03:05:00.000Z');
    await expect.poll(() => shown()?.isInLine).toBeUndefined();
    expect(room.snapshot().history).toHaveLength(1);
    answer();
    expect(await run).toMatchObject({ outcome: accepted });
    await room.close();
    expect(await readFile(join(folder, 'previews.json'), 'utf8')).not.toContain('isInLine');
  });

  it('is said to be sent when it left, and not when the button was pressed', async () => {
    const { room, run, shown, leaveAt, answer } = await standUp();
    await expect.poll(() => shown()?.at).toBe('2026-01-02T03:04:00.000Z');
    leaveAt('2026-01-02T03:05:00.000Z');
    await expect.poll(() => shown()?.at).toBe('2026-01-02T03:05:00.000Z');
    answer();
    expect(await run).toMatchObject({ at: '2026-01-02T03:05:00.000Z' });
    expect(room.snapshot().history).toMatchObject([{ at: '2026-01-02T03:05:00.000Z' }]);
  });

  it.each([true, false])('does not leave when it is stopped in line (%s)', async (ifInLine) => {
    const { room, run, shown } = await standUp();
    await expect.poll(() => shown()?.isInLine).toBe(true);
    const { connectionId, botId } = form;
    await room.handlers.cancel({ connectionId, botId, to, ifInLine });
    expect(await run).toMatchObject({ outcome: cancelledBefore });
    expect(shown()).toMatchObject({ outcome: cancelledBefore });
    expect(shown()?.isInLine).toBeUndefined();
  });

  it('is waited for where it left before the word that it is not to be sent', async () => {
    const { room, run, shown, leaveAt, answer } = await standUp();
    leaveAt('2026-01-02T03:05:00.000Z');
    await expect.poll(() => shown()?.at).toBe('2026-01-02T03:05:00.000Z');
    const { connectionId, botId } = form;
    await room.handlers.cancel({ connectionId, botId, to, ifInLine: true });
    answer();
    expect(await run).toMatchObject({ outcome: accepted });
  });

  const unconfirmed = { ...form, botId: 'another', confirmedPlace: undefined };
  const newRecipient = { problem: { code: 'newRecipient' } };

  it('does not make its recipient known: nothing was sent to them yet', async () => {
    const { room, run, shown, answer } = await standUp();
    await expect.poll(shown).toMatchObject({ isInLine: true });
    await expect(room.handlers.start(unconfirmed)).rejects.toMatchObject(newRecipient);
    answer();
    await run;
  });

  it('does not leave unconfirmed when the first one to its recipient came to nothing', async () => {
    const { room, run, shown, sent } = await standUp();
    await sent[0]?.leave();
    await expect.poll(shown).toMatchObject({ input: { to } });
    // The first may have arrived, so nobody is asked, and the second waits for its turn.
    const second = Promise.resolve(room.handlers.start(unconfirmed));
    await expect.poll(() => sent.length).toBe(2);
    sent[0]?.answer({ kind: 'tokenRefused', status: 401 });
    await run;
    const refused = expect(second).rejects.toMatchObject(newRecipient);
    await sent[1]?.leave();
    sent[1]?.answer(accepted);
    await refused;
    expect(room.snapshot().history).toMatchObject([{ outcome: { kind: 'tokenRefused' } }]);
  });
});

/**
 * Two shortcuts start one bot for one phone, the second from a group of its own. The second is started while the
 * service is still at the first: what a person is told of it.
 */
describe('the same from another group meanwhile', () => {
  const form = {
    ...{ connectionId: connection.id, botId: 'bot', to: '+44 7700 900112' },
    ...{ startGroupId: '', confirmedPlace: trialPlace },
  };

  /** What is said of a second start during a first one, and from which groups the service was asked for any. */
  async function second(startGroupId: string): Promise<{ said: string; groups: string[] }> {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const groups: string[] = [];
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((done) => (answer = done));
    const previews = await createPreviews({
      ...{ folder, warn: () => undefined },
      connectionById: () => connection,
      connectionAt: () => undefined,
      async send(_connection, request, { activityId, beforeStart, onStart }) {
        await beforeStart();
        onStart();
        groups.push(/evening/u.exec(request.body)?.[0] ?? '');
        await answered;
        return { activityId, outcome: { kind: 'accepted', status: 200 }, body: {} };
      },
    });
    const first = previews.handlers.start(form);
    const next = Promise.resolve(previews.handlers.start({ ...form, startGroupId })).then(
      () => '',
      (error: unknown) => {
        if (error instanceof ProblemError) return problemText(error.problem).what;
        throw error;
      },
    );
    setImmediate(answer);
    const said = await next;
    await first;
    await previews.close();
    return { said, groups };
  }

  it('the control: of the same again, that it is already under way', async () => {
    expect(await second('')).toEqual({ said: 'This was already in progress.', groups: [''] });
  });

  it('of one from another group, which is not under way, not that it is', async () => {
    const { said, groups } = await second('evening');
    // Nor in the launcher: “This was already in progress. It wasn’t sent twice.” Nothing of it is sent once.
    if (!groups.includes('evening')) expect(said).not.toBe('This was already in progress.');
    expect(said).toBe(
      'Another preview to this recipient was in progress, so this one wasn’t sent.',
    );
  });
});

/** What the windows were told last of a preview that did not leave. */
describe('a preview that does not leave for want of its token', () => {
  const form = {
    ...{ connectionId: connection.id, botId: 'bot', to: '+44 20 7946 0958', startGroupId: '' },
    confirmedPlace: trialPlace,
  };

  it('is not that it waits to be sent, once its token was found to be missing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
    const room = await createPreviews({
      ...{ folder, warn: () => undefined },
      send: () => Promise.reject(new ProblemError({ code: 'tokenMissing', label: 'Northwind' })),
      connectionById: (id) => (id === connection.id ? connection : undefined),
      connectionAt: () => undefined,
    });
    onTestFinished(async () => {
      await room.close();
      await rm(folder, { recursive: true, force: true });
    });
    const told: Previews[] = [];
    room.onChange((previews) => told.push(previews));
    await expect(room.handlers.start(form)).rejects.toMatchObject({
      problem: { code: 'tokenMissing' },
    });
    await expect.poll(() => told.at(-1)?.history).toEqual([]);
    expect(room.snapshot().history).toEqual([]);
    expect(told.at(-1)?.history).toEqual([]);
  });
});

/**
 * A preview is started from the tray while the connections can’t be read: a virus scanner holds their file, or a
 * newer Foyer wrote it. What its notification says why.
 */
describe('a preview from the tray, while the connections can’t be read', () => {
  function openConnections(folder: string): Connections {
    return createConnections({
      file: join(folder, 'connections.json'),
      tokens: { ...noTokens, token: () => Promise.resolve('sesame') },
      check: () => Promise.reject(new Error('nothing is asked here')),
      startPractice: () => Promise.reject(new Error('nobody practises here')),
      practiceLabel: () => 'Practice',
      onChange: () => undefined,
      log: { warn: () => undefined },
    });
  }

  /** Why a preview through a connection does not leave, after something was done to the connections' file. */
  async function whyNot(happens: (connections: Connections, id: string) => Promise<unknown>) {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-not-read-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const before = openConnections(folder);
    await before.start();
    const { id } = await before.handlers.add({
      input: {
        ...{
          label: 'Northwind',
          baseAddress: 'https://northwind.example/api/v1',
          workspaceId: 'w1',
        },
        ...{ colour: 'petrol', preset: 'documented', presentation: { kind: 'bearer' } },
      },
      token: 'sesame',
      keep: 'keychain',
    });
    await happens(before, id);
    await before.close();
    if (!before.wasRemoved(id)) {
      await writeFile(join(folder, 'connections.json'), JSON.stringify({ format: 1_000 }));
    }
    const now = openConnections(folder);
    await now.start();
    const previews = await createPreviews({
      ...{ folder, warn: () => undefined, connectionAt: () => undefined },
      connectionById: (each) => now.byId(each),
      send: () => expect.fail('it was sent'),
    });
    onTestFinished(async () => {
      await previews.close();
      await now.close();
    });
    const told: Problem[] = [];
    previews.onRefusal((problem) => told.push(problem));
    await Promise.resolve(
      previews.handlers.start({
        ...{ connectionId: id, botId: 'bot', to: '+44 7700 900112', startGroupId: '' },
        confirmedPlace: trialPlace,
      }),
    ).catch((error: unknown) => {
      if (!(error instanceof ProblemError)) throw error;
    });
    return told;
  }

  it('the control: of one that was removed, that it no longer exists', async () => {
    expect(await whyNot(async ({ handlers }, id) => handlers.remove({ id }))).toEqual([
      { code: 'notFound', what: 'connection' },
    ]);
  });

  it('of one that can’t be read, not that it no longer exists', async () => {
    const told = await whyNot(() => Promise.resolve());
    expect(told).toHaveLength(1);
    expect(told).not.toEqual([{ code: 'notFound', what: 'connection' }]);
  });
});

/**
 * A preview to a customer doesn't get through at once (a train's network, a proxy that wants a sign-in), and is kept as a
 * shortcut meanwhile. Then it comes to nothing: who goes by what the shortcut says would think that the customer has it.
 */
describe('a shortcut that was kept while its preview was under way', () => {
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
