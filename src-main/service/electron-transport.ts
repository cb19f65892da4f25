/**
 * The transport on Electron's network stack, which knows the system's proxy and certificate settings.
 * It has sessions of its own, in memory only, apart from the windows'.
 *
 * Chromium sends a request again by itself when a *reused or preconnected* connection closes before
 * an answer came, or answers 408, `POST` and `PATCH` included (net/http/http_network_transaction.cc,
 * ShouldResendRequest). The error that it then tells is the repetition's: *refused* of a service that
 * has read the request and is gone. So a session carries one request at a time, with all of its
 * connections closed before each: over HTTP/1.1, a fresh connection is never repeated on. Over HTTP/2
 * and HTTP/3 it is, so neither is spoken.
 */
import { app, net, session, type AuthInfo, type ClientRequest, type Session } from 'electron';
import {
  AnswerBody,
  plainHeaders,
  type AnswerHead,
  type Transport,
  type TransportRequest,
  type TransportResult,
} from './transport';
import { inLanes, inTurns, leaveAtTurn, stoppedBefore } from './turns';

/** A proxy on the way that wants to be signed in to. */
export interface ProxySignIn {
  /** `host:port` of the proxy. */
  readonly host: string;
  readonly realm: string;
  /** `basic`, `digest`, `ntlm`, `negotiate`. */
  readonly scheme: string;
}

export interface ElectronTransportOptions {
  /**
   * Asks the person. `undefined`: refused, and the request ends as refused by the proxy. `refused`: what
   * the proxy was given before in this very exchange, and did not take.
   */
  readonly askProxySignIn?: (
    proxy: ProxySignIn,
    refused: ProxyCredentials | undefined,
  ) => Promise<ProxyCredentials | undefined>;
}

interface ProxyCredentials {
  readonly username: string;
  readonly password: string;
}

/** The sessions' names; without `persist:` nothing of them is ever on the disk. */
export const oncePartition = 'foyer-service-once';
/** Of the sessions side by side, counted from 0. */
export function lanePartition(lane: number): string {
  return `foyer-service-${String(lane)}`;
}

/**
 * The protocols over which Chromium repeats what a service has read whole, fresh connection or not:
 * HTTP/3, when the stream is reset or the connection closed; HTTP/2, when a stream is called refused
 * or a connection does not answer a ping. No session can do without them by itself, and what Chromium
 * knows of a service's HTTP/3 outlives `closeAllConnections()`.
 */
const repeatingProtocols = ['disable-quic', 'disable-http2'];

/** Has this process speak HTTP/1.1 and nothing newer. Call it before the app is ready. */
export function speakHttp1Only(): void {
  for (const name of repeatingProtocols) app.commandLine.appendSwitch(name);
}

/**
 * Has Chromium start its network process, in which nothing is looked up or connected to yet: it takes
 * as long as the rooms do. Call it when the app is ready.
 */
export async function startNetwork(): Promise<void> {
  await onceSession().closeAllConnections();
}

const onceSession = (): Session => session.fromPartition(oncePartition, { cache: false });

/**
 * Makes the transport. Call it when the app is ready: sessions can't be made before.
 *
 * @throws Error in a process that was not told to `speakHttp1Only`
 */
export function createElectronTransport(options: ElectronTransportOptions = {}): Transport {
  if (!repeatingProtocols.every((name) => app.commandLine.hasSwitch(name))) {
    throw new Error('this process speaks protocols over which requests are repeated');
  }
  const made: Session[] = [];
  const makeSession = (partition: string): Session => {
    const one = session.fromPartition(partition, { cache: false });
    made.push(one);
    return one;
  };
  const sendFresh = async (from: Session, request: TransportRequest): Promise<TransportResult> => {
    // Meanwhile what is written down before it leaves is on its way to the disk.
    const isFree = from.closeAllConnections();
    return leaveAtTurn(request, (headers) => exchange(from, request, headers, options), isFree);
  };
  const once = makeSession(oncePartition);
  const sendOnce = inTurns((request) => sendFresh(once, request));
  const sendBeside = inLanes((lane) => makeSession(lanePartition(lane)), sendFresh);

  return {
    send: (request) => (request.once ? sendOnce(request) : sendBeside(request)),
    async close() {
      await Promise.all(made.map((one) => one.closeAllConnections()));
    },
  };
}

