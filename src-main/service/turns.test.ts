import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isSent } from '@shared/listed-entry';
import {
  createCustomDomainRequest,
  saveThemeTemplateRequest,
  type ServicePlace,
  startChatAppPreviewRequest,
  updateSubscriptionRequest,
} from '@shared/service/operations';
import { newTheme } from '@shared/theme/theme';
import { createActivity } from '../activity/activity';
import { createPracticeService } from '../practice/practice';
import { createNodeTransport } from './node-transport';
import { createServiceClient, type SendOptions, type ServiceConnection } from './service';
import { proxied } from './testing/proxied-transport';
import type { TransportRequest, TransportResult } from './transport';
import { inLanes, leaveAtTurn, stoppedBefore } from './turns';

describe('requests that leave side by side', () => {
  it('have a lane each while they are under way, and lanes are used again', async () => {
    const ends: (() => void)[] = [];
    const used: number[] = [];
    const result: TransportResult = { end: 'refusedByProxy' };
    const send = inLanes(
      (number) => number,
      (lane) => {
        used.push(lane);
        return new Promise<TransportResult>((done) => ends.push(() => done(result)));
      },
    );
    const request = {} as TransportRequest;
    const first = send(request);
    const second = send(request);
    expect(used).toEqual([0, 1]);
    ends[0]?.();
    await first;
    const third = send(request);
    expect(used).toEqual([0, 1, 0]);
    for (const end of ends) end();
    await Promise.all([second, third]);
  });

  it('give their lane back when sending fails', async () => {
    const used: number[] = [];
    const send = inLanes(
      (number) => number,
      (lane) => {
        used.push(lane);
        return Promise.reject(new Error('broken'));
      },
    );
    const request = {} as TransportRequest;
    await expect(send(request)).rejects.toThrow('broken');
    await expect(send(request)).rejects.toThrow('broken');
    expect(used).toEqual([0, 0]);
  });
});

describe('a request whose turn has come', () => {
  function turn(mayLeave: () => boolean) {
    const happened: string[] = [];
    let freeTheWay = (): void => undefined;
    const isFree = new Promise<void>((done) => (freeTheWay = done));
    const ended = leaveAtTurn(
      {
        ...({} as TransportRequest),
        signal: new AbortController().signal,
        atTurn: () => {
          happened.push('written down');
          return Promise.resolve(true);
        },
        leavingHeaders: () => {
          happened.push('its headers read');
          return Promise.resolve({});
        },
        mayLeave: () => {
          happened.push('asked');
          return mayLeave();
        },
      },
      () => {
        happened.push('left');
        return Promise.resolve<TransportResult>({ end: 'refusedByProxy' });
      },
      isFree,
    );
    return { ended, happened, freeTheWay };
  }

  it('is asked last of all whether it may leave, when its way is free', async () => {
    const { ended, happened, freeTheWay } = turn(() => true);
    await new Promise((next) => setImmediate(next));
    expect(happened).toEqual(['written down']);
    freeTheWay();
    await ended;
    expect(happened).toEqual(['written down', 'its headers read', 'asked', 'left']);
  });

  it('ends as stopped before its start when it may not', async () => {
    const { ended, happened, freeTheWay } = turn(() => false);
    freeTheWay();
    expect(await ended).toBe(stoppedBefore);
    expect(happened).not.toContain('left');
  });
});

/** A request that must arrive once waits for its turn; the connection that counts is the one of then. */
describe('a request that waits for its turn', () => {
  const requests = {
    saveThemeTemplate: (place: ServicePlace) =>
      saveThemeTemplateRequest(place, { templateId: 't1', name: 'Sunny', theme: newTheme() }),
    updateSubscription: (place: ServicePlace) =>
      updateSubscriptionRequest(place, {
        ...{ returnUrl: 'https://northwind.example/back', plan: 'PRO', additionalChats: 1 },
        ...{ currency: 'eur', isYearly: true },
      }),
    createCustomDomain: (place: ServicePlace) =>
      createCustomDomainRequest(place, { name: 'chat.example.com' }),
    startChatAppPreview: (place: ServicePlace) =>
      startChatAppPreviewRequest(place, { botId: 'b', to: '+44 2' }),
  };
  type Kind = keyof typeof requests;

  /** A client whose next request has to wait until the answers are released. */
  async function withOneUnderWay() {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-service-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const practice = createPracticeService({ token: 'token' });
    const { baseAddress } = await practice.start();
    onTestFinished(() => practice.stop());
    const transport = createNodeTransport();
    onTestFinished(() => transport.close());
    const activity = createActivity({ folder });
    const connection = (id: string): ServiceConnection => ({
      ...{ id, label: id, baseAddress, workspaceId: 'w1', preset: 'documented' },
      presentation: { kind: 'bearer' },
    });
    const known = new Map(['first', 'second'].map((id) => [id, connection(id)]));
    let written = 0;
    const client = createServiceClient({
      transport,
      connectionById: (id) => known.get(id),
      activity: {
        async begin(entry) {
          const id = await activity.begin(entry);
          written += 1;
          return id;
        },
        itsTurn: () => Promise.resolve(),
        left: (id) => activity.left(id),
        end: (id, ended) => activity.end(id, ended),
      },
      tokenFor: async () => 'token',
    });
    const send = (id: string, kind: Kind) => {
      const through = connection(id);
      return client
        .send(through, requests[kind](through), { kind, subject: 'it', once: true })
        .catch((error: unknown) => error);
    };
    const release = practice.holdAnswers();
    const first = send('first', 'startChatAppPreview');
    while (practice.received().length < 1) await new Promise((next) => setImmediate(next));
    return {
      ...{ practice, known },
      /** Sends it behind the first; resolves with how it ended, once `meanwhile` was done. */
      async sendBehind(kind: Kind, meanwhile: (second: ServiceConnection) => void) {
        const second = send('second', kind);
        while (written < 2) await new Promise((next) => setImmediate(next));
        meanwhile(connection('second'));
        release();
        await first;
        return second;
      },
    };
  }

  it.each(
    (Object.keys(requests) as Kind[]).flatMap((kind) =>
      (
        [
          ['pointed at another workspace', { workspaceId: 'w2' }],
          ['given another way to present its token', { presentation: { kind: 'none' } }],
          ['given another dialect', { preset: 'typebot-2023' }],
          ['removed', undefined],
        ] as const
      ).map(([what, change]) => ({ kind, what, change })),
    ),
  )('does not leave once its connection was $what: $kind', async ({ kind, change }) => {
    const { practice, known, sendBehind } = await withOneUnderWay();
    const end = await sendBehind(kind, (second) => {
      if (change) known.set('second', { ...second, ...change });
      else known.delete('second');
    });
    expect(end).toMatchObject({ problem: { code: 'connectionChanged', label: 'second' } });
    expect(practice.received()).toHaveLength(1);
  });

  it('leaves when its connection was only given another name', async () => {
    const { practice, known, sendBehind } = await withOneUnderWay();
    const end = await sendBehind('createCustomDomain', (second) => {
      known.set('second', { ...second, label: 'Southwind' });
    });
    expect(end).toMatchObject({ outcome: { kind: 'accepted' } });
    expect(practice.received()).toHaveLength(2);
  });
});

/** What a proxy holds back has not left, and is asked for once more before it does. */
describe('a request that a proxy holds back', () => {
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
});
