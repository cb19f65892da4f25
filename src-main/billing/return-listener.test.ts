import { request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  openReturnListener,
  readReturn,
  type ReturnListener,
  type ReturnSays,
} from './return-listener';

const opened: ReturnListener[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const listener of opened.splice(0)) listener.close();
});

async function open(options: { lifetime?: number; isArmed?: boolean } = {}) {
  const says: ReturnSays[] = [];
  let isOver: () => void = () => undefined;
  const over = new Promise<void>((resolve) => (isOver = resolve));
  const listener = await openReturnListener({
    onBack: (said) => says.push(said),
    onOver: isOver,
    ...(options.lifetime !== undefined && { lifetime: options.lifetime }),
  });
  opened.push(listener);
  if (options.isArmed !== false) listener.arm();
  return { listener, says, over };
}

interface Visit {
  status: number;
  body: string;
  headers: Record<string, string | string[] | undefined>;
}

/** `rest` is put after the address as it is, as services do. */
function visit(
  url: string,
  rest = '',
  options: { method?: string; headers?: Record<string, string> } = {},
): Promise<Visit> {
  const { hostname, port, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    const visiting = request(
      { hostname, port, path: `${pathname}${rest}`, agent: false, ...options },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: Buffer.concat(chunks).toString('utf8'),
            headers: response.headers,
          }),
        );
      },
    );
    visiting.on('error', reject);
    visiting.end();
  });
}

describe('the return listener', () => {
  it('listens on this computer alone, on a path that nobody guesses', async () => {
    const { listener } = await open();
    const other = await open();
    expect(listener.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/back\/[\w-]{22}$/);
    expect(new URL(listener.url).pathname).not.toBe(new URL(other.listener.url).pathname);
  });

  it('answers a small page without scripts, and tells what came back', async () => {
    const { listener, says } = await open();
    const page = await visit(listener.url, '?stripe=PRO&success=true');
    expect(page.status).toBe(200);
    expect(page.body).toContain('You can go back to Foyer.');
    expect(page.body).not.toMatch(/<script|https?:/);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(policy).not.toContain('unsafe');
    expect(says).toEqual(['completed']);
  });

  it('is used up by the first visit', async () => {
    const { listener, says } = await open();
    await visit(listener.url, '?stripe=cancel');
    await expect(visit(listener.url, '?stripe=PRO&success=true')).rejects.toThrow(/ECONNREFUSED/);
    expect(says).toEqual(['cancelled']);
  });

  it('takes one of two visits at once', async () => {
    const { listener, says } = await open();
    const visits = await Promise.allSettled([
      visit(listener.url, '?stripe=cancel'),
      visit(listener.url, '?stripe=cancel'),
    ]);
    const taken = visits.filter((one) => one.status === 'fulfilled' && one.value.status === 200);
    expect(taken).toHaveLength(1);
    expect(says).toEqual(['cancelled']);
  });

  it.each([
    ['/', ''],
    ['/back/', ''],
    ['/back/AAAAAAAAAAAAAAAAAAAAAA', '?stripe=cancel'],
    ['/favicon.ico', ''],
    ['/../../etc/passwd', ''],
  ])('knows nothing at %s%s', async (path, rest) => {
    const { listener, says } = await open();
    const { status, body } = await visit(new URL(path, listener.url).href, rest);
    expect([status, body]).toEqual([404, '']);
    expect(says).toEqual([]);
    expect((await visit(listener.url)).status).toBe(200);
  });

  it('does not take its path with more letters behind', async () => {
    const { listener, says } = await open();
    expect((await visit(listener.url, 'x?stripe=cancel')).status).toBe(404);
    expect(says).toEqual([]);
  });

  it.each(['POST', 'PUT', 'HEAD', 'DELETE', 'OPTIONS'])('takes no %s', async (method) => {
    const { listener, says } = await open();
    expect((await visit(listener.url, '', { method })).status).toBe(405);
    expect(says).toEqual([]);
    expect((await visit(listener.url)).status).toBe(200);
  });

  it.each(['evil.example', 'localhost', '127.0.0.1', '127.0.0.1:1'])(
    'does not answer to the host %j',
    async (host) => {
      const { listener, says } = await open();
      const { status } = await visit(listener.url, '', { headers: { Host: host } });
      expect(status).toBe(404);
      expect(says).toEqual([]);
    },
  );

  it('is not there before something was sent that can come back', async () => {
    const { listener, says } = await open({ isArmed: false });
    expect((await visit(listener.url)).status).toBe(404);
    listener.arm();
    expect((await visit(listener.url)).status).toBe(200);
    expect(says).toEqual(['unclear']);
  });

  it('survives what is no HTTP at all', async () => {
    const { listener, says } = await open();
    await new Promise<void>((resolve) => {
      const socket = connect(Number(new URL(listener.url).port), '127.0.0.1', () => {
        socket.write('\u0000\u0001nonsense\r\n\r\n');
      });
      socket.on('data', () => undefined);
      socket.on('error', () => resolve());
      socket.on('close', () => resolve());
    });
    expect(says).toEqual([]);
    expect((await visit(listener.url)).status).toBe(200);
  });

  it('stops when its time is over', async () => {
    const { listener, over } = await open({ lifetime: 30 });
    await over;
    await expect(visit(listener.url)).rejects.toThrow(/ECONNREFUSED/);
  });

  it('stops by the clock after a sleep through its end, which timers stand still for', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'setInterval'] });
    const { listener, over } = await open();
    vi.setSystemTime(Date.parse(listener.until));
    vi.advanceTimersByTime(60_000);
    await over;
    await expect(visit(listener.url)).rejects.toThrow(/ECONNREFUSED/);
  });

  it('answers no visit after its end, noticed or not', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { listener, says, over } = await open();
    vi.setSystemTime(Date.parse(listener.until));
    expect((await visit(listener.url)).status).toBe(404);
    await over;
    expect(says).toEqual([]);
  });

  it('never listens longer than a day', async () => {
    const { listener } = await open({ lifetime: 1e12 });
    const day = 24 * 60 * 60 * 1_000;
    expect(Date.parse(listener.until)).toBeLessThanOrEqual(Date.now() + day);
  });
});

describe('readReturn', () => {
  it.each<[string, ReturnSays]>([
    ['?stripe=PRO&success=true', 'completed'],
    ['?stripe=STARTER&success=true', 'completed'],
    ['&stripe=PRO&success=true', 'completed'],
    ['?own=1?stripe=PRO&success=true', 'completed'],
    ['/?stripe=PRO&success=true', 'completed'],
    ['?stripe=PRO&success=True', 'completed'],
    ['?stripe=cancel', 'cancelled'],
    ['?stripe=canceled', 'cancelled'],
    ['?stripe=cancelled', 'cancelled'],
    ['?success=false', 'cancelled'],
    ['&stripe=cancel', 'cancelled'],
    ['', 'unclear'],
    ['?', 'unclear'],
    ['?session=1', 'unclear'],
    ['?stripe=PRO', 'unclear'],
    ['?stripe=cancel&success=true', 'unclear'],
    ['?note=stripe%3Dcancel', 'unclear'],
    ['?unsuccess=true', 'unclear'],
  ])('reads %j as %s', (rest, says) => {
    expect(readReturn(rest)).toBe(says);
  });
});
