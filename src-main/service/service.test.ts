import type { TokenPresentation } from '@shared/connection';
import type { Outcome } from '@shared/service/outcome';
import { outcomeText } from '@shared/service/outcome-text';
import { describe, expect, it } from 'vitest';
import { type PracticeBehaviour } from '../practice/practice';
import { createServiceClient } from './service';
import type { Transport, TransportResult } from './transport';
import { stoppedBefore } from './turns';
import {
  canary,
  operations,
  practice,
  place,
  transport,
  activity,
  client,
  connectionById,
  clientWith,
  connectionAt,
  requestOf,
  send,
  everythingRecorded,
} from './testing/fixture-service';

describe('each operation', () => {
  it.each(operations)('%s is accepted, with the token in the header', async (operation) => {
    const sent = await send(operation);
    expect(sent.outcome).toEqual({ kind: 'accepted', status: 200 });
    expect(sent.form).toBe('json');
    const [arrived, ...others] = practice.received();
    expect(others).toEqual([]);
    expect(arrived?.headers).toMatchObject({
      authorization: `Bearer ${canary}`,
      'content-type': 'application/json',
      accept: 'application/json',
    });
    expect(arrived?.body).toBe(requestOf(operation).body);
    expect(arrived?.headers['transfer-encoding']).toBeUndefined();
  });

  it.each<[string, TokenPresentation, string, string | undefined]>([
    ['another header', { kind: 'header', header: 'X-Api-Key', scheme: '' }, 'x-api-key', canary],
    [
      'a scheme',
      { kind: 'header', header: 'Authorization', scheme: 'Token' },
      'authorization',
      `Token ${canary}`,
    ],
    ['none', { kind: 'none' }, 'authorization', undefined],
  ])('presents the token by %s', async (_, presentation, header, value) => {
    await client.send(
      connectionAt(place.baseAddress, presentation),
      requestOf('startChatAppPreview'),
      { kind: 'startChatAppPreview', subject: '', once: true },
    );
    expect(practice.received()[0]?.headers[header]).toBe(value);
    expect(await everythingRecorded()).not.toContain(canary);
  });
});

it('is not said to be a refused token where the connection presents none', async () => {
  practice.setBehaviour('startChatAppPreview', { status: 401 });
  const { outcome } = await client.send(
    connectionAt(place.baseAddress, { kind: 'none' }),
    requestOf('startChatAppPreview'),
    { kind: 'startChatAppPreview', subject: '', once: true },
  );
  const { short, title, todo } = outcomeText(outcome, 'startChatAppPreview');
  expect(short).toBe('Refused without a token 401');
  expect(title).toBe('The service refused a request without a token (401).');
  expect(todo).not.toMatch(/replace/iu);
});

