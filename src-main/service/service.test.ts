import { createServer } from 'node:http';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TokenPresentation } from '@shared/connection';
import type { ProblemError } from '@shared/problem-error';
import type { Problem } from '@shared/problem';
import { problemText } from '@shared/problem-text';
import type { Outcome } from '@shared/service/outcome';
import {
  createCustomDomainRequest,
  saveThemeTemplateRequest,
  startChatAppPreviewRequest,
  updateSubscriptionRequest,
  type Operation,
  type ServiceRequest,
} from '@shared/service/operations';
import { newTheme } from '@shared/theme/theme';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createActivity, type Activity } from '../activity/activity';
import {
  createPracticeService,
  type PracticeBehaviour,
  type PracticeEndpoint,
  type PracticeService,
} from '../practice/practice';
import { createNodeTransport } from './node-transport';
import {
  createServiceClient,
  type SendOptions,
  type ServiceClient,
  type ServiceConnection,
} from './service';
import type { Transport, TransportResult } from './transport';
import { stoppedBefore } from './turns';

const canary = 'canary-7c1f4e55-secret';
const returnUrl = 'http://127.0.0.1:1234/return/one-time-9a8b7c';

const operations: readonly Operation[] = [
  'saveThemeTemplate',
  'updateSubscription',
  'createCustomDomain',
  'startChatAppPreview',
];

let folder: string;
let practice: PracticeService;
let place: PracticeEndpoint;
let transport: Transport;
let activity: Activity;
let client: ServiceClient;
/** The one connection that there is. */
let connection: ServiceConnection | undefined;
const connectionById = () => connection;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-service-'));
  practice = createPracticeService({ token: canary });
  place = await practice.start();
  transport = createNodeTransport();
  activity = createActivity({ folder: join(folder, 'activity') });
  client = clientWith({});
});

afterEach(async () => {
  await transport.close();
  await practice.stop();
  await rm(folder, { recursive: true, force: true });
});

function clientWith(options: {
  timeLimitMs?: number;
  token?: string | undefined;
  transport?: Transport;
}): ServiceClient {
  const token = 'token' in options ? options.token : canary;
  return createServiceClient({
    transport: options.transport ?? transport,
    connectionById,
    activity,
    tokenFor: async () => token,
    ...(options.timeLimitMs === undefined ? {} : { timeLimitMs: options.timeLimitMs }),
  });
}

function connectionAt(baseAddress: string, presentation: TokenPresentation = { kind: 'bearer' }) {
  const place = { baseAddress, workspaceId: 'w1', preset: 'documented' as const };
  connection = { id: 'c1', label: 'Northwind', presentation, ...place };
  return connection;
}

function requestOf(operation: Operation, baseAddress = place.baseAddress): ServiceRequest {
  const at = { baseAddress, workspaceId: 'w1', preset: 'documented' as const };
  switch (operation) {
    case 'saveThemeTemplate':
      return saveThemeTemplateRequest(at, { templateId: 't1', name: 'Sunny', theme: newTheme() });
    case 'updateSubscription':
      return updateSubscriptionRequest(at, {
        returnUrl,
        plan: 'PRO',
        additionalChats: 1,
        currency: 'eur',
        isYearly: true,
      });
    case 'createCustomDomain':
      return createCustomDomainRequest(at, { name: 'chat.example.com' });
    case 'startChatAppPreview':
      return startChatAppPreviewRequest(at, { botId: 'b/1', to: '+1 555' });
  }
}

function send(operation: Operation, more: Partial<SendOptions> = {}, from = client) {
  return from.send(connectionAt(place.baseAddress), requestOf(operation), {
    kind: operation,
    subject: 'it',
    once: true,
    ...more,
  });
}

/** Everything that lies in the activity folder, and what the room gives out of it. */
async function everythingRecorded(): Promise<string> {
  const { entries } = await activity.list({ limit: 500 });
  const details = await Promise.all(entries.map(({ id }) => activity.details(id)));
  const files = await readdir(join(folder, 'activity'));
  const texts = await Promise.all(
    files.map((file) => readFile(join(folder, 'activity', file), 'utf8')),
  );
  return JSON.stringify([entries, details]) + texts.join('');
}

