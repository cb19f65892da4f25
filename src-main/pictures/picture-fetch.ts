/**
 * Fetches one picture from the public web. Plain Node and no Electron: no cookies, no stored
 * credentials, no cache but ours, and every address is looked at before it is dialled. What is
 * dialled is the very address that was looked at, so that a name which answers differently the next
 * time (DNS rebinding) gains nothing.
 */
import { lookup as systemLookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as tlsConnect } from 'node:tls';
import { pictureKind, pixelCount, type PictureKind } from './picture-kind';
import {
  checkedUrl,
  fail,
  hostOf,
  PictureError,
  usualPictureLimits,
  type PictureLimits,
} from './picture-address';
import { isPublicAddress } from './public-address';

/** The way to the internet. */
export interface PictureNetwork {
  /** All IP addresses of a host's name. Rejects with `ENOTFOUND` and kin. */
  lookup(host: string): Promise<readonly string[]>;
  /**
   * Opens a TLS connection to an IP address; `servername` is the certificate's, if it is a name. It
   * emits `connect` once the machine there has answered, before the handshake.
   */
  dial(to: { address: string; port: number; servername: string }): Duplex;
}

export interface FetchedPicture {
  readonly kind: PictureKind;
  readonly bytes: Buffer;
}

/** The internet, past the system's proxy settings (docs/decisions, *Pictures*). */
export const publicInternet: PictureNetwork = {
  async lookup(host) {
    const found = await systemLookup(host, { all: true });
    return found.map(({ address }) => address);
  },
  dial: ({ address, port, servername }) =>
    tlsConnect({
      host: address,
      port,
      // A certificate for an IP address is checked against it; no name is told then.
      ...(isIP(servername) === 0 ? { servername } : {}),
      ALPNProtocols: ['http/1.1'],
    }),
};

/**
 * Fetches a picture, within the limits.
 * @throws PictureError with the reason; nothing else.
 */
export async function fetchPicture(
  address: string,
  network: PictureNetwork = publicInternet,
  limits: PictureLimits = usualPictureLimits,
): Promise<FetchedPicture> {
  const inTime = new Deadline(limits.ms);
  try {
    let url = checkedUrl(address);
    for (let redirects = 0; ; redirects += 1) {
      const answer = await ask(url, network, inTime);
      const target = redirectTarget(answer, url);
      if (target === undefined) return checkedPicture(await body(answer, limits, inTime), limits);
      answer.destroy();
      if (redirects === limits.redirects) throw fail('tooManyRedirects');
      url = checkedUrl(target);
    }
  } finally {
    inTime.end();
  }
}

