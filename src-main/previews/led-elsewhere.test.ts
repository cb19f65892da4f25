/** Previews and shortcuts of a connection that a person points at another service. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Connection } from '@shared/connection';
import { ProblemError } from '@shared/problem-error';
import { problemText } from '@shared/problem-text';
import { publicationKey } from '@shared/theme/theme';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { createPreviews, type SendPreview } from './previews';

const neverLeftOut = (): never => expect.fail('something was left out');
const form = { connectionId: 'northwind', botId: 'bot', to: '+44 1', startGroupId: '' };
const elsewhere = { baseAddress: 'https://other.example/api/v1', workspaceId: 'w2' };
const taking: SendPreview = (_connection, _request, { activityId, onStart }) => {
  onStart();
  const outcome = { kind: 'accepted' as const, status: 200 as const };
  return Promise.resolve({ activityId, outcome, body: { message: 'success' } });
};

/** Sends that wait for their answers. */
function holding() {
  const answers: (() => void)[] = [];
  const send: SendPreview = (_connection, _request, { activityId, signal }) =>
    new Promise((resolve) => {
      answers.push(() => {
        resolve({ activityId, outcome: { kind: 'accepted', status: 200 }, body: {} });
      });
      signal.addEventListener('abort', () => {
        const outcome = { kind: 'notSent', reason: 'cancelledBefore', detail: '' } as const;
        resolve({ activityId, outcome, body: undefined });
      });
    });
  return {
    send,
    get count() {
      return answers.length;
    },
    release: () => {
      for (const answer of answers) answer();
    },
  };
}

/** The room with one connection, which can be changed, and another beside it. */
async function opened(send: SendPreview = taking) {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const list: Connection[] = [trialConnection('northwind')];
  const room = await createPreviews({
    folder,
    send,
    connectionById: (id) => list.find((one) => one.id === id),
    connectionAt: ({ baseAddress, workspaceId }) =>
      list.find((one) => one.baseAddress === baseAddress && one.workspaceId === workspaceId),
    warn: () => undefined,
  });
  onTestFinished(() => room.close());
  const lead = (place: typeof elsewhere) => {
    list[0] = { ...trialConnection('northwind'), ...place };
  };
  return { room, list, lead };
}

describe('the first preview to a recipient', () => {
  it('is confirmed, though its connection sent there when it led to another service', async () => {
    const { room, lead } = await opened();
    await room.handlers.addShortcut({ ...form, name: 'Booking' });
    await room.handlers.start({ ...form, confirmedPlace: trialPlace });
    expect(room.shortcuts()).toMatchObject([{ isNewRecipient: false }]);
    lead(elsewhere);
    expect(room.shortcuts()).toMatchObject([{ isNewRecipient: true }]);
    const again = async () => room.handlers.start(form);
    await expect(again()).rejects.toMatchObject({ problem: { code: 'newRecipient' } });
  });

  it('that was confirmed for where its connection led is not sent to where it leads now', async () => {
    const held = holding();
    const { room, lead } = await opened(held.send);
    const { connectionId, to } = form;
    const { place } = await room.handlers.isNewRecipient({ connectionId, to });
    expect(place).toBe(trialPlace);
    lead(elsewhere);
    const first = async () => room.handlers.start({ ...form, confirmedPlace: place });
    const now = { code: 'newRecipient', place: publicationKey(elsewhere) };
    await expect(first()).rejects.toMatchObject({ problem: now });
    expect(held.count).toBe(0);
  });
});

describe('a preview that is under way', () => {
  it('is not sent once more through another connection to the same workspace', async () => {
    const held = holding();
    const { room, list } = await opened(held.send);
    list.push({ ...trialConnection('northwind'), id: 'twin' });
    const first = room.handlers.start({ ...form, confirmedPlace: trialPlace });
    const second = async () =>
      room.handlers.start({
        ...form,
        to: ' +44 1',
        connectionId: 'twin',
        confirmedPlace: trialPlace,
      });
    await expect(second()).rejects.toMatchObject({ problem: { code: 'alreadyUnderWay' } });
    held.release();
    await first;
    expect(held.count).toBe(1);
  });

  it('is not sent once more where only the workspace of its connection was corrected', async () => {
    const held = holding();
    const { room, list, lead } = await opened(held.send);
    const first = room.handlers.start({ ...form, confirmedPlace: trialPlace });
    lead({ baseAddress: list[0]!.baseAddress, workspaceId: 'w2' });
    // The request names no workspace: it would be the same once more.
    const second = async () => room.handlers.start({ ...form, confirmedPlace: trialPlace });
    await expect(second()).rejects.toMatchObject({ problem: { code: 'alreadyUnderWay' } });
    expect(room.snapshot().history[0]?.goesElsewhere).toBeUndefined();
    held.release();
    await first;
    expect(held.count).toBe(1);
  });

  it('is stopped through the connection that it was started with, wherever that leads by now', async () => {
    const held = holding();
    const { room, lead } = await opened(held.send);
    const first = room.handlers.start({ ...form, confirmedPlace: trialPlace });
    lead(elsewhere);
    await room.handlers.cancel(form);
    expect(await first).toMatchObject({ outcome: { kind: 'notSent' } });
    expect(held.count).toBe(1);
  });

  it('is told apart from the same to where its connection leads now, also when one is stopped', async () => {
    const held = holding();
    const { room, lead } = await opened(held.send);
    const first = Promise.resolve(room.handlers.start({ ...form, confirmedPlace: trialPlace }));
    lead(elsewhere);
    const second = Promise.resolve(
      room.handlers.start({ ...form, confirmedPlace: publicationKey(elsewhere) }),
    );
    await expect.poll(() => room.snapshot().history).toHaveLength(2);
    const [now, before] = room.snapshot().history;
    expect(now?.goesElsewhere).toBeUndefined();
    expect(before?.goesElsewhere).toBe(true);
    await room.handlers.cancel({ ...form, activityId: before?.activityId });
    expect(await first).toMatchObject({ outcome: { kind: 'notSent' } });
    expect(room.snapshot().history).toMatchObject([{ outcome: null }, {}]);
    await room.handlers.cancel(form);
    expect(await second).toMatchObject({ outcome: { kind: 'notSent' } });
    expect(room.snapshot().history.filter((run) => run.goesElsewhere)).toEqual([]);
  });
});

