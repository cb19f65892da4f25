import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import type { Billing } from '@shared/sending';
import type { Outcome } from '@shared/service/outcome';
import { createBilling } from './billing';
import type { SendSubscription } from './billing-options';
import {
  accepted,
  answering,
  at,
  changeOnce,
  checkoutUrl,
  draft,
  elsewhere,
  northwind,
  problemOf,
  returnUrlOf,
  trialBilling,
} from './testing/trial-billing';

const { open, file } = trialBilling();

function visit(url: string): Promise<number | 'refused'> {
  return new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    }).on('error', () => resolve('refused'));
  });
}

describe('billing', () => {
  it('sends exactly the request that was reviewed', async () => {
    const service = answering({ workspace: { plan: 'PRO' } });
    const room = await open(service.send);
    const review = await room.handlers.review({ ...at, draft: elsewhere });
    expect(service.requests).toEqual([]);
    expect(review.request).toEqual({
      operation: 'updateSubscription',
      method: 'PATCH',
      url: 'https://northwind.example/api/v1/billing/subscription',
      body:
        '{"workspaceId":"w1","returnUrl":"https://example.com/back","plan":"PRO",' +
        '"additionalChats":2000,"currency":"eur","isYearly":true}',
    });
    const change = await room.handlers.send({ reviewId: review.reviewId });
    expect(service.requests).toEqual([review.request]);
    expect(change).toMatchObject({ outcome: accepted, tookMs: 400, before: null });
  });

  it('sends a review once, even when it is asked twice at once', async () => {
    const service = answering({ workspace: { plan: 'PRO' } });
    const room = await open(service.send);
    const { reviewId } = await room.handlers.review({ ...at, draft });
    const [, second] = await Promise.all([
      room.handlers.send({ reviewId }),
      problemOf(() => room.handlers.send({ reviewId })),
    ]);
    expect(second).toEqual({ code: 'alreadyUnderWay' });
    expect(await problemOf(() => room.handlers.send({ reviewId }))).toEqual({
      code: 'notFound',
      what: 'request',
    });
    expect(service.requests).toHaveLength(1);
  });

  it('sends no second change while one is under way', async () => {
    let finish: () => void = () => undefined;
    let arrived: () => void = () => undefined;
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    let count = 0;
    const room = await open((_connection, _request, { activityId }) => {
      count += 1;
      arrived();
      return new Promise((resolve) => {
        const body = { workspace: { plan: 'PRO' } };
        finish = () => resolve({ activityId, outcome: accepted, body, bodyText: '', tookMs: 1 });
      });
    });
    const first = changeOnce(room);
    await arrival;
    expect(await problemOf(() => changeOnce(room))).toEqual({ code: 'alreadyUnderWay' });
    const text = await readFile(file(), 'utf8');
    expect(text).toContain('"outcome": null');

    const after = await open(answering({}).send);
    expect((await after.handlers.state(at)).changes).toMatchObject([
      { outcome: { kind: 'unsure', reason: 'interrupted' }, checkoutReturn: { state: 'closed' } },
    ]);
    finish();
    await first;
    expect(count).toBe(1);
  });

  it('makes an older review worthless, with its address', async () => {
    const service = answering({ checkoutUrl });
    const room = await open(service.send);
    const older = await room.handlers.review({ ...at, draft });
    await room.handlers.review({ ...at, draft });
    expect(await problemOf(() => room.handlers.send({ reviewId: older.reviewId }))).toMatchObject({
      code: 'notFound',
    });
    expect(await visit(returnUrlOf(older.request))).toBe('refused');
    expect(service.requests).toEqual([]);
  });

  it('sends nothing when the connection was edited after the review', async () => {
    const service = answering({});
    let connection = northwind;
    const room = await open(service.send, { connectionById: () => connection });
    const { reviewId } = await room.handlers.review({ ...at, draft });
    connection = { ...northwind, baseAddress: 'https://other.example/v1' };
    expect(await problemOf(() => room.handlers.send({ reviewId }))).toMatchObject({
      code: 'connectionChanged',
    });
    expect(service.requests).toEqual([]);
  });

  it('may be sent again when nothing left the first time', async () => {
    const service = answering({ workspace: { plan: 'PRO' } });
    let isMissing = true;
    const room = await open((...sent) => {
      if (isMissing) throw new ProblemError({ code: 'tokenMissing', label: 'Northwind' });
      return service.send(...sent);
    });
    const { reviewId } = await room.handlers.review({ ...at, draft });
    expect(await problemOf(() => room.handlers.send({ reviewId }))).toMatchObject({
      code: 'tokenMissing',
    });
    expect((await room.handlers.state(at)).changes).toEqual([]);
    isMissing = false;
    await room.handlers.send({ reviewId });
    expect(service.requests).toHaveLength(1);
  });

  it('does not send when the way out breaks unforeseen, twice', async () => {
    let count = 0;
    const room = await open((_connection, _request, { onStart }) => {
      count += 1;
      onStart();
      return Promise.reject(new Error('broken'));
    });
    const { reviewId } = await room.handlers.review({ ...at, draft });
    const change = await room.handlers.send({ reviewId });
    expect(change).toMatchObject({
      ...{ outcome: { kind: 'unsure', reason: 'other' }, checkoutReturn: { state: 'closed' } },
    });
    expect(await problemOf(() => room.handlers.send({ reviewId }))).toMatchObject({
      code: 'notFound',
    });
    expect((await room.handlers.state(at)).changes).toEqual([change]);
    expect(room.warned).toContain('billing.brokeOff');
    expect(count).toBe(1);
  });

  it('tells of what breaks unforeseen before it leaves, and lists no change', async () => {
    const room = await open(() => Promise.reject(new Error('broken')));
    await expect(changeOnce(room)).rejects.toThrow('broken');
    expect((await room.handlers.state(at)).changes).toEqual([]);
  });

  it('keeps the draft as typed, per connection, over a restart', async () => {
    const before = await open(answering({}).send);
    expect((await before.handlers.state(at)).draft).toMatchObject({ plan: null });
    await before.handlers.saveDraft({ ...at, draft: { ...draft, additionalChats: 'man' } });
    const after = await open(answering({}).send);
    expect((await after.handlers.state(at)).draft).toEqual({ ...draft, additionalChats: 'man' });
    // What was sent is what was typed, saved or not.
    await changeOnce(after);
    const last = await open(answering({}).send);
    expect((await last.handlers.state(at)).draft).toEqual(draft);
  });

  it('knows no connection by another id', async () => {
    const room = await open(answering({}).send);
    const problem = { code: 'notFound', what: 'connection' };
    const other = { connectionId: 'gone' };
    expect(await problemOf(() => room.handlers.state(other))).toEqual(problem);
    expect(await problemOf(() => room.handlers.saveDraft({ ...other, draft }))).toEqual(problem);
    expect(await problemOf(() => room.handlers.review({ ...other, draft }))).toEqual(problem);
  });
});