/** Where a 3xx points at. @throws PictureError for what is neither a redirect nor a 200 */
function redirectTarget(answer: IncomingMessage, from: URL): string | undefined {
  const status = answer.statusCode ?? 0;
  if (status === 200) return undefined;
  const { location } = answer.headers;
  if ([301, 302, 303, 307, 308].includes(status) && location !== undefined) {
    try {
      return new URL(location, from).href;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
  answer.destroy();
  throw status === 404 || status === 410 ? fail('notFound') : fail('refused', status);
}

/**
 * Asks the first of the host's addresses that can be reached; all of them have to be public. Each but
 * the last is waited for with its share of the time: a machine that is down says nothing at all. One
 * that has answered at all has the whole time, for a network may be slow.
 */
async function ask(url: URL, network: PictureNetwork, inTime: Deadline): Promise<IncomingMessage> {
  const host = hostOf(url);
  const addresses = isIP(host) === 0 ? await resolved(host, network, inTime) : [host];
  let failure: unknown = fail('notReached');
  for (const [index, address] of addresses.entries()) {
    const left = addresses.length - index;
    const reachMs = left === 1 ? undefined : inTime.remainingMs() / left;
    try {
      return await askAt({ address, host, reachMs }, url, network, inTime);
    } catch (error) {
      if (!isUnreachable(error)) throw asPictureError(error);
      failure = asPictureError(error);
    }
  }
  throw failure;
}

async function resolved(
  host: string,
  network: PictureNetwork,
  inTime: Deadline,
): Promise<readonly string[]> {
  let addresses: readonly string[];
  try {
    addresses = await inTime.limit(network.lookup(host));
  } catch (error) {
    throw error instanceof PictureError ? error : fail('nameNotFound');
  }
  if (addresses.length === 0) throw fail('nameNotFound');
  // One private address among public ones is how a name is turned round later.
  if (!addresses.every(isPublicAddress)) throw fail('privateAddress');
  // IPv4 first: many networks give out IPv6 addresses and no way there.
  return [...addresses].sort((one, other) => isIP(one) - isIP(other)).slice(0, 4);
}

interface Asked {
  readonly address: string;
  readonly host: string;
  /** How long to wait for a first sign, if there is another address to try. */
  readonly reachMs: number | undefined;
}

function askAt(
  { address, host, reachMs }: Asked,
  url: URL,
  network: PictureNetwork,
  inTime: Deadline,
): Promise<IncomingMessage> {
  const port = url.port === '' ? 443 : Number(url.port);
  const asked = new Promise<IncomingMessage>((resolve, reject) => {
    const request = httpsRequest({
      method: 'GET',
      host,
      port,
      path: `${url.pathname}${url.search}`,
      headers: {
        Host: url.host,
        Accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif',
        'Accept-Encoding': 'identity',
        'User-Agent': 'Foyer',
      },
      createConnection() {
        const connection = network.dial({ address, port, servername: host });
        if (reachMs !== undefined) giveUpUnreached(connection, reachMs);
        return connection;
      },
    });
    inTime.onEnd(() => request.destroy());
    request.on('response', resolve);
    request.on('error', reject);
    request.end();
  });
  return inTime.limit(asked);
}

/** Ends a connection whose other end says nothing in time, as the system does after minutes. */
function giveUpUnreached(connection: Duplex, ms: number): void {
  const timer = setTimeout(() => {
    connection.destroy(Object.assign(new Error('not reached in time'), { code: 'ETIMEDOUT' }));
  }, ms);
  for (const end of ['connect', 'close']) connection.once(end, () => clearTimeout(timer));
}

async function body(
  answer: IncomingMessage,
  limits: PictureLimits,
  inTime: Deadline,
): Promise<Buffer> {
  if (Number(answer.headers['content-length'] ?? 0) > limits.bytes) {
    answer.destroy();
    throw fail('tooLarge');
  }
  const read = new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    answer.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > limits.bytes) {
        reject(fail('tooLarge'));
        answer.destroy();
        return;
      }
      chunks.push(chunk);
    });
    answer.on('error', () => reject(fail('notReached')));
    answer.on('close', () => reject(fail('notReached')));
    answer.on('end', () => {
      if (answer.complete) resolve(Buffer.concat(chunks));
      else reject(fail('notReached'));
    });
  });
  return inTime.limit(read);
}

function checkedPicture(bytes: Buffer, limits: PictureLimits): FetchedPicture {
  const kind = pictureKind(bytes);
  if (kind === undefined) throw fail('notAPicture');
  if (kind === 'svg') throw fail('svg');
  const pixels = pixelCount(kind, bytes);
  if (pixels === undefined) throw fail('notAPicture');
  if (pixels > limits.pixels) throw fail('tooManyPixels');
  return { kind, bytes };
}

const unreachable = new Set([
  ...['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'ETIMEDOUT', 'EHOSTDOWN'],
]);

function isUnreachable(error: unknown): boolean {
  return unreachable.has((error as NodeJS.ErrnoException).code ?? '');
}

function asPictureError(error: unknown): PictureError {
  if (error instanceof PictureError) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  // What Node and OpenSSL say of certificates: CERT_HAS_EXPIRED, UNABLE_TO_VERIFY_LEAF_SIGNATURE,
  // SELF_SIGNED_CERT_IN_CHAIN, ERR_TLS_CERT_ALTNAME_INVALID and kin.
  return fail(/CERT|UNABLE_TO_/u.test(code) ? 'certificate' : 'notReached');
}

/** One time limit over several steps. */
class Deadline {
  readonly #endsAt: number;
  readonly #timer: NodeJS.Timeout;
  readonly #passed: Promise<never>;
  #stops: (() => void)[] = [];

  constructor(ms: number) {
    this.#endsAt = performance.now() + ms;
    let pass: (error: PictureError) => void = () => undefined;
    this.#passed = new Promise<never>((_resolve, reject) => (pass = reject));
    // Nobody may be waiting when it passes.
    this.#passed.catch(() => undefined);
    this.#timer = setTimeout(() => {
      pass(fail('tookTooLong'));
      this.end();
    }, ms);
  }

  remainingMs(): number {
    return Math.max(0, this.#endsAt - performance.now());
  }

  /** The step's own end, or `tookTooLong`. */
  limit<Value>(step: Promise<Value>): Promise<Value> {
    step.catch(() => undefined);
    return Promise.race([step, this.#passed]);
  }

  onEnd(stop: () => void): void {
    this.#stops.push(stop);
  }

  /** Stops what still runs. */
  end(): void {
    clearTimeout(this.#timer);
    for (const stop of this.#stops) stop();
    this.#stops = [];
  }
}
