import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { returnPage } from './return-page';

/** What the page that came back says of itself; `unclear` when it says nothing. */
export type ReturnSays = 'completed' | 'cancelled' | 'unclear';

/** A one-time address on this computer that a checkout returns to. */
export interface ReturnListener {
  /** `http://127.0.0.1:PORT/back/RANDOM` */
  readonly url: string;
  /** When it stops listening by itself, ISO 8601. */
  readonly until: string;
  /** From now on a visit counts; until then the address answers as if it were not there. */
  arm(): void;
  /** Stops listening; safe to call again. */
  close(): void;
}

export interface ReturnListenerOptions {
  /** Called once, for the first visit. It has stopped listening by then. */
  onBack(says: ReturnSays): void;
  /** Called when the time is over without a visit. */
  onOver(): void;
  /** How long it listens, milliseconds; a day by default and at most. */
  lifetime?: number;
}

const minute = 60 * 1_000;
const day = 24 * 60 * minute;
const host = '127.0.0.1';

/**
 * Listens on loopback, on a port that the system picks, for one visit to a path of 128 random bits.
 *
 * @throws the system's error when it can't listen.
 */
export async function openReturnListener(options: ReturnListenerOptions): Promise<ReturnListener> {
  const lifetime = Math.min(options.lifetime ?? day, day);
  const path = `/back/${randomBytes(16).toString('base64url')}`;
  let isArmed = false;
  let isUsed = false;
  let authority = '';

  const server = createServer({ maxHeaderSize: 16 * 1024 }, (request, response) => {
    endInTime();
    const rest = isArmed && !isUsed ? restOfPath(request, path, authority) : undefined;
    if (rest === undefined) return refuse(response, 404);
    if (request.method !== 'GET') return refuse(response, 405);
    isUsed = true;
    const { html, headers } = returnPage();
    response.writeHead(200, headers);
    response.end(html, close);
    options.onBack(readReturn(rest));
  });
  server.headersTimeout = 10_000;
  server.requestTimeout = 10_000;
  server.maxConnections = 20;

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });
  authority = `${host}:${(server.address() as AddressInfo).port}`;

  const end = Date.now() + lifetime;
  const timer = setTimeout(beOver, lifetime);
  // Timers stand still while the computer sleeps, and its clock goes on.
  const looks = setInterval(endInTime, minute);
  // The program may end while it listens.
  for (const one of [timer, looks, server]) one.unref();

  function endInTime(): void {
    if (Date.now() >= end) beOver();
  }

  function beOver(): void {
    if (isUsed) return;
    isUsed = true;
    close();
    options.onOver();
  }

  function close(): void {
    clearTimeout(timer);
    clearInterval(looks);
    server.close();
  }

  return {
    url: `http://${authority}${path}`,
    until: new Date(end).toISOString(),
    arm() {
      isArmed = true;
    },
    close,
  };
}

/**
 * What stands after the path, or `undefined` when it is another one. The `Host` header must name the
 * listener itself: a page elsewhere whose name was pointed at this computer has another one.
 */
function restOfPath(request: IncomingMessage, path: string, authority: string): string | undefined {
  if (request.headers.host !== authority) return undefined;
  const target = Buffer.from(request.url ?? '', 'latin1');
  const wanted = Buffer.from(path, 'latin1');
  if (target.length < wanted.length) return undefined;
  if (!timingSafeEqual(target.subarray(0, wanted.length), wanted)) return undefined;
  const rest = target.subarray(wanted.length).toString('latin1');
  return /^(?:$|[?&;/#])/u.test(rest) ? rest : undefined;
}

/**
 * Reads `stripe=PLAN&success=true` or `stripe=cancel` wherever a service glued it on: some append a
 * query to what has one already.
 */
export function readReturn(rest: string): ReturnSays {
  const pairs = rest.split(/[?&;/#]+/u).map((pair) => pair.toLowerCase());
  const isCompleted = pairs.includes('success=true');
  const isCancelled = pairs.some((pair) =>
    /^(?:stripe=cancell?(?:ed)?|success=false)$/u.test(pair),
  );
  if (isCompleted === isCancelled) return 'unclear';
  return isCompleted ? 'completed' : 'cancelled';
}

function refuse(response: ServerResponse, status: 404 | 405): void {
  response.writeHead(status, { Connection: 'close', ...(status === 405 && { Allow: 'GET' }) });
  response.end();
}