function exchange(
  from: Session,
  request: TransportRequest,
  headers: Readonly<Record<string, string>>,
  { askProxySignIn }: ElectronTransportOptions,
): Promise<TransportResult> {
  return new Promise((resolve) => {
    const body = new AnswerBody(request.maxAnswerBytes);
    let head: AnswerHead | undefined;
    const given = new Map<string, ProxyCredentials>();
    /** A proxy holds the request back until it is signed in to: the service has seen nothing of it. */
    let isHeldByProxy = false;
    const outgoing = net.request({
      method: request.method,
      url: request.url,
      session: from,
      credentials: 'omit',
      redirect: 'manual',
      cache: 'no-store',
    });

    const settle = (result: TransportResult) => {
      request.signal.removeEventListener('abort', stop);
      resolve(result);
    };
    const giveUp = (result: TransportResult) => {
      settle(result);
      outgoing.abort();
    };
    const stop = () => {
      giveUp(
        isHeldByProxy
          ? stoppedBefore
          : { end: 'stopped', hasStarted: true, head, body: body.bytes() },
      );
    };
    const fail = (error: Error) => {
      // Chromium's word for a 407 that no proxy gave: the service has read the request.
      if (error.message.includes('net::ERR_UNEXPECTED_PROXY_AUTH')) {
        head ??= { status: 407, headers: {} };
      }
      const code = /net::ERR_\w+/u.exec(error.message)?.[0] ?? error.name;
      settle(
        head
          ? { end: 'cut', head, body: body.bytes(), code }
          : { end: 'failed', code, message: error.message },
      );
    };
    request.signal.addEventListener('abort', stop);

    outgoing.on('error', fail);
    outgoing.on('redirect', (status, _method, url, given) => {
      const answered = { status, headers: { ...plainHeaders(given), location: url } };
      giveUp({ end: 'complete', head: answered, body: Buffer.alloc(0) });
    });
    outgoing.on('login', (asking, answer) => {
      const who = JSON.stringify([asking.host, asking.port, asking.realm]);
      isHeldByProxy = asking.isProxy;
      if (isHeldByProxy) request.onHeld?.();
      // The end of Foyer stops what is held back, and nobody is asked for it any more.
      if (request.signal.aborted) return;
      const signedIn = signIn(asking, given.get(who), askProxySignIn);
      signedIn
        .then(async (found) => {
          if (request.signal.aborted) return;
          if (found) {
            given.set(who, found);
            // A person takes their time: much can have changed since its turn.
            const mayGoOn = (await request.mayGoOn?.()) ?? true;
            if (request.signal.aborted) return;
            if (!mayGoOn) {
              giveUp(stoppedBefore);
              return;
            }
            isHeldByProxy = false;
            request.onStart?.();
            answer(found.username, found.password);
          } else if (asking.isProxy) giveUp({ end: 'refusedByProxy' });
          else answer();
        })
        .catch((error: Error) => {
          giveUp({ end: 'failed', code: error.name, message: error.message });
        });
    });
    outgoing.on('response', (incoming) => {
      const answered = { status: incoming.statusCode, headers: plainHeaders(incoming.headers) };
      head = answered;
      incoming.on('data', (chunk) => {
        if (!body.add(chunk)) giveUp({ end: 'tooLarge', head: answered, body: body.bytes() });
      });
      incoming.on('error', fail as () => void);
      incoming.on('aborted', () => {
        fail(new Error('net::ERR_ABORTED'));
      });
      incoming.on('end', () => {
        settle({ end: 'complete', head: answered, body: body.bytes() });
      });
    });

    setHeaders(outgoing, headers);
    request.onStart?.();
    // In one piece: its length is known then, and nothing is sent in chunks.
    outgoing.end(request.body);
  });
}

/** Only a proxy is signed in to: the service gets the token in its header, and nothing else. */
async function signIn(
  asking: AuthInfo,
  refused: ProxyCredentials | undefined,
  askProxySignIn: ElectronTransportOptions['askProxySignIn'],
): Promise<ProxyCredentials | undefined> {
  if (!asking.isProxy || !askProxySignIn) return undefined;
  const host = `${asking.host}:${String(asking.port)}`;
  return askProxySignIn({ host, realm: asking.realm, scheme: asking.scheme }, refused);
}

function setHeaders(outgoing: ClientRequest, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
}
