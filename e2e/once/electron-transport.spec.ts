/** What the transport makes of a server's and a network's ways, on the real network stack. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { trustIt } from './certificate';
import { startHarness, type RunningHarness } from './electron-app';
import type { Harness, HarnessResult, HarnessSend, ProxyLogin } from './harness';

import { expectControlToFail } from '../../src-main/testing/fault-tally';
import { notSentReason } from '../../src-main/service/network-error';
import { startHttp2Service } from './http2-server';

let running: RunningHarness;
const servers: Server[] = [];

test.describe.configure({ retries: 0, mode: 'serial' });

test.beforeAll(async () => {
  running = await startHarness({ switches: trustIt() });
});

test.afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

test.afterAll(() => running.stop());

test('control: a client that follows a redirect hands the token over', async () => {
  const seen: unknown[] = [];
  const other = await serve((request, response) => {
    seen.push(request.headers['x-api-key']);
    response.end('{}');
  });
  const origin = await serve((_request, response) => {
    response.writeHead(307, { Location: `${other}/x` }).end();
  });
  await running.app.evaluate(
    ({ net }, url) =>
      new Promise<void>((done) => {
        const request = net.request({ url, method: 'POST' });
        request.setHeader('X-Api-Key', 'harness');
        request.on('response', (response) => {
          response.on('end', () => done());
          response.on('data', () => undefined);
        });
        request.on('error', () => done());
        request.end('{}');
      }),
    origin,
  );
  expectControlToFail(
    'a client that follows a redirect',
    seen.filter((token) => token === 'harness').length,
  );
});

async function serve(
  handler: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

/** Listens on the first of these ports that nobody has. */
async function listenOnAny(server: Server, ports: readonly number[]): Promise<number> {
  for (const port of ports) {
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    server.removeAllListeners('error');
    if (isFree) return port;
  }
  throw new Error('all of these ports are taken');
}

/** Sends all of them at the same time. */
function sendAll(requests: readonly { url: string; options?: HarnessSend }[]) {
  return running.app.evaluate((_electron, requests): Promise<HarnessResult[]> => {
    const { harness } = globalThis as unknown as { harness: Harness };
    return Promise.all(requests.map(({ url, options }) => harness.send('POST', url, options)));
  }, requests);
}

async function send(url: string, options: HarnessSend = {}): Promise<HarnessResult> {
  const [result] = await sendAll([{ url, options }]);
  if (!result) throw new Error('no result');
  return result;
}