describe('the fault matrix', () => {
  const unsure = (reason: string, status?: number): Partial<Outcome> =>
    ({ kind: 'unsure', reason, ...(status === undefined ? {} : { status }) }) as Partial<Outcome>;
  const error = (status: number) => ({ message: `Status ${String(status)}, as asked for` });

  const matrix: [string, PracticeBehaviour, Partial<Outcome>][] = [
    ['closes before reading', { cut: 'beforeReading' }, unsure('connectionClosed')],
    ['closes after reading', { cut: 'afterReading' }, unsure('connectionClosed')],
    ['closes after acting', { cut: 'afterActing' }, unsure('connectionClosed')],
    ['closes after the headers', { cut: 'afterHeaders' }, unsure('answerCutShort', 200)],
    ['closes in the middle of the body', { cut: 'midBody' }, unsure('answerCutShort', 200)],
    ...[400, 404, 405, 408, 409, 413, 422, 425, 429].map(
      (status): [string, PracticeBehaviour, Partial<Outcome>] => [
        `answers ${String(status)}`,
        { status },
        { kind: 'rejected', status, error: expect.objectContaining(error(status)) as never },
      ],
    ),
    ['answers 401', { status: 401 }, { kind: 'tokenRefused', status: 401 }],
    ['answers 403', { status: 403 }, { kind: 'rejected', status: 403 }],
    ['answers 407, which no proxy did', { status: 407 }, unsure('other', 407)],
    ...[500, 502, 503, 504].map((status): [string, PracticeBehaviour, Partial<Outcome>] => [
      `answers ${String(status)}`,
      { status },
      { kind: 'serviceFailed', status, error: expect.objectContaining(error(status)) as never },
    ]),
    ...[201, 202, 204, 206].map((status): [string, PracticeBehaviour, Partial<Outcome>] => [
      `answers ${String(status)}`,
      { status },
      unsure('otherSuccess', status),
    ]),
    ['acts and answers 500', { status: 500, acts: true }, { kind: 'serviceFailed', status: 500 }],
    ['502 with a page', { status: 502, form: 'html' }, { kind: 'serviceFailed', status: 502 }],
    ['404 with a page', { status: 404, form: 'html' }, { kind: 'rejected', status: 404 }],
    ['400 cut short', { status: 400, cut: 'midBody' }, { kind: 'rejected', status: 400 }],
    ['400 with 100 MB', { status: 400, form: 'huge' }, { kind: 'rejected', status: 400 }],
    ['100 MB', { form: 'huge' }, unsure('answerTooLarge', 200)],
    ...[300, 301, 302, 303, 307, 308].map(
      (status): [string, PracticeBehaviour, Partial<Outcome>] => [
        `redirects with ${String(status)}`,
        { redirect: { status, to: 'https://elsewhere.example/v1' } },
        { kind: 'redirected', status, host: 'elsewhere.example' },
      ],
    ),
    ['redirects nowhere', { redirect: { status: 302, to: '/login' } }, { kind: 'redirected' }],
  ];
  const unreadable: [string, PracticeBehaviour][] = [
    ['an HTML page', { form: 'html' }],
    ['plain text', { form: 'text' }],
    ['an empty body', { form: 'empty' }],
    ['malformed JSON', { form: 'malformedJson' }],
    ['wrong types', { form: 'wrongTypes' }],
    ['a list', { form: 'list' }],
    ['null', { form: 'null' }],
  ];

  describe.each(operations)('%s', (operation) => {
    it.each(matrix)('%s', async (_, behaviour, expected) => {
      practice.setBehaviour(operation, behaviour);
      const sent = await send(operation);
      expect(sent.outcome).toMatchObject(expected);
      expect(sent.body).toBeUndefined();
      expect(practice.received()).toHaveLength(1);
      expect((await activity.details(sent.activityId)).outcome).toEqual(sent.outcome);
      expect(await everythingRecorded()).not.toContain(canary);
    });

    it.each(unreadable)('200 with %s', async (_, behaviour) => {
      practice.setBehaviour(operation, behaviour);
      const { outcome } = await send(operation);
      // The shape of one operation's answer is unknown: it may say nothing, or name what was asked for wherever.
      // And a theme is one with every field missing, too.
      const isTaken =
        (operation === 'createCustomDomain' &&
          /^(?:empty|list|null)$/u.test(behaviour.form ?? '')) ||
        (operation === 'saveThemeTemplate' && behaviour.form === 'wrongTypes');
      expect(outcome.kind).toBe(isTaken ? 'accepted' : 'acceptedUnreadable');
      expect(practice.received()).toHaveLength(1);
    });

    it.each([200, 400])('a %i of which the head alone came is not empty', async (status) => {
      practice.setBehaviour(operation, { status, cut: 'afterHeaders' });
      const { outcome, bodyText } = await send(operation);
      expect(bodyText).toBeUndefined();
      expect(outcome).not.toHaveProperty('form');
    });

    it('gives up a body that comes a byte at a time', async () => {
      practice.setBehaviour(operation, { byteEveryMs: 20 });
      const sent = await send(operation, {}, clientWith({ timeLimitMs: 150 }));
      expect(sent.outcome).toEqual({
        kind: 'unsure',
        reason: 'timeLimit',
        status: 200,
        detail: '',
      });
      expect(sent.tookMs).toBeGreaterThan(100);
      // Its status and its beginning are shown beside it in Activity.
      expect(outcomeText(sent.outcome, operation).title).toBe(
        'The answer began, but didn’t arrive whole in time.',
      );
    });

    it('gives up an answer that does not come', async () => {
      practice.setBehaviour(operation, { delayMs: 60_000 });
      const sent = await send(operation, {}, clientWith({ timeLimitMs: 100 }));
      expect(sent.outcome).toEqual({ kind: 'unsure', reason: 'timeLimit', detail: '' });
      expect(sent.bodyText).toBeUndefined();
      expect(outcomeText(sent.outcome, operation).title).toBe('No answer came in time.');
    });

    it('is a proxy’s refusal when the time is over that a proxy held it back', async () => {
      const holding: Transport = {
        send: ({ signal, onStart }) =>
          new Promise((resolve) => {
            onStart?.();
            signal.addEventListener('abort', () => resolve(stoppedBefore));
          }),
        close: () => Promise.resolve(),
      };
      const behindAProxy = clientWith({ timeLimitMs: 50, transport: holding });
      const sent = await send(operation, {}, behindAProxy);
      expect(sent.outcome).toEqual({ kind: 'proxyRefused' });
    });

    it('is cancelled under way', async () => {
      practice.setBehaviour(operation, { delayMs: 60_000 });
      const controller = new AbortController();
      const sending = send(operation, { signal: controller.signal });
      await expect.poll(() => practice.received()).toHaveLength(1);
      controller.abort();
      expect((await sending).outcome).toEqual({ kind: 'unsure', reason: 'cancelled', detail: '' });
    });
  });
});

