/** A change that the service accepted, with values in its answer that other programs write. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { billingSchema, subscriptionChangeSchema, type BillingDraft } from '@shared/sending';
import { trialConnection } from '@shared/trial-connection';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createNodeTransport } from '../service/node-transport';
import { createServiceClient } from '../service/service';
import { createBilling } from './billing';
// Loaded when it is first wanted; the tests are not about that.
import './return-listener';

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
