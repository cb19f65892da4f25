/**
 * The three operations that are sent once, with the real client over real connections, against the
 * practice service: what it received is counted there.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '@shared/connection';
import type { BillingDraft } from '@shared/sending';
import { publicationKey } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createActivity } from '../activity/activity';
import { createDomains } from '../domains/domains';
import {
  createPracticeService,
  type PracticeBehaviour,
  type PracticeService,
} from '../practice/practice';
import { createPreviews } from '../previews/previews';
import { createNodeTransport } from '../service/node-transport';
import { createServiceClient } from '../service/service';
import { createBilling } from './billing';
import type { BillingRoom } from './billing-options';

const at = { connectionId: 'practice' };
const draft: BillingDraft = {
  plan: 'PRO',
  isYearly: true,
  currency: 'eur',
  additionalChats: '2000',
  ownReturn: true,
  returnUrl: '',
};

let folder: string;
let practice: PracticeService;
let connection: Connection;
let rooms: Awaited<ReturnType<typeof openRooms>>;
const billings: BillingRoom[] = [];

async function openRooms(token: string) {
  const activity = createActivity({ folder: join(folder, 'activity') });
  const client = createServiceClient({
    transport: createNodeTransport(),
    connectionById: () => connection,
    tokenFor: () => Promise.resolve(token),
    activity,
  });
  const opened: string[] = [];
  const returns: string[] = [];
  const shared = {
    folder,
    send: client.send.bind(client),
    connectionById: (id: string) => (id === connection.id ? connection : undefined),
    warn: (event: string) => {
      throw new Error(event);
    },
  };
  const billing = await createBilling({
    ...shared,
    openExternal: (url) => Promise.resolve(void opened.push(url)),
    onReturn: ({ says }) => returns.push(says),
  });
  billings.push(billing);
  const previews = await createPreviews({ ...shared, connectionAt: () => undefined });
  const domains = await createDomains(shared);
  return { activity, billing, previews, domains, opened, returns };
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-round-'));
  practice = createPracticeService();
  const place = await practice.start();
  connection = trialConnection('practice', {
    label: 'Practice',
    baseAddress: place.baseAddress,
    host: new URL(place.origin).host,
    isPractice: true,
  });
  rooms = await openRooms(place.token);
});
afterEach(async () => {
  for (const billing of billings.splice(0)) await billing.close();
  await practice.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A browser in so far as it follows redirects. */
function browse(url: string, method: 'GET' | 'POST'): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const going = request(url, { method, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { location } = response.headers;
        if (location !== undefined) resolve(browse(new URL(location, url).href, 'GET'));
        else {
          const body = Buffer.concat(chunks).toString('utf8');
          resolve({ status: response.statusCode ?? 0, body });
        }
      });
    });
    going.on('error', reject);
    going.end();
  });
}

async function changePlan() {
  const { reviewId } = await rooms.billing.handlers.review({ ...at, draft });
  return rooms.billing.handlers.send({ reviewId });
}

const arrived = (method: string) => practice.received().filter((one) => one.method === method);

describe('with the practice service', () => {
  it.each([
    ['complete', 'completed'],
    ['cancel', 'cancelled'],
  ])('a checkout that the person wants to %s comes back', async (action, says) => {
    const change = await changePlan();
    expect(change.checkout).toMatchObject({ host: connection.host, canOpen: true });
    await rooms.billing.handlers.openCheckout({ activityId: change.activityId });
    const [checkout = ''] = rooms.opened;
    const back = await browse(`${checkout}/${action}`, 'POST');
    expect(back.status).toBe(200);
    expect(back.body).toContain('You can go back to Foyer.');
    expect(rooms.returns).toEqual([says]);
    const { changes } = await rooms.billing.handlers.state(at);
    expect(changes).toMatchObject([{ checkoutReturn: { state: 'back', says } }]);
    expect(arrived('PATCH')).toHaveLength(1);
  });

  it('the record of requests names a change by the same id', async () => {
    const { activityId } = await changePlan();
    const details = await rooms.activity.details(activityId);
    expect(details).toMatchObject({ kind: 'updateSubscription', outcome: { kind: 'accepted' } });
    // The one-time address and the checkout's are secrets of their own.
    expect(JSON.stringify(details)).not.toMatch(/\/back\/|\/checkout\/\w/u);
  });

  it('a preview is accepted with the words of the service', async () => {
    const run = await rooms.previews.handlers.start({
      ...at,
      botId: 'bot 1',
      to: '+44 20 7946 0958',
      startGroupId: '',
      // A person's word for the first send to a number.
      confirmedPlace: publicationKey(connection),
    });
    expect(run).toMatchObject({ outcome: { kind: 'accepted' } });
    expect(run.message).toEqual(expect.any(String));
    expect(arrived('POST')).toMatchObject([
      { path: '/api/v1/bots/bot%201/chat-app/start-preview', body: '{"to":"+44 20 7946 0958"}' },
    ]);
  });

  it('a domain is registered in its ASCII form', async () => {
    const name = 'bot.bücher.de';
    const { reviewId } = await rooms.domains.handlers.review({ ...at, name });
    const registration = await rooms.domains.handlers.create({ reviewId });
    expect(registration).toMatchObject({ outcome: { kind: 'accepted' }, answer: { form: 'json' } });
    expect(arrived('POST')[0]?.body).toBe('{"workspaceId":"w1","name":"bot.xn--bcher-kva.de"}');
  });

  it.each<[PracticeBehaviour, string]>([
    [{ cut: 'afterReading' }, 'unsure'],
    [{ cut: 'afterActing' }, 'unsure'],
    [{ cut: 'afterHeaders' }, 'unsure'],
    [{ status: 400 }, 'rejected'],
    [{ status: 401 }, 'tokenRefused'],
    [{ status: 500 }, 'serviceFailed'],
  ])('each arrives at most once when the service behaves %j', async (behaviour, kind) => {
    practice.setBehaviour('all', behaviour);
    expect((await changePlan()).outcome).toMatchObject({ kind });
    const form = {
      ...at,
      botId: 'b',
      to: '1',
      startGroupId: '',
      confirmedPlace: publicationKey(connection),
    };
    expect((await rooms.previews.handlers.start(form)).outcome).toMatchObject({ kind });
    const { reviewId } = await rooms.domains.handlers.review({ ...at, name: 'example.com' });
    expect((await rooms.domains.handlers.create({ reviewId })).outcome).toMatchObject({ kind });
    expect(arrived('PATCH')).toHaveLength(1);
    expect(arrived('POST')).toHaveLength(2);
  });
});
