import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type Billing,
  type BillingDraft,
  billingSchema,
  subscriptionChangeSchema,
} from '@shared/sending';
import type { Outcome } from '@shared/service/outcome';
import { trialConnection } from '@shared/trial-connection';
import { createNodeTransport } from '../service/node-transport';
import { createServiceClient } from '../service/service';
import { createBilling } from './billing';
import {
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

/** What the service answers, and the checkout that it may ask for. */
describe('what the service answers', () => {
  const { open } = trialBilling();

  function visit(url: string): Promise<number | 'refused'> {
    return new Promise((resolve) => {
      get(url, { agent: false }, (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      }).on('error', () => resolve('refused'));
    });
  }

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
});

/** A change that the service accepted, with values in its answer that other programs write. */
describe('a change that the service accepted, or asked to be paid for', () => {
  const draft: BillingDraft = {
    ...{ plan: 'PRO', isYearly: true, currency: 'eur', additionalChats: '0' },
    ...{ ownReturn: false, returnUrl: 'https://northwind.example/back' },
  };

  /** One change, sent to a service that answers with this text. */
  async function answeredWith(text: string, status = 200) {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-billing-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const server = createServer((request, response) => {
      request.resume();
      request.on('end', () => {
        response.writeHead(status, { 'Content-Type': 'application/json' });
        response.end(text);
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const connection = trialConnection('northwind', {
      baseAddress: `http://127.0.0.1:${String(port)}/v1`,
      workspaceId: 'w1',
    });
    const client = createServiceClient({
      transport: createNodeTransport(),
      connectionById: () => connection,
      tokenFor: () => Promise.resolve('a-token-of-some-length'),
      activity: {
        begin: () => Promise.resolve('a1'),
        itsTurn: () => Promise.resolve(),
        left: () => undefined,
        end: () => Promise.resolve(),
      },
    });
    const room = await createBilling({
      folder,
      send: client.send,
      connectionById: () => connection,
      openExternal: () => Promise.resolve(),
      onReturn: () => undefined,
      warn: () => undefined,
    });
    onTestFinished(() => room.close());
    const { reviewId } = await room.handlers.review({ connectionId: connection.id, draft });
    const change = await room.handlers.send({ reviewId });
    return { change, billing: await room.handlers.state({ connectionId: connection.id }) };
  }

  describe('a number in the answer that is too large for one', () => {
    it.each([
      ['1e999', '1e999'],
      ['-1e999', '-1e999'],
      ['400 digits', `1${'0'.repeat(399)}`],
    ])('leaves the change accepted, and not under way for ever: %s', async (_, number) => {
      // "Unlimited", as some programs write it.
      const { change, billing } = await answeredWith(
        `{"workspace":{"id":"w1","plan":"PRO","customChatsLimit":${number}},"additionalChats":${number}}`,
      );
      // What crosses the bridge is checked there.
      expect(subscriptionChangeSchema.safeParse(change).success).toBe(true);
      expect(billingSchema.safeParse(billing).success).toBe(true);
      expect(billing.changes).toMatchObject([{ outcome: { kind: 'accepted' } }]);
      expect(change.answer?.workspace).toEqual({ id: 'w1', plan: 'PRO' });
    });
  });

  describe('an empty checkout address', () => {
    it.each(['', '  '])(
      'is none: what was changed at once waits for no checkout (%j)',
      async (url) => {
        const { change, billing } = await answeredWith(
          `{"workspace":{"id":"w1","plan":"PRO"},"checkoutUrl":${JSON.stringify(url)}}`,
        );
        expect(change.answer?.checkoutUrl).toBeUndefined();
        expect(change.checkout).toBeUndefined();
        expect(billing.lastKnown).toMatchObject({ plan: 'PRO' });
        expect(billing.lastKnown?.unconfirmed?.plan).toBeUndefined();
      },
    );
  });

  /** A service may refuse a change until it is paid (402), and say where: the same checkout as beside a 200. */
  describe('an answer that asks to be paid first', () => {
    const checkoutUrl = 'https://pay.example/c/cs_live_1';
    const message = 'Payment required';

    it('leads to its checkout, and says nothing of the workspace', async () => {
      const workspace = { id: 'w1', plan: 'PRO' };
      const body = JSON.stringify({ message, checkoutUrl, workspace });
      const { change, billing } = await answeredWith(body, 402);
      expect(change).toMatchObject({
        outcome: { kind: 'rejected', status: 402, error: { message } },
        ...{ answer: { checkoutUrl }, checkout: { host: 'pay.example', canOpen: true } },
      });
      expect(change.answer).not.toHaveProperty('workspace');
      expect(change).not.toHaveProperty('answerText');
      expect(billing.lastKnown).not.toHaveProperty('plan');
      expect(billing.lastKnown?.unconfirmed).toMatchObject({ plan: 'PRO' });
    });

    it.each([
      ['an address that Foyer doesn’t open', 402, { message, checkoutUrl: 'http://pay.example/1' }],
      ['no address', 402, { message }],
      ['a refusal that asks for nothing', 400, { message, checkoutUrl }],
    ])('the control: %s', async (_name, status, body) => {
      const { change, billing } = await answeredWith(JSON.stringify(body), status);
      expect(change.outcome).toMatchObject({ kind: 'rejected', status });
      expect(change).not.toHaveProperty('checkout');
      expect(change).not.toHaveProperty('answer');
      expect(billing.lastKnown).toBeNull();
    });
  });
});