describe('what never arrives', () => {
  it('is not sent when nothing listens', async () => {
    await practice.stop();
    const { outcome } = await send('startChatAppPreview');
    expect(outcome).toMatchObject({ kind: 'notSent', reason: 'connectionRefused' });
  });

  it('is not sent when the name is unknown', async () => {
    const base = 'http://no-such-name.invalid/v1';
    const { outcome } = await client.send(
      connectionAt(base),
      requestOf('saveThemeTemplate', base),
      { kind: 'saveThemeTemplate', subject: '', once: false },
    );
    expect(outcome).toMatchObject({ kind: 'notSent', reason: 'nameNotResolved' });
  });

  it('is not sent when it was cancelled before', async () => {
    const controller = new AbortController();
    controller.abort();
    const { outcome, tookMs } = await send('updateSubscription', { signal: controller.signal });
    expect(outcome).toEqual({ kind: 'notSent', reason: 'cancelledBefore', detail: '' });
    expect(tookMs).toBe(0);
    expect(practice.received()).toEqual([]);
  });
});

it('believes in a proxy’s refusal only where the transport saw the proxy ask', async () => {
  const ends: TransportResult[] = [
    { end: 'refusedByProxy' },
    { end: 'failed', code: 'net::ERR_PROXY_AUTH_UNSUPPORTED', message: '' },
    { end: 'failed', code: 'net::ERR_UNEXPECTED_PROXY_AUTH', message: '' },
    { end: 'complete', head: { status: 407, headers: {} }, body: Buffer.from('Sign in') },
  ];
  const kinds: string[] = [];
  for (const result of ends) {
    const client = createServiceClient({
      transport: { send: async () => result, close: async () => undefined },
      connectionById,
      tokenFor: async () => canary,
      activity,
    });
    kinds.push((await send('startChatAppPreview', {}, client)).outcome.kind);
  }
  expect(kinds).toEqual(['proxyRefused', 'proxyRefused', 'unsure', 'unsure']);
});

it('tells when it leaves, and of a token that was refused', async () => {
  const refused: string[] = [];
  const telling = createServiceClient({
    transport,
    connectionById,
    tokenFor: async () => 'not the right one',
    onTokenRefused: (id, origin) => refused.push(`${id} ${origin}`),
    activity,
  });
  let written = 0;
  const { outcome } = await send(
    'createCustomDomain',
    {
      onStart: () => {
        // Every request's record was there before it left.
        void activity.list({ limit: 1 }).then(({ entries }) => (written = entries.length));
      },
    },
    telling,
  );
  expect(outcome.kind).toBe('tokenRefused');
  expect(written).toBe(1);
  expect(refused).toEqual([`c1 ${new URL(place.baseAddress).origin}`]);
});
