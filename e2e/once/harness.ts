/**
 * The smallest Electron app around the service's transport: no window, only functions for the test to
 * call from outside (`app.evaluate`). Bundled by the test itself.
 */
import { app, net, session } from 'electron';
import { quietEverySession } from '../../src-main/app/windows/every-session';
import {
  createElectronTransport,
  lanePartition,
  oncePartition,
  speakHttp1Only,
} from '../../src-main/service/electron-transport';
import type { Transport, TransportResult } from '../../src-main/service/transport';
import { asChromiumIs } from './harness-arguments';

/** A result as it can leave the app: without bytes. */
export interface HarnessResult {
  end: TransportResult['end'];
  code?: string;
  hasStarted?: boolean;
  status?: number;
  headers?: Readonly<Record<string, string>>;
  bodyLength: number;
}

function plain(result: TransportResult): HarnessResult {
  const head = 'head' in result ? result.head : undefined;
  return {
    end: result.end,
    bodyLength: 'body' in result ? result.body.byteLength : 0,
    ...('code' in result ? { code: result.code } : {}),
    ...('hasStarted' in result ? { hasStarted: result.hasStarted } : {}),
    ...head,
  };
}

export interface Harness {
  /** Sends through the product's transport. */
  send(method: string, url: string, options?: HarnessSend): Promise<HarnessResult>;
  /** The same request the ordinary way: one session (or another), its connections kept. */
  sendNaively(method: string, url: string, partition?: string): Promise<string>;
  /** Opens a connection ahead of the request, in the session of `kind`. */
  warm(kind: 'once' | 'beside' | 'naive', url: string): Promise<void>;
  /**
   * Sends the next requests through a proxy; `login` is what a person would answer it, and `later` one
   * who doesn't answer.
   */
  useProxy(rules: string, login?: ProxyLogin | 'later'): Promise<void>;
  readonly asked: string[];
}

export interface ProxyLogin {
  username: string;
  password: string;
}

export interface HarnessSend {
  once?: boolean;
  stopAfterMs?: number;
  /** Stops it once a proxy holds it back. */
  stopWhenHeld?: boolean;
  /** It must not leave any more by the time that the proxy is signed in to. */
  mayNotGoOn?: boolean;
  maxAnswerBytes?: number;
}

const naivePartition = 'naive';

function makeHarness(): Harness {
  const asked: string[] = [];
  let proxyLogin: ProxyLogin | 'later' | undefined;
  let made: Transport | undefined;
  const transport = () =>
    (made ??= createElectronTransport({
      askProxySignIn: async (proxy) => {
        asked.push(`${proxy.scheme} ${proxy.realm}`);
        return proxyLogin === 'later' ? new Promise<never>(() => undefined) : proxyLogin;
      },
    }));
  const sessions = {
    once: session.fromPartition(oncePartition, { cache: false }),
    beside: session.fromPartition(lanePartition(0), { cache: false }),
    naive: session.fromPartition(naivePartition, { cache: false }),
  };
  return {
    asked,
    async send(method, url, options = {}) {
      const { once = true, stopAfterMs, stopWhenHeld, maxAnswerBytes = 1_000_000 } = options;
      const { mayNotGoOn = false } = options;
      const controller = new AbortController();
      const timer =
        stopAfterMs === undefined
          ? undefined
          : setTimeout(() => {
              controller.abort();
            }, stopAfterMs);
      const result = await transport().send({
        method,
        url,
        headers: { 'Content-Type': 'application/json', Authorization: 'Bearer harness' },
        body: Buffer.from('{"a":1}'),
        once,
        maxAnswerBytes,
        signal: controller.signal,
        onHeld() {
          if (stopWhenHeld) controller.abort();
        },
        mayGoOn: async () => !mayNotGoOn,
      });
      clearTimeout(timer);
      return plain(result);
    },
    sendNaively: (method, url, partition = naivePartition) =>
      new Promise((resolve) => {
        const request = net.request({
          method,
          url,
          session: session.fromPartition(partition, { cache: false }),
          credentials: 'omit',
          redirect: 'manual',
        });
        request.on('error', (error) => {
          resolve(error.message);
        });
        request.on('response', (response) => {
          response.on('data', () => undefined);
          response.on('end', () => {
            resolve(String(response.statusCode));
          });
        });
        request.setHeader('Content-Type', 'application/json');
        request.end(Buffer.from('{"a":1}'));
      }),
    async warm(kind, url) {
      sessions[kind].preconnect({ url, numSockets: 1 });
    },
    async useProxy(rules, login) {
      proxyLogin = login;
      for (const partition of [lanePartition(0), oncePartition]) {
        const one = session.fromPartition(partition, { cache: false });
        await one.setProxy({ proxyRules: rules, proxyBypassRules: '<-loopback>' });
      }
    },
  };
}

if (!process.argv.includes(asChromiumIs)) speakHttp1Only();
quietEverySession();
void app.whenReady().then(() => {
  Object.assign(globalThis, { harness: makeHarness() });
});
