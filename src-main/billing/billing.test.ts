import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProblemError } from '@shared/problem-error';
import { billingSchema, type Billing, type BillingDraft } from '@shared/sending';
import type { Outcome } from '@shared/service/outcome';
import type { ServiceRequest } from '@shared/service/operations';
import { trialConnection } from '@shared/trial-connection';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBilling } from './billing';
// Loaded when it is first wanted; the tests are not about that.
import './return-listener';
import type { BillingOptions, BillingRoom, SendSubscription } from './billing-options';

const northwind = trialConnection('northwind');
const draft: BillingDraft = {
  plan: 'PRO',
  isYearly: true,
  currency: 'eur',
  additionalChats: '2000',
  ownReturn: true,
  returnUrl: '',
};
const elsewhere = { ...draft, ownReturn: false, returnUrl: 'https://example.com/back' };
const at = { connectionId: 'northwind' };
const accepted: Outcome = { kind: 'accepted', status: 200 };
const checkoutUrl = 'https://pay.example/c/1';

let folder: string;
const rooms: BillingRoom[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-billing-'));
});
afterEach(async () => {
  for (const room of rooms.splice(0)) await room.close();
  await rm(folder, { recursive: true, force: true });
});

function answering(body: unknown, outcome: Outcome = accepted) {
  const requests: ServiceRequest[] = [];
  const send: SendSubscription = (_connection, request, { activityId }) => {
    requests.push(request);
    const bodyText = typeof body === 'string' ? body : JSON.stringify(body);
    return Promise.resolve({ activityId, outcome, body, bodyText, tookMs: 400 });
  };
  return { requests, send };
}

/** As the client does: what has to be written down first is, and what that throws keeps it back. */
const atItsTurn =
  (send: SendSubscription): SendSubscription =>
  async (connection, request, options) => {
    await options.beforeStart();
    return send(connection, request, options);
  };

async function open(send: SendSubscription, change: Partial<BillingOptions> = {}) {
  const openedUrls: string[] = [];
  const returns: unknown[] = [];
  const warned: string[] = [];
  const room = await createBilling({
    folder,
    send: atItsTurn(send),
    connectionById: (id) => (id === 'northwind' ? northwind : undefined),
    openExternal: (url) => Promise.resolve(void openedUrls.push(url)),
    onReturn: (back) => returns.push(back),
    warn: (event) => warned.push(event),
    ...change,
  });
  rooms.push(room);
  return { ...room, openedUrls, returns, warned };
}

async function problemOf(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
  return undefined;
}

function visit(url: string): Promise<number | 'refused'> {
  return new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    }).on('error', () => resolve('refused'));
  });
}

async function changeOnce(room: BillingRoom, form: BillingDraft = draft) {
  const { reviewId } = await room.handlers.review({ ...at, draft: form });
  return room.handlers.send({ reviewId });
}