for (const once of [true, false]) {
  test.describe(once ? 'in turn' : 'side by side', () => {
    test('sends the headers it is given, a length, and never a cookie', async () => {
      const seen: IncomingMessage['headers'][] = [];
      const origin = await serve((request, response) => {
        seen.push(request.headers);
        request.resume();
        response.setHeader('Set-Cookie', 'session=1');
        response.end('{}');
      });
      for (let n = 0; n < 2; n += 1) {
        expect(await send(origin, { once })).toMatchObject({ end: 'complete', status: 200 });
      }
      for (const headers of seen) {
        expect(headers).toMatchObject({ authorization: 'Bearer harness', 'content-length': '7' });
        expect(headers['transfer-encoding']).toBeUndefined();
        expect(headers.cookie).toBeUndefined();
      }
    });

    for (const status of [301, 302, 303, 307, 308]) {
      test(`does not follow a ${String(status)} with its token`, async () => {
        let reached = 0;
        const other = await serve((_request, response) => {
          reached += 1;
          response.end();
        });
        const origin = await serve((_request, response) => {
          response.writeHead(status, { Location: `${other}/x` }).end();
        });
        const result = await send(origin, { once });
        expect(result).toMatchObject({
          end: 'complete',
          status,
          headers: { location: `${other}/x` },
        });
        expect(reached).toBe(0);
      });
    }

    test('gives up what is too large', async () => {
      const origin = await serve((_request, response) => {
        response.write(Buffer.alloc(4_000_000));
      });
      const result = await send(origin, { once, maxAnswerBytes: 100_000 });
      expect(result).toMatchObject({ end: 'tooLarge', status: 200, bodyLength: 100_000 });
    });

    for (const [name, headers] of [
      ['with a length', { 'Content-Length': '100' }],
      ['in chunks', {}],
    ] as const) {
      test(`tells an answer that is cut off, ${name}`, async () => {
        const origin = await serve((_request, response) => {
          response.writeHead(200, headers);
          response.write('{"a":', () => response.socket?.destroy());
        });
        expect(await send(origin, { once })).toMatchObject({ end: 'cut', status: 200 });
      });
    }

    test('is stopped under way, with and without an answer begun', async () => {
      const silent = await serve(() => undefined);
      expect(await send(silent, { once, stopAfterMs: 100 })).toMatchObject({
        end: 'stopped',
        hasStarted: true,
      });
      const slow = await serve((_request, response) => {
        // Without a type, Chromium keeps the head back until it has seen enough to guess one.
        response.writeHead(200, { 'Content-Type': 'application/json' });
        response.write('{');
      });
      expect(await send(slow, { once, stopAfterMs: 300 })).toMatchObject({
        end: 'stopped',
        status: 200,
        bodyLength: 1,
      });
    });

    test('tells what never arrived', async () => {
      const gone = await serve(() => undefined);
      servers.splice(0).forEach((server) => server.close());
      expect(await send(gone, { once })).toMatchObject({
        end: 'failed',
        code: 'net::ERR_CONNECTION_REFUSED',
      });
      expect(await send('http://no-such-name.invalid/', { once })).toMatchObject({
        code: 'net::ERR_NAME_NOT_RESOLVED',
      });
    });

    test('sends nothing to a port that Chromium takes for another protocol’s', async () => {
      let reached = 0;
      const server = createServer();
      server.on('connection', () => (reached += 1));
      servers.push(server);
      const port = await listenOnAny(server, [10080, 6697, 6669, 6668, 6667, 6666, 6665, 6566]);
      expect(await send(`http://127.0.0.1:${String(port)}/`, { once })).toMatchObject({
        end: 'failed',
        code: 'net::ERR_UNSAFE_PORT',
      });
      expect(reached).toBe(0);
    });

    for (const challenge of [{}, { 'Proxy-Authenticate': 'Basic realm="service"' }]) {
      const how = 'Proxy-Authenticate' in challenge ? 'with a challenge' : 'without one';
      test(`takes the service’s own 407, ${how}, for an answer`, async () => {
        let reached = 0;
        const origin = await serve((_request, response) => {
          reached += 1;
          response.writeHead(407, challenge).end('{}');
        });
        expect(await send(origin, { once })).toMatchObject({ end: 'cut', status: 407 });
        expect(reached).toBe(1);
      });
    }

    test('does not wait for a sign-in to the service', async () => {
      const origin = await serve((_request, response) => {
        response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="service"' }).end('{}');
      });
      expect(await send(origin, { once })).toMatchObject({ end: 'complete', status: 401 });
    });
  });
}

for (const once of [true, false]) {
  test(`a service that read a request and is gone is not one that refused it, ${once ? 'in turn' : 'side by side'}`, async () => {
    let reached = 0;
    const origin = await serve((request, response) => {
      request.resume();
      request.on('end', () => {
        reached += 1;
        if (reached === 1) {
          response.end('{}');
          return;
        }
        const [server] = servers.splice(0);
        server?.close();
        server?.closeAllConnections();
      });
    });
    expect(await send(origin, { once })).toMatchObject({ end: 'complete', status: 200 });
    const second = await send(origin, { once });
    expect(second).toMatchObject({ end: 'failed' });
    expect(notSentReason({ code: second.code ?? '' })).toBeUndefined();
    expect(reached).toBe(2);
  });
}

test('what must arrive once goes one at a time, and can leave the queue', async () => {
  let underWay = 0;
  let most = 0;
  const origin = await serve((_request, response) => {
    underWay += 1;
    most = Math.max(most, underWay);
    setTimeout(() => {
      underWay -= 1;
      response.end('{}');
    }, 150);
  });
  const results = await sendAll([
    { url: origin },
    { url: origin },
    { url: origin, options: { stopAfterMs: 20 } },
    { url: origin },
  ]);
  expect(results.map(({ end }) => end)).toEqual(['complete', 'complete', 'stopped', 'complete']);
  expect(results[2]).toMatchObject({ hasStarted: false });
  expect(most).toBe(1);
});