describe('the wait for the return from a checkout', () => {
  afterEach(() => vi.useRealTimers());

  it.each([
    ['a night', 10, 'listening'],
    ['a day and a night', 34, 'closed'],
  ])('is as the clock says after the computer slept for %s', async (_name, hours, state) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const room = await open(answering({ checkoutUrl }).send);
    await changeOnce(room);
    vi.setSystemTime(Date.now() + hours * 60 * 60 * 1_000);
    const [change] = (await room.handlers.state(at)).changes;
    expect(change?.checkoutReturn).toMatchObject({ state });
  });
});

describe('a review that is left on the screen', () => {
  beforeEach(() => {
    const toFake = ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;
    vi.useFakeTimers({ toFake: [...toFake] });
  });
  afterEach(() => vi.useRealTimers());

  it.each([
    ['for an hour is sent', 1, undefined, 1],
    ['for more than a day is not sent, and is not said to have been', 25, 'reviewExpired', 0],
  ])('%s', async (_name, hours, code, sent) => {
    const { requests, send } = answering({ workspace: { id: 'w1', plan: 'PRO' } });
    const room = await open(send);
    const { reviewId } = await room.handlers.review({ ...at, draft });
    vi.advanceTimersByTime(hours * 3_600_000);
    const problem = await problemOf(() => room.handlers.send({ reviewId }));
    expect(problem).toEqual(code && { code });
    expect(requests).toHaveLength(sent);
    expect((await room.handlers.state(at)).changes).toHaveLength(sent);
  });
});

describe('two connections to one workspace', () => {
  const twin = { ...northwind, id: 'twin' };
  const byId = (id: string) => [northwind, twin].find((one) => one.id === id);

  it('both show what came of a change, also when the one it went through is removed', async () => {
    let known: (typeof twin)[] = [northwind, twin];
    let end: () => void = () => undefined;
    const room = await open(
      (_connection, _request, { activityId, onStart }) => {
        onStart();
        return new Promise((done) => {
          end = () => done({ activityId, outcome: accepted, body: {}, bodyText: '{}', tookMs: 1 });
        });
      },
      { connectionById: (id) => known.find((one) => one.id === id) },
    );
    const shown: (Outcome | null | undefined)[] = [];
    room.onChange(({ connectionId, changes }) => {
      if (connectionId === 'twin') shown.push(changes[0]?.outcome);
    });
    await room.handlers.state({ connectionId: 'twin' });
    const sending = changeOnce(room);
    await expect.poll(() => shown.at(-1)).toBeNull();
    known = [twin];
    end();
    await sending;
    expect(shown.at(-1)).toEqual(accepted);
  });

  it('send no change each at the same time', async () => {
    const service = answering({});
    const room = await open(service.send, { connectionById: byId });
    const one = await room.handlers.review({ ...at, draft: elsewhere });
    const other = await room.handlers.review({ connectionId: 'twin', draft: elsewhere });
    const [first, second] = await Promise.all([
      room.handlers.send(one),
      problemOf(() => room.handlers.send(other)),
    ]);
    expect(first).toMatchObject({ outcome: accepted });
    expect(second).toEqual({ code: 'alreadyUnderWay' });
    expect(service.requests).toHaveLength(1);
  });
});