describe('a shortcut that comes back with a backup', () => {
  it('is not tied to a connection that leads to another service by now', async () => {
    const { room, lead } = await opened();
    const { id } = await room.handlers.addShortcut({ ...form, name: 'Booking' });
    const part = room.backupPart.collect();
    await room.handlers.removeShortcut({ id });
    lead(elsewhere);
    // It is there with its name, to be given a connection.
    expect(await room.backupPart.prepare(part)(neverLeftOut)).toBe(1);
    expect(room.shortcuts()).toMatchObject([{ name: 'Booking', connectionId: '' }]);
    await expect((async () => room.handlers.start(room.shortcuts()![0]!))()).rejects.toMatchObject({
      problem: { code: 'notFound', what: 'connection' },
    });
  });

  it('finds the connection that leads there now', async () => {
    const { room, list, lead } = await opened();
    const { id } = await room.handlers.addShortcut({ ...form, name: 'Booking' });
    const part = room.backupPart.collect();
    await room.handlers.removeShortcut({ id });
    lead(elsewhere);
    list.push({ ...trialConnection('northwind'), id: 'anew' });
    await room.backupPart.prepare(part)(neverLeftOut);
    expect(room.shortcuts()).toMatchObject([{ name: 'Booking', connectionId: 'anew' }]);
  });
});

/**
 * The base address of a connection was wrong, and nothing answers there: a preview hangs for up to a minute. Its
 * owner corrects the address and starts the same preview again. What they are told of that one.
 */
describe('a connection that is pointed elsewhere while a preview hangs', () => {
  const form = {
    ...{ connectionId: 'northwind', botId: 'bot', to: '+44 7700 900112' },
    ...{ startGroupId: '', confirmedPlace: trialPlace },
  };

  /** What is said of the second start, and which addresses were asked for one. */
  async function second(isCorrected: boolean): Promise<{ said: string; hosts: string[] }> {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const hosts: string[] = [];
    let connection: Connection = trialConnection('northwind');
    let giveUp: () => void = () => undefined;
    const isOver = new Promise<void>((done) => (giveUp = done));
    const previews = await createPreviews({
      ...{ folder, warn: () => undefined },
      connectionById: () => connection,
      connectionAt: () => undefined,
      async send(_connection, request, { activityId, beforeStart, onStart }) {
        await beforeStart();
        onStart();
        hosts.push(new URL(request.url).host);
        await isOver;
        return {
          activityId,
          outcome: { kind: 'unsure', reason: 'timeLimit', detail: '' },
          body: {},
        };
      },
    });
    const first = Promise.resolve(previews.handlers.start(form));
    await expect.poll(() => hosts).toHaveLength(1);
    if (isCorrected) {
      const corrected = { baseAddress: 'https://right.example/api/v1', host: 'right.example' };
      connection = { ...connection, ...corrected };
    }
    const confirmedPlace = publicationKey(connection);
    const next = Promise.resolve(previews.handlers.start({ ...form, confirmedPlace })).then(
      () => '',
      (error: unknown) => {
        if (!(error instanceof ProblemError)) throw error;
        const { what, kept } = problemText(error.problem);
        return `${what} ${kept}`.trim();
      },
    );
    setImmediate(giveUp);
    const said = await next;
    await first;
    await previews.close();
    return { said, hosts };
  }

  const already = 'This was already in progress. It wasn’t sent twice.';

  it('the control: of the same to where it is being sent, that it is', async () => {
    const { said, hosts } = await second(false);
    expect(said).toBe(already);
    expect(hosts).toHaveLength(1);
  });

  it('of the same to the corrected address, where nothing is being sent, nothing: it is sent there', async () => {
    const { said, hosts } = await second(true);
    expect(said).toBe('');
    expect(hosts).toEqual([expect.any(String), 'right.example']);
  });
});