test.describe('a proxy that wants to be signed in to', () => {
  const useProxy = (rules: string, login?: ProxyLogin | 'later') =>
    running.app.evaluate(
      (_electron, { rules, login }) =>
        (globalThis as unknown as { harness: Harness }).harness.useProxy(rules, login),
      { rules, login },
    );

  async function serveProxy(login?: 'later'): Promise<(string | undefined)[]> {
    const signIns: (string | undefined)[] = [];
    const proxy = await serve((request, response) => {
      const signIn = request.headers['proxy-authorization'];
      signIns.push(signIn);
      if (signIn) response.end('{}');
      else response.writeHead(407, { 'Proxy-Authenticate': 'Basic realm="office"' }).end('sign in');
    });
    await useProxy(proxy, login);
    return signIns;
  }

  test.afterEach(() => useProxy('direct://'));

  test('is refused when nobody answers', async () => {
    const signIns = await serveProxy();
    for (const once of [true, false]) {
      const result = await send('http://service.example/v1', { once });
      expect(result).toEqual({ end: 'refusedByProxy', bodyLength: 0 });
    }
    const asked = await running.app.evaluate(
      () => (globalThis as unknown as { harness: Harness }).harness.asked,
    );
    expect(asked).toEqual(['basic office', 'basic office']);
    expect(signIns).toEqual([undefined, undefined]);
  });

  test('holds back what is stopped while nobody has answered: the service has seen nothing of it', async () => {
    const signIns = await serveProxy('later');
    for (const once of [true, false]) {
      const result = await send('http://service.example/v1', { once, stopAfterMs: 500 });
      expect(result).toMatchObject({ end: 'stopped', hasStarted: false });
    }
    expect(signIns).toEqual([undefined, undefined]);
  });

  test('is told of before anybody is asked, and what ends then has not left', async () => {
    const signIns = await serveProxy('later');
    const asked = () =>
      running.app.evaluate(
        () => (globalThis as unknown as { harness: Harness }).harness.asked.length,
      );
    const before = await asked();
    for (const once of [true, false]) {
      const result = await send('http://service.example/v1', { once, stopWhenHeld: true });
      expect(result).toMatchObject({ end: 'stopped', hasStarted: false });
    }
    expect(signIns).toEqual([undefined, undefined]);
    expect(await asked()).toBe(before);
  });

  test('is not blamed for a 407 of the service behind it', async () => {
    const service = await startHttp2Service();
    const tunnelled: (string | undefined)[] = [];
    const proxy = createServer();
    proxy.on('connect', ({ url }, socket) => {
      tunnelled.push(url);
      const { port } = new URL(service.origin);
      const onward = connect(Number(port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        onward.pipe(socket).pipe(onward);
      });
      for (const end of [socket, onward]) end.on('error', () => end.destroy());
    });
    servers.push(proxy);
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    await useProxy(`http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`);
    const path = '/wantsProxySignIn/1';
    const result = await send(service.origin + path);
    await service.stop();
    expect(result).toMatchObject({ end: 'cut', status: 407 });
    expect(service.arrivals.get(path)).toBe(1);
    expect(tunnelled).toHaveLength(1);
  });

  test('is not given what must not leave any more by the time that it is signed in to', async () => {
    const signIns = await serveProxy();
    const rules = `http://127.0.0.1:${String((servers[0]?.address() as AddressInfo).port)}`;
    await useProxy(rules, { username: 'ann', password: 'secret' });
    for (const once of [true, false]) {
      const result = await send('http://service.example/v1', { once, mayNotGoOn: true });
      expect(result).toMatchObject({ end: 'stopped', hasStarted: false });
    }
    expect(signIns).toEqual([undefined, undefined]);
  });

  test('is signed in to, and the request goes on', async () => {
    const signIns = await serveProxy();
    const rules = `http://127.0.0.1:${String((servers[0]?.address() as AddressInfo).port)}`;
    await useProxy(rules, { username: 'ann', password: 'secret' });
    const result = await send('http://service.example/v1');
    expect(result).toMatchObject({ end: 'complete', status: 200 });
    const basic = `Basic ${Buffer.from('ann:secret').toString('base64')}`;
    expect(signIns).toEqual([undefined, basic]);
  });
});