function returnUrlOf(request: ServiceRequest | undefined): string {
  return (JSON.parse(request?.body ?? '{}') as { returnUrl: string }).returnUrl;
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
    const text = await readFile(join(folder, 'billing.json'), 'utf8');
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
      code: 'notFound',
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

  describe('every form of answer', () => {
    const workspace = { id: 'w1', name: 'Northwind', plan: 'PRO', isSuspended: true };
    it.each<[string, unknown, object]>([
      ['workspace without checkout, nested', { workspace }, { answer: { workspace } }],
      ['workspace without checkout, top level', workspace, { answer: { workspace } }],
      [
        'checkout without workspace',
        { checkoutUrl },
        { answer: { checkoutUrl }, checkout: { host: 'pay.example', canOpen: true } },
      ],
      [
        'both, nested',
        { workspace, checkoutUrl },
        { answer: { workspace, checkoutUrl }, checkout: { canOpen: true } },
      ],
      ['both, top level', { ...workspace, checkoutUrl }, { answer: { workspace, checkoutUrl } }],
      [
        'nulls and unknown plans',
        { workspace: { ...workspace, plan: 'GALACTIC', icon: null, customChatsLimit: null } },
        { answer: { workspace: { ...workspace, plan: 'GALACTIC' } } },
      ],
      [
        'wrong types',
        { workspace: { ...workspace, isSuspended: 'no', customChatsLimit: '7' }, checkoutUrl: 4 },
        { answer: { workspace: { id: 'w1', name: 'Northwind', plan: 'PRO' } } },
      ],
      ['neither', { ok: true }, { answerText: '{"ok":true}' }],
      ['an array', [], { answerText: '[]' }],
      ['null', null, { answerText: 'null' }],
    ])('%s', async (_form, body, expected) => {
      const room = await open(answering(body).send);
      const change = await changeOnce(room, elsewhere);
      expect(change).toMatchObject(expected);
      expect((await room.handlers.state(at)).changes).toEqual([change]);
      expect(() => billingSchema.shape.changes.parse([change])).not.toThrow();
    });

    it('a page in the place of JSON', async () => {
      const outcome: Outcome = { kind: 'acceptedUnreadable', status: 200 };
      const room = await open(answering('<html>', outcome).send);
      expect(await changeOnce(room)).toMatchObject({
        outcome,
        answerText: '<html>',
        checkoutReturn: { state: 'closed' },
      });
    });

    it.each<Outcome>([
      { kind: 'rejected', status: 400, error: { message: 'no', issues: [] } },
      { kind: 'tokenRefused', status: 401 },
      { kind: 'serviceFailed', status: 500 },
      { kind: 'redirected', status: 307, host: 'elsewhere.example' },
      { kind: 'notSent', reason: 'offline', detail: '' },
      { kind: 'unsure', reason: 'connectionClosed', detail: '' },
    ])('$kind keeps no answer and stops listening', async (outcome) => {
      const service = answering({ checkoutUrl }, outcome);
      const room = await open(service.send);
      const change = await changeOnce(room);
      expect(change).toMatchObject({ outcome, checkoutReturn: { state: 'closed' } });
      expect(change.answer).toBeUndefined();
      expect(await visit(returnUrlOf(service.requests[0]))).toBe('refused');
    });
  });

  describe('what is known', () => {
    it.each([{ workspaceId: 'w2' }, { baseAddress: 'https://other.example/api/v1' }])(
      'is not what another workspace answered, to which the connection led before: %o',
      async (edit) => {
        let connection = northwind;
        const service = answering({ workspace: { id: 'w1', plan: 'PRO' } });
        const room = await open(service.send, { connectionById: () => connection });
        await changeOnce(room, elsewhere);
        expect(await room.handlers.state(at)).toMatchObject({ lastKnown: { plan: 'PRO' } });
        connection = { ...northwind, ...edit };
        expect(await room.handlers.state(at)).toMatchObject({ lastKnown: null, changes: [] });
        expect(await changeOnce(room, elsewhere)).toMatchObject({ before: null });
        connection = northwind;
        expect((await room.handlers.state(at)).changes).toHaveLength(1);
      },
    );
  });

  describe('the checkout', () => {
    it('opens at a click, and only where it is harmless', async () => {
      const room = await open(answering({ checkoutUrl }).send);
      const { activityId } = await changeOnce(room);
      await room.handlers.openCheckout({ activityId });
      expect(room.openedUrls).toEqual([checkoutUrl]);
      expect(await problemOf(() => room.handlers.openCheckout({ activityId: 'no' }))).toEqual({
        code: 'notFound',
        what: 'change',
      });
    });

    it.each([
      ['javascript:alert(1)', ''],
      ['file:///etc/passwd', ''],
      ['http://pay.example/', 'pay.example'],
      ['http://127.0.0.1:4000/', '127.0.0.1:4000'],
      ['https://pay.example@evil.example/', 'evil.example'],
      ['foyer://preview/x', ''],
    ])('never opens %s', async (address, host) => {
      const room = await open(answering({ checkoutUrl: address }).send);
      const change = await changeOnce(room);
      expect(change.checkout).toEqual({ host, canOpen: false });
      const { activityId } = change;
      expect(await problemOf(() => room.handlers.openCheckout({ activityId }))).toEqual({
        code: 'addressNotOpened',
        host,
      });
      expect(room.openedUrls).toEqual([]);
    });

    it('keeps an endless address cut, to be shown', async () => {
      const endless = `https://pay.example/${'a'.repeat(100_000)}`;
      const room = await open(answering({ checkoutUrl: endless }).send);
      const change = await changeOnce(room);
      expect(change.checkout).toEqual({ host: 'pay.example', canOpen: false });
      expect(change.answer?.checkoutUrl).toHaveLength(4_000);
    });

    it('opens plain loopback for the practice service', async () => {
      const url = 'http://127.0.0.1:4000/checkout/1';
      const room = await open(answering({ checkoutUrl: url }).send, {
        connectionById: () => ({ ...northwind, isPractice: true }),
      });
      const { activityId } = await changeOnce(room);
      await room.handlers.openCheckout({ activityId });
      expect(room.openedUrls).toEqual([url]);
    });

    it.each([
      ['?stripe=PRO&success=true', 'completed'],
      ['?stripe=cancel', 'cancelled'],
      ['', 'unclear'],
    ])('comes back once with %j: %s', async (glued, says) => {
      const service = answering({ checkoutUrl });
      const room = await open(service.send);
      const told: Billing[] = [];
      room.onChange((billing) => told.push(billing));
      const change = await changeOnce(room);
      expect(change.checkoutReturn).toMatchObject({ state: 'listening' });
      const url = returnUrlOf(service.requests[0]);
      expect(await visit(`${url}${glued}`)).toBe(200);
      expect(await visit(`${url}${glued}`)).toBe('refused');
      expect(room.returns).toEqual([{ ...at, activityId: change.activityId, says }]);
      expect(told.at(-1)?.changes[0]?.checkoutReturn).toMatchObject({ state: 'back', says });
      expect(() => billingSchema.array().parse(told)).not.toThrow();
      expect(room.warned).toEqual([]);
    });

    it('is awaited while another change is reviewed', async () => {
      const service = answering({ checkoutUrl });
      const room = await open(service.send);
      await changeOnce(room);
      await room.handlers.review({ ...at, draft });
      expect(await visit(`${returnUrlOf(service.requests[0])}?stripe=cancel`)).toBe(200);
      expect(room.returns).toMatchObject([{ says: 'cancelled' }]);
    });

    it('is no longer awaited after the end of the app', async () => {
      const service = answering({ checkoutUrl });
      const room = await open(service.send);
      await changeOnce(room);
      await room.close();
      expect(await visit(returnUrlOf(service.requests[0]))).toBe('refused');
      const after = await open(service.send);
      expect((await after.handlers.state(at)).changes[0]?.checkoutReturn).toEqual({
        state: 'closed',
      });
    });

    it('returns elsewhere when the person chose so', async () => {
      const room = await open(answering({ checkoutUrl }).send);
      expect((await changeOnce(room, elsewhere)).checkoutReturn).toEqual({ state: 'elsewhere' });
    });
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

  it('compares with what was confirmed, and tells what was only asked for apart', async () => {
    const service = answering({ workspace: { id: 'w1', plan: 'PRO' }, isYearly: true });
    const room = await open(service.send);
    await changeOnce(room);
    const second = await changeOnce(room, { ...draft, plan: 'STARTER', additionalChats: '0' });
    expect(second.before).toMatchObject({
      plan: 'PRO',
      isYearly: true,
      unconfirmed: { currency: 'eur', additionalChats: 2_000 },
    });
    expect(second.before).not.toHaveProperty('additionalChats');
    const { lastKnown } = await room.handlers.state(at);
    expect(lastKnown).toMatchObject({ plan: 'PRO', unconfirmed: { additionalChats: 0 } });
    expect(lastKnown?.unconfirmed).not.toHaveProperty('plan');
  });

  it('knows nothing by an answer about another workspace', async () => {
    const room = await open(answering({ workspace: { id: 'w2', plan: 'PRO' } }).send);
    const change = await changeOnce(room);
    expect(change).toMatchObject({ workspaceId: 'w1', answer: { workspace: { id: 'w2' } } });
    const { lastKnown } = await room.handlers.state(at);
    expect(lastKnown).not.toHaveProperty('plan');
    expect(lastKnown).toMatchObject({ unconfirmed: { plan: 'PRO' } });
  });

  it('keeps what the answer says back of the request, bounded', async () => {
    const body = { workspace: { plan: 'PRO' }, additionalChats: 5, currency: 'x'.repeat(9_000) };
    const room = await open(answering(body).send);
    const { answer } = await changeOnce(room);
    expect(answer?.echo).toEqual({ additionalChats: 5, currency: 'x'.repeat(4_000) });
  });

  it('still knows the subscription when a connection is removed and the same workspace entered anew', async () => {
    const room = await open(answering({ workspace: { id: 'w1', plan: 'PRO' } }).send, {
      connectionById: (id) => ({ ...northwind, id }),
    });
    await changeOnce(room, elsewhere);
    const anew = { connectionId: 'entered-anew' };
    const state = await room.handlers.state(anew);
    expect(state).toMatchObject({ lastKnown: { plan: 'PRO' }, draft: { plan: 'PRO' } });
    expect(state.changes).toHaveLength(1);
  });

  it('still knows what was confirmed, however many changes are refused after it', async () => {
    let service = answering({ workspace: { id: 'w1', plan: 'PRO' } });
    const room = await open((...sent) => service.send(...sent));
    await changeOnce(room, elsewhere);
    service = answering(undefined, { kind: 'rejected', status: 400 });
    for (let count = 0; count < 103; count += 1) await changeOnce(room, elsewhere);
    const { lastKnown, changes } = await room.handlers.state(at);
    expect(lastKnown).toMatchObject({ plan: 'PRO' });
    expect(changes).toHaveLength(101);
  });

  it('remembers the last hundred changes', async () => {
    const room = await open(answering({ workspace: { plan: 'PRO' } }).send);
    for (let count = 0; count < 103; count += 1) await changeOnce(room, elsewhere);
    expect((await room.handlers.state(at)).changes).toHaveLength(100);
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
    const stored = await readFile(join(folder, 'billing.json'), 'utf8');
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
