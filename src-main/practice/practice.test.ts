import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { newTheme } from '@shared/theme/theme';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPracticeService, type PracticeEndpoint, type PracticeService } from './practice';

let practice: PracticeService;
let place: PracticeEndpoint;

beforeEach(async () => {
  practice = createPracticeService();
  place = await practice.start();
});

afterEach(() => practice.stop());

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  json: unknown;
}

function ask(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = { authorization: `Bearer ${place.token}` },
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
    const outgoing = httpRequest(
      place.origin + path,
      {
        method,
        agent: false,
        headers: {
          'content-type': 'application/json',
          ...headers,
          'content-length': Buffer.byteLength(text),
        },
      },
      (incoming) => {
        let answer = '';
        incoming.setEncoding('utf8');
        incoming.on('data', (chunk: string) => (answer += chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const { statusCode: status = 0, headers: got } = incoming;
          resolve({ status, headers: got, text: answer, json: parsed(answer) });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const theme = newTheme();
const subscription = {
  workspaceId: 'w1',
  returnUrl: 'http://127.0.0.1:9/back',
  plan: 'PRO',
  additionalChats: 2,
  currency: 'usd',
  isYearly: false,
};

const save = (id: string, body: unknown) => ask('PUT', `/api/v1/themeTemplates/${id}`, body);
const change = (body: unknown = subscription) => ask('PATCH', '/api/v1/billing/subscription', body);
const register = (name: unknown) =>
  ask('POST', '/api/v1/custom-domains', { workspaceId: 'w1', name });
const preview = (body: unknown) => ask('POST', '/api/v1/bots/b1/chat-app/start-preview', body);

describe('the contract', () => {
  it('creates a template under the client’s id, and replaces it whole', async () => {
    const first = await save('t%2F1', { workspaceId: 'w1', name: 'One', theme });
    expect(first.status).toBe(200);
    expect(first.json).toMatchObject({
      themeTemplate: { id: 't/1', name: 'One', theme, workspaceId: 'w1' },
    });
    // Chunked, without a length.
    expect(first.headers['content-length']).toBeUndefined();
    const { customCss: _none, ...second } = { ...theme, customCss: undefined, roundness: 'none' };
    await save('t%2F1', { workspaceId: 'w1', name: 'Two', theme: second });
    expect(practice.state().templates).toMatchObject([{ id: 't/1', name: 'Two', theme: second }]);
  });

  it('drops what it does not know', async () => {
    await save('t1', { workspaceId: 'w1', name: 'n', extra: 1, theme: { ...theme, extra: 1 } });
    expect(practice.state().templates[0]?.theme).toEqual(theme);
  });

  const { general, chat } = theme;
  it.each<[string, unknown, string[]]>([
    ['nothing', {}, ['workspaceId', 'name', 'theme']],
    ['no object', [], ['']],
    ['no workspace', { name: 'n', theme }, ['workspaceId']],
    ['a number as a name', { workspaceId: 'w', name: 1, theme }, ['name']],
    ['no chat', { workspaceId: 'w', name: 'n', theme: { general } }, ['theme.chat']],
    [
      'an unknown background',
      {
        workspaceId: 'w',
        name: 'n',
        theme: { chat, general: { font: 'f', background: { type: 'Video' } } },
      },
      ['theme.general.background.type'],
    ],
    [
      'null for an optional field',
      { workspaceId: 'w', name: 'n', theme: { ...theme, customCss: null } },
      ['theme.customCss'],
    ],
    [
      'an unknown roundness',
      { workspaceId: 'w', name: 'n', theme: { ...theme, roundness: 'round' } },
      ['theme.roundness'],
    ],
    [
      'no placeholder colour',
      {
        workspaceId: 'w',
        name: 'n',
        theme: { general, chat: { ...chat, inputs: { color: 'a', backgroundColor: 'b' } } },
      },
      ['theme.chat.inputs.placeholderColor'],
    ],
  ])('refuses a theme with %s', async (_, body, paths) => {
    const { status, json } = await save('t1', body);
    expect(status).toBe(400);
    expect(json).toMatchObject({ message: 'Input validation failed', code: 'BAD_REQUEST' });
    const { issues } = json as { issues: { message: string; path: string[] }[] };
    expect(issues.map(({ path }) => path.join('.'))).toEqual(paths);
    expect(issues.every(({ message }) => message !== '')).toBe(true);
    expect(practice.state().templates).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['empty names and any colour', { workspaceId: '', name: '', theme }],
    [
      'no avatars and no roundness',
      {
        workspaceId: 'w',
        name: 'n',
        theme: { general, chat: { ...chat, hostAvatar: undefined, guestAvatar: undefined } },
      },
    ],
    [
      'a long style sheet',
      { workspaceId: 'w', name: 'n', theme: { ...theme, customCss: 'a'.repeat(900_000) } },
    ],
  ])('takes a theme with %s', async (_, body) => {
    expect((await save('t1', body)).status).toBe(200);
  });

  it.each<[string, object, string]>([
    ['workspaceId', { workspaceId: undefined }, 'workspaceId'],
    ['returnUrl', { returnUrl: undefined }, 'returnUrl'],
    ['another plan', { plan: 'FREE' }, 'plan'],
    ['chats as a text', { additionalChats: '1' }, 'additionalChats'],
    ['another currency', { currency: 'USD' }, 'currency'],
    ['yearly as a text', { isYearly: 'false' }, 'isYearly'],
  ])('refuses a subscription with a wrong %s', async (_, wrong, path) => {
    const { status, json } = await change({ ...subscription, ...wrong });
    expect(status).toBe(400);
    expect(json).toMatchObject({ issues: [{ path: [path] }] });
  });

  it.each<[unknown, number]>([
    [{ to: '+1 555' }, 200],
    [{ to: 'x', startGroupId: 'g1' }, 200],
    [{ to: '' }, 400],
    [{}, 400],
    [{ to: 1 }, 400],
    [{ to: 'x', startGroupId: null }, 400],
  ])('previews %j: %i', async (body, status) => {
    expect((await preview(body)).status).toBe(status);
    expect(practice.state().previews).toHaveLength(status === 200 ? 1 : 0);
  });

  it('speaks the other dialect as well', async () => {
    const reply = await ask('POST', '/api/v1/typebots/b%202/whatsapp/start-preview', { to: '1' });
    expect(reply.json).toEqual({ message: 'Preview started' });
    expect(practice.state().previews[0]).toMatchObject({ botId: 'b 2', to: '1' });
  });

  it('registers a domain once', async () => {
    expect((await register('chat.example.com')).status).toBe(200);
    expect((await register('chat.example.com')).status).toBe(409);
    expect((await register(undefined)).status).toBe(400);
    expect(practice.state().domains).toHaveLength(1);
  });

  it('judges the token before the body', async () => {
    for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: place.token }]) {
      const reply = await ask('PUT', '/api/v1/themeTemplates/t', 'not json', headers);
      expect(reply.status).toBe(401);
      expect(reply.json).toMatchObject({ code: 'UNAUTHORIZED' });
    }
  });
});

describe('the checkout', () => {
  async function checkoutPath(): Promise<string> {
    const { json } = await change();
    const { checkoutUrl } = json as { checkoutUrl: string };
    expect(checkoutUrl.startsWith(`${place.origin}/checkout/`)).toBe(true);
    return checkoutUrl.slice(place.origin.length);
  }

  it('changes the plan once it is completed, and returns', async () => {
    const path = await checkoutPath();
    expect(practice.state().workspaces[0]?.plan).toBe('FREE');
    const shown = await ask('GET', path, undefined, {});
    expect(shown.headers['content-type']).toContain('text/html');
    expect(shown.text).toContain('Complete');
    expect(shown.text).toContain('Cancel');
    const done = await ask('POST', `${path}/complete`, undefined, {});
    expect(done.status).toBe(303);
    expect(done.headers.location).toBe('http://127.0.0.1:9/back?stripe=PRO&success=true');
    expect(practice.state().workspaces[0]).toMatchObject({ plan: 'PRO', additionalChatsIndex: 2 });
    expect((await ask('POST', `${path}/cancel`, undefined, {})).status).toBe(200);
    expect(practice.state().checkouts[0]?.state).toBe('completed');
  });

  it('changes nothing when it is cancelled', async () => {
    const path = await checkoutPath();
    const done = await ask('POST', `${path}/cancel`, undefined, {});
    expect(done.headers.location).toBe('http://127.0.0.1:9/back?stripe=cancel');
    expect(practice.state().workspaces[0]?.plan).toBe('FREE');
  });

  it('glues its result to the end, whatever stands there, and follows no script', async () => {
    for (const [returnUrl, location] of [
      ['https://a.example/?x=1', 'https://a.example/?x=1?stripe=cancel'],
      ['javascript:alert(1)//', undefined],
      ['', undefined],
    ] as const) {
      const { json } = await change({ ...subscription, returnUrl });
      const { pathname } = new URL((json as { checkoutUrl: string }).checkoutUrl);
      const done = await ask('POST', `${pathname}/cancel`, undefined, {});
      expect(done.headers.location).toBe(location);
    }
  });

  it('shows what was sent as text, never as markup', async () => {
    const { json } = await change({ ...subscription, workspaceId: '<img src=x onerror=1>' });
    const { pathname } = new URL((json as { checkoutUrl: string }).checkoutUrl);
    expect((await ask('GET', pathname, undefined, {})).text).not.toContain('<img');
  });
});

describe('a service that was seen', () => {
  beforeEach(() => {
    practice.beLikeARealService();
  });

  it('gives ids of its own, every time, and replaces under them', async () => {
    const body = { workspaceId: 'w1', name: 'n', theme };
    const ids = [];
    for (let n = 0; n < 2; n += 1) {
      const { json } = await save('mine', body);
      ids.push((json as { themeTemplate: { id: string } }).themeTemplate.id);
    }
    expect(new Set([...ids, 'mine']).size).toBe(3);
    await save(ids[0] ?? '', { ...body, name: 'again' });
    expect(practice.state().templates.map(({ name }) => name)).toEqual(['again', 'n']);
  });

  it('drops roundness where it does not keep it', async () => {
    const both = { ...theme, roundness: 'large', chat: { ...theme.chat, roundness: 'none' } };
    const { json } = await save('t', { workspaceId: 'w', name: 'n', theme: both });
    const saved = (json as { themeTemplate: { theme: typeof both } }).themeTemplate.theme;
    expect(saved.roundness).toBeUndefined();
    expect(saved.chat.roundness).toBe('none');
  });

  it('answers a wrong token like a broken database, and none with 401', async () => {
    const wrong = { authorization: 'Bearer wrong' };
    const reply = await ask('PUT', '/api/v1/themeTemplates/t', {}, wrong);
    expect(reply.status).toBe(500);
    expect(reply.json).toMatchObject({ message: 'Internal server error' });
    expect((await ask('PUT', '/api/v1/themeTemplates/t', {}, {})).status).toBe(401);
    expect((await save('t', {})).status).toBe(400);
  });

  it('stores an odd domain, fails, and then says that it is there', async () => {
    expect((await register('not a domain')).status).toBe(500);
    expect((await register('not a domain')).status).toBe(409);
    const { json } = await register('Chat.Example.COM');
    expect(json).toMatchObject({ customDomain: { name: 'chat.example.com' } });
  });

  it('has a checkout without a workspace first, and then a workspace without a checkout', async () => {
    const first = await change();
    expect(Object.keys(first.json as object)).toEqual(['checkoutUrl']);
    const { pathname } = new URL((first.json as { checkoutUrl: string }).checkoutUrl);
    await ask('POST', `${pathname}/complete`, undefined, {});
    const second = await change({ ...subscription, plan: 'STARTER' });
    expect(second.json).toEqual({
      workspace: expect.objectContaining({ plan: 'STARTER' }) as never,
    });
    for (const additionalChats of [4, 1.5, -1]) {
      expect((await change({ ...subscription, additionalChats })).status).toBe(500);
    }
  });

  it('answers what is no JSON, too large, too long or unknown as it was seen to', async () => {
    const malformed = await save('t', '{"a":');
    expect([malformed.status, malformed.headers['content-type']]).toEqual([400, undefined]);
    const large = await save('t', `"${'a'.repeat(1_048_576)}"`).catch(() => undefined);
    // Or the connection is reset in the middle of the upload.
    if (large) expect([large.status, large.headers['content-type']]).toEqual([413, undefined]);
    expect((await save('t'.repeat(20_000), {})).status).toBe(431);
    const unknown = await ask('GET', '/api/v1/themeTemplates', undefined);
    expect(unknown.status).toBe(404);
    expect(unknown.text).toContain('<!doctype html>');
    const slash = await ask('POST', '/api/v1/custom-domains/', {});
    expect([slash.status, slash.headers.location]).toEqual([308, '/api/v1/custom-domains']);
    expect(practice.state().templates).toEqual([]);
  });
});

describe('behaviours', () => {
  it('hold for a number of requests', async () => {
    practice.setBehaviour('startChatAppPreview', { status: 503, retryAfter: '7', times: 2 });
    const seen = [];
    for (let n = 0; n < 3; n += 1) seen.push(await preview({ to: 'x' }));
    expect(seen.map(({ status }) => status)).toEqual([503, 503, 200]);
    expect(seen[0]?.headers['retry-after']).toBe('7');
    expect(practice.state().previews).toHaveLength(1);
  });

  it.each(['beforeReading', 'afterReading'] as const)('cut %s without acting', async (cut) => {
    practice.setBehaviour('all', { cut });
    await expect(register('a.example')).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(practice.state().domains).toEqual([]);
    expect(practice.received()).toHaveLength(1);
    expect(practice.received()[0]?.body === '').toBe(cut === 'beforeReading');
  });

  it.each(['afterActing', 'afterHeaders', 'midBody'] as const)('cut %s', async (cut) => {
    practice.setBehaviour('all', { cut });
    await expect(register('a.example')).rejects.toBeInstanceOf(Error);
    expect(practice.state().domains).toHaveLength(1);
  });

  it('hold answers back until they are released', async () => {
    const release = practice.holdAnswers();
    let isAnswered = false;
    const held = ask('POST', '/api/v1/bots/one/chat-app/start-preview', { to: '+1' }).then(
      (reply) => {
        isAnswered = true;
        return reply;
      },
    );
    await expect.poll(() => practice.received().length).toBe(1);
    // Answered after it, had it been answered.
    expect((await ask('GET', '/practice/received')).status).toBe(200);
    expect(isAnswered).toBe(false);
    release();
    expect((await held).status).toBe(200);
    expect(
      (await ask('POST', '/api/v1/bots/one/chat-app/start-preview', { to: '+1' })).status,
    ).toBe(200);
  });

  it('act and then fail', async () => {
    practice.setBehaviour('createCustomDomain', { status: 500, acts: true, times: 1 });
    expect((await register('a.example')).status).toBe(500);
    expect((await register('a.example')).status).toBe(409);
  });

  it('rewrite and drop fields of the answer alone', async () => {
    practice.setBehaviour('saveThemeTemplate', {
      drop: ['theme.roundness', 'createdAt', 'no.such.path'],
      rewrite: { workspaceId: 'other', 'theme.chat.buttons.color': '#000' },
      lowerCaseNames: true,
    });
    const { json } = await save('t', { workspaceId: 'w', name: 'NAME', theme });
    const { themeTemplate } = json as { themeTemplate: Record<string, unknown> };
    expect(themeTemplate).toMatchObject({ name: 'name', workspaceId: 'other' });
    expect(themeTemplate['createdAt']).toBeUndefined();
    expect(JSON.stringify(themeTemplate)).toContain('"color":"#000"');
    expect(practice.state().templates[0]?.theme).toEqual(theme);
  });

  it.each([
    ['topLevel', ['id', 'checkoutUrl'], []],
    ['nested', ['workspace', 'checkoutUrl'], []],
    ['workspaceOnly', ['workspace'], ['checkoutUrl']],
    ['checkoutOnly', ['checkoutUrl'], ['workspace', 'id']],
    ['neither', [], ['workspace', 'checkoutUrl', 'id']],
  ] as const)('answer a subscription %s', async (form, present, absent) => {
    practice.setBehaviour('updateSubscription', { subscription: form });
    const answer = (await change()).json as object;
    for (const key of present) expect(answer).toHaveProperty(key);
    for (const key of absent) expect(answer).not.toHaveProperty(key);
  });

  it('can be set and read over HTTP, but by no web page', async () => {
    const behaviour = { operation: 'all', behaviour: { status: 418, message: 'teapot' } };
    expect((await ask('PUT', '/practice/behaviour', behaviour, {})).status).toBe(200);
    expect((await preview({ to: 'x' })).json).toMatchObject({ message: 'teapot' });
    const wrong = { operation: 'all', behaviour: { statu: 418 } };
    expect((await ask('PUT', '/practice/behaviour', wrong, {})).status).toBe(400);
    const page = { origin: 'https://evil.example' };
    expect((await ask('GET', '/practice/received', undefined, page)).status).toBe(403);
    const rebound = { host: 'evil.example' };
    expect((await ask('GET', '/practice/received', undefined, rebound)).status).toBe(403);

    const received = await ask('GET', '/practice/received', undefined, {});
    expect(received.json).toMatchObject([{ number: 1, method: 'POST', body: '{"to":"x"}' }]);
    expect((await ask('POST', '/practice/reset', undefined, {})).status).toBe(200);
    expect((await ask('GET', '/practice/state', undefined, {})).json).toMatchObject({
      previews: [],
    });
    expect((await preview({ to: 'x' })).status).toBe(200);
  });
});

it('counts connections, and sees a request that ends in the middle', async () => {
  await preview({ to: 'x' });
  const socket = connect(place.port, '127.0.0.1');
  const head =
    'POST /api/v1/custom-domains HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\n{';
  socket.write(head);
  await expect.poll(() => practice.received()).toHaveLength(2);
  socket.destroy();
  await preview({ to: 'y' });
  expect(practice.received().map(({ connection }) => connection)).toEqual([1, 2, 3]);
  expect(practice.state().domains).toEqual([]);
});

it('takes the port that it had, or another when asked to', async () => {
  const { port } = place;
  const strict = createPracticeService({ port });
  await expect(strict.start()).rejects.toMatchObject({ code: 'EADDRINUSE' });
  const lenient = createPracticeService({ port, anyPortIfTaken: true });
  expect((await lenient.start()).port).not.toBe(port);
  await lenient.stop();
  await practice.stop();
  expect((await strict.start()).port).toBe(port);
  await strict.stop();
});

it('wants the token the way it was told', async () => {
  const own = createPracticeService({
    token: 'abc',
    presentation: { kind: 'header', header: 'X-Api-Key', scheme: 'Key' },
  });
  place = await own.start();
  const path = '/api/v1/bots/b/chat-app/start-preview';
  expect((await ask('POST', path, { to: 'x' }, { 'x-api-key': 'Key abc' })).status).toBe(200);
  expect((await ask('POST', path, { to: 'x' }, { authorization: 'Bearer abc' })).status).toBe(401);
  await own.stop();
});