async function problemOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'nothing was thrown',
    (error: unknown) => (error as ProblemError).problem,
  );
}

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
    ...[401, 403].map((status): [string, PracticeBehaviour, Partial<Outcome>] => [
      `answers ${String(status)}`,
      { status },
      { kind: 'tokenRefused', status, error: expect.objectContaining(error(status)) as never },
    ]),
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
      // The shape of one operation's answer is unknown, so that only a page and broken JSON are wrong.
      // And a theme is one with every field missing, too.
      const isTaken =
        (operation === 'createCustomDomain' &&
          !/^(?:html|malformedJson)$/u.test(behaviour.form ?? '')) ||
        (operation === 'saveThemeTemplate' && behaviour.form === 'wrongTypes');
      expect(outcome.kind).toBe(isTaken ? 'accepted' : 'acceptedUnreadable');
      expect(practice.received()).toHaveLength(1);
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
    });

    it('gives up an answer that does not come', async () => {
      practice.setBehaviour(operation, { delayMs: 60_000 });
      const sent = await send(operation, {}, clientWith({ timeLimitMs: 100 }));
      expect(sent.outcome).toEqual({ kind: 'unsure', reason: 'timeLimit', detail: '' });
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

describe('what is refused before anything is sent', () => {
  it('has no token', async () => {
    const without = clientWith({ token: undefined });
    expect(await problemOf(send('updateSubscription', {}, without))).toEqual({
      code: 'tokenMissing',
      label: 'Northwind',
    });
    expect((await activity.list({ limit: 10 })).entries).toEqual([]);
  });

  it.each(['line\nbreak', 'nul\0', 'ümlaut'])(
    'has a token that no header can hold: %j',
    async (token) => {
      expect(await problemOf(send('updateSubscription', {}, clientWith({ token })))).toEqual({
        code: 'tokenUnusable',
        label: 'Northwind',
      });
      expect(practice.received()).toEqual([]);
    },
  );

  it('is over a mebibyte', async () => {
    const at = { baseAddress: place.baseAddress, workspaceId: 'w1', preset: 'documented' as const };
    const theme = { ...newTheme(), customCss: 'ä'.repeat(600_000) };
    const request = saveThemeTemplateRequest(at, { templateId: 't', name: 'n', theme });
    const options = { kind: 'saveThemeTemplate', subject: '', once: false } as const;
    const problem = await problemOf(client.send(connectionAt(at.baseAddress), request, options));
    expect(problem).toMatchObject({ code: 'bodyTooLarge', bytes: Buffer.byteLength(request.body) });
    expect(practice.received()).toEqual([]);
  });

  it('is over a mebibyte without custom CSS, and nobody is told to shorten that', async () => {
    const at = { baseAddress: place.baseAddress, workspaceId: 'w1', preset: 'documented' as const };
    const tooLarge = async (customCss: string) => {
      const theme = { ...newTheme(), customCss };
      const name = 'ä'.repeat(600_000);
      const request = saveThemeTemplateRequest(at, { templateId: 't', name, theme });
      const options = { kind: 'saveThemeTemplate', subject: '', once: false } as const;
      return await problemOf(client.send(connectionAt(at.baseAddress), request, options));
    };
    expect(problemText((await tooLarge('')) as Problem).todo).not.toContain('CSS');
    expect(problemText((await tooLarge('a{}')) as Problem).todo).toContain('CSS');
  });

  it('could not be written down', async () => {
    const broken = createServiceClient({
      transport,
      connectionById,
      tokenFor: async () => canary,
      activity: {
        begin: () => Promise.reject(new Error('disk full')),
        itsTurn: () => Promise.resolve(),
        left: () => undefined,
        end: () => Promise.reject(new Error('disk full')),
      },
    });
    expect(await problemOf(send('createCustomDomain', {}, broken))).toEqual({
      code: 'intentNotStored',
    });
    expect(practice.received()).toEqual([]);
  });

  it('is for another origin than its connection', async () => {
    const request = requestOf('saveThemeTemplate', 'http://127.0.0.1:1/v1');
    const options = { kind: 'saveThemeTemplate', subject: '', once: false } as const;
    await expect(client.send(connectionAt(place.baseAddress), request, options)).rejects.toThrow(
      'another origin',
    );
  });
});

it('is under way in the records before it arrives', async () => {
  practice.setBehaviour('updateSubscription', { delayMs: 60_000 });
  const controller = new AbortController();
  const sending = send('updateSubscription', { signal: controller.signal, activityId: 'mine' });
  await expect.poll(() => practice.received()).toHaveLength(1);
  const [file = ''] = await readdir(join(folder, 'activity'));
  const written = await readFile(join(folder, 'activity', file), 'utf8');
  expect(written).toContain('"type":"begun"');
  expect(await activity.details('mine')).toMatchObject({
    kind: 'updateSubscription',
    connectionLabel: 'Northwind',
    outcome: null,
    answer: null,
  });
  controller.abort();
  expect((await sending).activityId).toBe('mine');
});

it('tells the outcome though its end could not be written down', async () => {
  const unrecorded: unknown[] = [];
  const forgetful = createServiceClient({
    transport,
    connectionById,
    tokenFor: async () => canary,
    activity: {
      begin: async () => 'a1',
      itsTurn: () => Promise.resolve(),
      left: () => undefined,
      end: () => Promise.reject(new Error('disk full')),
    },
    onUnrecorded: (error, id) => unrecorded.push([String(error), id]),
  });
  const { outcome } = await send('startChatAppPreview', { activityId: 'a1' }, forgetful);
  expect(outcome.kind).toBe('accepted');
  expect(unrecorded).toEqual([['Error: disk full', 'a1']]);
});

describe('the reason in an answer', () => {
  async function answered(
    operation: Operation,
    status: number,
    headers: Record<string, string>,
    body: string,
  ): Promise<Outcome> {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(status, headers);
      response.end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`;
    const sent = await client.send(connectionAt(base), requestOf(operation, base), {
      kind: operation,
      subject: 'x',
      once: true,
    });
    server.close();
    return sent.outcome;
  }

  it('is a short plain text', async () => {
    expect(await answered('saveThemeTemplate', 413, {}, 'Body exceeded 1mb limit\n')).toEqual({
      kind: 'rejected',
      status: 413,
      form: 'text',
      plainText: 'Body exceeded 1mb limit',
    });
  });

  it('is none where a page or nothing came', async () => {
    const type = { 'content-type': 'text/html' };
    expect(await answered('saveThemeTemplate', 404, type, '<h1>Gone</h1>')).toEqual({
      kind: 'rejected',
      status: 404,
      form: 'html',
    });
    expect(await answered('saveThemeTemplate', 431, {}, '')).toEqual({
      kind: 'rejected',
      status: 431,
      form: 'empty',
    });
  });

  it.each([
    ['{"customDomain":{"name":"other.example"}}', { otherDomain: 'other.example' }],
    ['{"name":"other.example"}', { otherDomain: 'other.example' }],
    ['{"customDomain":{"name":"CHAT.example.com."}}', {}],
    ['{"customDomain":{"name":"chat.example.com","workspace":{"name":"a.b"}}}', {}],
    ['{"name":"Northwind"}', {}],
    ['{"ok":true}', {}],
    ['[]', {}],
  ])(
    'says of a registration answered with %s whether it is another domain’s',
    async (body, more) => {
      expect(await answered('createCustomDomain', 200, {}, body)).toEqual({
        kind: 'accepted',
        status: 200,
        ...more,
      });
    },
  );
});

describe('secrets', () => {
  it('are in no record, whatever the service echoes', async () => {
    const hosts = [canary, encodeURIComponent(canary), Buffer.from(canary).toString('base64')];
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(400, {
        'content-type': 'application/json',
        'x-echo': request.headers.authorization ?? '',
        'set-cookie': 'session=tasty-cookie',
      });
      const issues = hosts.map((host) => ({ message: `no ${host}`, path: [canary] }));
      response.end(
        JSON.stringify({ message: `${canary} may not go to ${returnUrl}`, code: canary, issues }),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`;
    const sent = await client.send(connectionAt(base), requestOf('updateSubscription', base), {
      kind: 'updateSubscription',
      subject: `plan ${canary}`,
      once: true,
    });
    server.close();
    const all = (await everythingRecorded()) + JSON.stringify(sent.outcome) + sent.bodyText;
    for (const form of hosts) expect(all).not.toContain(form);
    expect(all).not.toContain('tasty-cookie');
    const { request, answer } = await activity.details(sent.activityId);
    expect(request.headers['Authorization']).toBe('Bearer [token]');
    expect(request.body + (answer?.body ?? '')).not.toContain('one-time-9a8b7c');
    expect(request.body).toContain('"returnUrl":"http://127.0.0.1:1234/…"');
  });

  it('of a checkout reach the caller, and no record', async () => {
    const sent = await send('updateSubscription');
    const { checkoutUrl } = sent.body as { checkoutUrl: string };
    expect(checkoutUrl).toMatch(/\/checkout\/c[0-9a-f]+$/u);
    const recorded = await everythingRecorded();
    expect(recorded).not.toContain(checkoutUrl);
    expect(recorded).toContain(`${place.origin}/…`);
  });

  it('go to no other host by a redirect', async () => {
    let reached = 0;
    const other = createServer((_request, response) => {
      reached += 1;
      response.end('{}');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${String((other.address() as AddressInfo).port)}`;
    for (const status of [301, 302, 303, 307, 308]) {
      for (const operation of operations) {
        practice.setBehaviour('all', { redirect: { status, to: `http://${host}/v1` } });
        const { outcome } = await send(operation);
        expect(outcome).toEqual({ kind: 'redirected', status, host });
      }
    }
    other.close();
    expect(reached).toBe(0);
  });
});

it('keeps what the service answered as it came, cut at 64 KiB', async () => {
  practice.setBehaviour('createCustomDomain', { status: 400, message: 'x'.repeat(100_000) });
  const sent = await send('createCustomDomain');
  const { answer } = await activity.details(sent.activityId);
  expect(answer).toMatchObject({ status: 400, form: 'json', isCut: true });
  expect(answer?.body).toHaveLength(65_536);
  expect(sent.outcome).toMatchObject({ error: { message: `${'x'.repeat(2_000)}…` } });
});

it('says of a longer request that only its first 64 KiB are written down', async () => {
  const request = requestOf('saveThemeTemplate');
  const long = { ...request, body: JSON.stringify({ name: 'x'.repeat(100_000) }) };
  const { activityId } = await client.send(connectionAt(place.baseAddress), long, {
    kind: 'saveThemeTemplate',
    subject: 'Long',
    once: false,
  });
  const recorded = (await activity.details(activityId)).request;
  expect(recorded.body).toHaveLength(65_536);
  expect(recorded.isCut).toBe(true);
  const short = await send('saveThemeTemplate');
  expect((await activity.details(short.activityId)).request.isCut).toBe(false);
});

it('says of a plan change that its return address is not written down whole', async () => {
  const of = async (sent: { activityId: string }) =>
    (await activity.details(sent.activityId)).request;
  expect((await of(await send('updateSubscription'))).isRedacted).toBe(true);
  expect(await of(await send('saveThemeTemplate'))).not.toHaveProperty('isRedacted');
});

describe('check connection', () => {
  const check = (token: string | undefined = canary, baseAddress = place.baseAddress) =>
    client.checkConnection({ label: 'New', baseAddress, presentation: { kind: 'bearer' } }, token);

  it('is good when the body was judged', async () => {
    expect(await check()).toEqual({
      verdict: 'good',
      status: 400,
      detail: 'Input validation failed',
    });
    expect(practice.state().templates).toEqual([]);
    expect(practice.received()[0]?.path).toBe('/api/v1/themeTemplates/foyer-connection-check');
  });

  it.each<[string, PracticeBehaviour, object]>([
    [
      'a page',
      { status: 404, form: 'html' },
      { verdict: 'somethingElse', status: 404, form: 'html' },
    ],
    ['a page of 200', { form: 'html' }, { verdict: 'somethingElse', status: 200, form: 'html' }],
    ['a text', { status: 404, form: 'text' }, { verdict: 'somethingElse', form: 'other' }],
    ['an accepted one', { status: 200 }, { verdict: 'acceptedEmpty' }],
    ['a 201', { status: 201 }, { verdict: 'somethingElse', status: 201, form: 'other' }],
    [
      'a redirect',
      { redirect: { status: 302, to: 'https://login.example/' } },
      { verdict: 'somethingElse', status: 302, form: 'redirect', host: 'login.example' },
    ],
    ['a failure', { status: 503 }, { verdict: 'serviceFailed', status: 503 }],
    ['a 403', { status: 403 }, { verdict: 'tokenRefused', status: 403 }],
    ['a 407', { status: 407 }, { verdict: 'somethingElse', status: 407, form: 'other' }],
    ['a cut', { cut: 'afterReading' }, { verdict: 'notReached', reason: 'connectionClosed' }],
    ['100 MB', { form: 'huge' }, { verdict: 'somethingElse', status: 200, form: 'other' }],
  ])('tells %s', async (_, behaviour, expected) => {
    practice.setBehaviour('saveThemeTemplate', behaviour);
    expect(await check()).toMatchObject(expected);
  });

  it('tells a wrong token, in both ways that services answer it', async () => {
    expect(await check('wrong')).toMatchObject({ verdict: 'tokenRefused', status: 401 });
    practice.beLikeARealService();
    expect(await check('wrong')).toMatchObject({ verdict: 'serviceFailed', status: 500 });
  });

  it('tells a place that is not there', async () => {
    await practice.stop();
    expect(await check()).toMatchObject({ verdict: 'notReached', reason: 'connectionRefused' });
  });

  it('asks for a token first', async () => {
    expect(await problemOf(check(''))).toEqual({ code: 'tokenMissing', label: 'New' });
  });
});