describe('a change that stands behind another request', () => {
  it('is not said to be sent before it has left', async () => {
    let leave: (() => void) | undefined;
    let end: () => void = () => undefined;
    const shown: (boolean | undefined)[] = [];
    const room = await open((_connection, _request, { activityId, onStart }) => {
      leave = onStart;
      return new Promise((done) => {
        end = () => done({ activityId, outcome: accepted, body: {}, bodyText: '{}', tookMs: 400 });
      });
    });
    room.onChange(({ changes }) => shown.push(changes[0]?.isInLine));
    const sending = changeOnce(room);
    await expect.poll(() => leave).toBeDefined();
    expect(shown.at(-1)).toBe(true);
    leave?.();
    await expect.poll(() => shown.at(-1)).toBeUndefined();
    end();
    expect((await sending).isInLine).toBeUndefined();
    const stored = await readFile(file(), 'utf8');
    expect(stored).not.toContain('isInLine');
  });

  it('is said to be sent when it left, and not when the button was pressed', async () => {
    const [pressed, left, answered] = ['03:04', '03:05', '03:06'].map(
      (time) => `2026-01-02T${time}:00.000Z`,
    );
    let clock = pressed ?? '';
    const shown: (string | undefined)[] = [];
    const room = await open(
      async (_connection, _request, { activityId, onStart }) => {
        clock = left ?? '';
        onStart();
        clock = answered ?? '';
        await expect.poll(() => shown.at(-1)).toBe(left);
        return { activityId, outcome: accepted, body: {}, bodyText: '{}', tookMs: 1 };
      },
      { now: () => clock },
    );
    room.onChange(({ changes }) => shown.push(changes[0]?.at));
    expect((await changeOnce(room)).at).toBe(left);
    expect(shown[0]).toBe(pressed);
    expect((await room.handlers.state(at)).changes[0]?.at).toBe(left);
  });
});

/** What the windows were told last of a change that did not leave. */
describe('a change that does not leave', () => {
  it('is not that it waits to be sent, once its token was found to be missing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-billing-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const room = await createBilling({
      ...{ folder, warn: () => undefined, onReturn: () => undefined },
      openExternal: () => Promise.resolve(),
      send: () => Promise.reject(new ProblemError({ code: 'tokenMissing', label: 'Northwind' })),
      connectionById: (id) => (id === northwind.id ? northwind : undefined),
    });
    const told: Billing[] = [];
    room.onChange((billing) => told.push(billing));
    const { reviewId } = await room.handlers.review({ ...at, draft: elsewhere });
    await expect(room.handlers.send({ reviewId })).rejects.toMatchObject({
      problem: { code: 'tokenMissing' },
    });
    await expect.poll(() => told.at(-1)?.changes).toEqual([]);
    const { changes } = await room.handlers.state(at);
    await room.close();
    expect(changes).toEqual([]);
    expect(told.at(-1)?.changes).toEqual([]);
  });
});

/** What is typed while a change of the subscription stands in line. */
describe('what is typed while a change stands in line', () => {
  it('stays in the form when the change leaves', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-billing-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    let isItsTurn = (): void => undefined;
    const turn = new Promise<void>((resolve) => (isItsTurn = resolve));
    let isHandedOver = false;
    const send: SendSubscription = async (_connection, _request, options) => {
      isHandedOver = true;
      await turn;
      await options.beforeStart();
      options.onStart();
      return {
        ...{ activityId: options.activityId, outcome: { kind: 'accepted', status: 200 } },
        ...{ body: { workspace: { plan: 'PRO' } }, bodyText: '{}', tookMs: 1 },
      };
    };
    const room = await createBilling({
      ...{ folder, send, warn: () => undefined, onReturn: () => undefined },
      openExternal: () => Promise.resolve(),
      connectionById: (id) => (id === northwind.id ? northwind : undefined),
    });
    await room.handlers.saveDraft({ ...at, draft: elsewhere });
    const { reviewId } = await room.handlers.review({ ...at, draft: elsewhere });
    const sent = Promise.resolve(room.handlers.send({ reviewId }));
    await expect.poll(() => isHandedOver).toBe(true);
    // A person leaves the screen, comes back, and thinks better of it.
    await room.handlers.saveDraft({ ...at, draft: { ...elsewhere, plan: 'STARTER' } });
    isItsTurn();
    await sent;
    const state = await room.handlers.state(at);
    await room.close();
    expect(state.draft.plan).toBe('STARTER');
  });
});
