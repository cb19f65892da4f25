/**
 * The practice service: the four operations over real HTTP on this computer, so that everything can
 * be tried, taught and tested with no account. It keeps its state in memory, and it can be told to
 * misbehave in every way that services were seen to.
 *
 * Beside the operations, below `/api/v1`, it answers at `/checkout/ID` (a page to complete or cancel)
 * and at `/practice/received`, `/practice/state` and `/practice/behaviour`, which no web page of
 * another origin can reach.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { TokenPresentation } from '@shared/connection';
import {
  errorAnswer,
  forcedAnswer,
  invalid,
  pageAnswer,
  pause,
  textAnswer,
  writeAnswer,
  type PracticeAnswer,
} from './answering';
import {
  Behaviours,
  realService,
  setBehaviourSchema,
  type BehaviourTarget,
  type PracticeBehaviour,
} from './behaviour';
import { checkoutPage, page, returnAddress } from './checkout-page';
import { PracticeRefusal, PracticeStore, type PracticeState } from './practice-state';
import { findRoute, requestBodies, type Route } from './request-bodies';
import { ReceivedRequests, type ReceivedRequest } from './received';
import { judgeToken, readBody } from './request-reading';

export type { BehaviourTarget, PracticeBehaviour, PracticeState, ReceivedRequest };

export interface PracticeOptions {
  /** Any free one by default. */
  readonly port?: number | undefined;
  /** Take any free port when `port` is taken, rather than fail. */
  readonly anyPortIfTaken?: boolean | undefined;
  /** The token it accepts; one of its own by default. */
  readonly token?: string | undefined;
  /** How the token must be presented; `Authorization: Bearer` by default. */
  readonly presentation?: TokenPresentation | undefined;
  /** ISO 8601. */
  readonly now?: () => string;
}

/** Where the service is, and what opens it. */
export interface PracticeEndpoint {
  /** `http://127.0.0.1:PORT/api/v1` */
  readonly baseAddress: string;
  readonly origin: string;
  readonly port: number;
  readonly token: string;
}

export interface PracticeService {
  /** Begins to listen. @throws Error with the system's code, `EADDRINUSE` for one. */
  start(): Promise<PracticeEndpoint>;
  /** Cuts every connection and stops. What it holds stays. */
  stop(): Promise<void>;
  /** Every request that arrived, those that were cut before they were read included. */
  received(): readonly ReceivedRequest[];
  state(): PracticeState;
  /** Someone deletes a template in the service's dashboard. */
  removeTemplate(id: string): void;
  /** How an operation, or all, behave from now on; `null` goes back to the contract. */
  setBehaviour(target: BehaviourTarget, behaviour: PracticeBehaviour | null): void;
  /** Behaves like a service that was seen (service-api, *Seen on a real service*). */
  beLikeARealService(): void;
  /** Acts on no request and answers none until what this returns is called; then all that came. */
  holdAnswers(): () => void;
  /** Forgets everything: what it holds, what it received, how it was told to behave. */
  reset(): void;
}

/** Makes the service; it listens once it is started. */
export function createPracticeService(options: PracticeOptions = {}): PracticeService {
  return new LoopbackPractice(options);
}

const basePath = '/api/v1';
class LoopbackPractice implements PracticeService {
  readonly #options: PracticeOptions;
  readonly #token: string;
  readonly #presentation: TokenPresentation;
  readonly #now: () => string;
  readonly #behaviours = new Behaviours();
  readonly #received = new ReceivedRequests();
  readonly #store: PracticeStore;
  readonly #sockets = new Map<Socket, number>();
  #connections = 0;
  #server: Server | undefined;
  #origin = '';
  #released: Promise<void> | undefined;

  constructor(options: PracticeOptions) {
    this.#options = options;
    this.#token = options.token ?? `practice-${randomBytes(18).toString('hex')}`;
    this.#presentation = options.presentation ?? { kind: 'bearer' };
    this.#now = options.now ?? (() => new Date().toISOString());
    this.#store = new PracticeStore(() => this.#origin, this.#now);
  }

  async start(): Promise<PracticeEndpoint> {
    const { port = 0, anyPortIfTaken } = this.#options;
    try {
      await this.#listen(port);
    } catch (error) {
      if (!anyPortIfTaken || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      await this.#listen(0);
    }
    const actual = (this.#server?.address() as AddressInfo).port;
    this.#origin = `http://127.0.0.1:${String(actual)}`;
    return {
      baseAddress: this.#origin + basePath,
      origin: this.#origin,
      port: actual,
      token: this.#token,
    };
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = undefined;
    const closed = new Promise<void>((resolve) => {
      server.close(() => {
        resolve();
      });
    });
    for (const socket of this.#sockets.keys()) socket.destroy();
    await closed;
  }

  received(): readonly ReceivedRequest[] {
    return this.#received.list();
  }

  state(): PracticeState {
    return this.#store.state();
  }

  removeTemplate(id: string): void {
    this.#store.removeTemplate(id);
  }

  setBehaviour(target: BehaviourTarget, behaviour: PracticeBehaviour | null): void {
    this.#behaviours.set(target, behaviour);
  }

  beLikeARealService(): void {
    this.#behaviours.clear();
    for (const [operation, behaviour] of Object.entries(realService)) {
      this.#behaviours.set(operation as BehaviourTarget, behaviour);
    }
  }

  holdAnswers(): () => void {
    let release = (): void => undefined;
    this.#released = new Promise((resolve) => {
      release = resolve;
    });
    return () => {
      this.#released = undefined;
      release();
    };
  }

  reset(): void {
    this.#behaviours.clear();
    this.#received.clear();
    this.#store.clear();
  }

  #listen(port: number): Promise<void> {
    const server = createServer((request, response) => {
      this.#handle(request, response).catch(() => {
        // The connection went away under us; there is nobody left to tell.
        response.socket?.destroy();
      });
    });
    // Longer than a client keeps one, so that it is never we who close a connection in use.
    server.keepAliveTimeout = 120_000;
    server.on('connection', (socket) => {
      this.#connections += 1;
      this.#sockets.set(socket, this.#connections);
      socket.on('close', () => this.#sockets.delete(socket));
      socket.on('error', () => {
        socket.destroy();
      });
    });
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject);
        this.#server = server;
        resolve();
      });
    });
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Another name that leads here is a web page's trick (DNS rebinding).
    if (!/^(?:127\.0\.0\.1|localhost)(?::\d+)?$/u.test(request.headers.host ?? '')) {
      await writeAnswer(response, textAnswer(403, 'Not at this name'), {});
      return;
    }
    const path = (request.url ?? '').split('?')[0] ?? '';
    if (path.startsWith('/practice/')) {
      await writeAnswer(response, await this.#inspect(request, path), {});
      return;
    }
    if (path.startsWith('/checkout/')) {
      await writeAnswer(response, this.#checkout(request, path), {});
      return;
    }
    const addBody = this.#received.add(
      request,
      this.#sockets.get(request.socket) ?? 0,
      this.#now(),
    );
    if (path.startsWith(`${basePath}/`) && path.endsWith('/')) {
      const to = path.replace(/\/+$/u, '');
      await writeAnswer(response, { ...textAnswer(308, to), headers: { Location: to } }, {});
      return;
    }
    const route = path.startsWith(`${basePath}/`)
      ? findRoute(request.method ?? '', path.slice(basePath.length))
      : undefined;
    if (!route) {
      await writeAnswer(response, pageAnswer(404, 'Page not found', '<p>404</p>'), {});
      return;
    }
    await this.#operate(route, request, response, addBody);
  }

  async #operate(
    route: Route,
    request: IncomingMessage,
    response: ServerResponse,
    addBody: (body: string) => void,
  ): Promise<void> {
    const behaviour = this.#behaviours.take(route.operation);
    const { cut } = behaviour;
    if (cut === 'beforeReading') {
      request.socket.destroy();
      return;
    }
    const body = await readBody(request);
    if (body !== undefined) addBody(body);
    if (cut === 'afterReading') {
      request.socket.destroy();
      return;
    }
    if (behaviour.delayMs) await pause(behaviour.delayMs, response);
    await this.#released;
    // Nobody waits any more, and what was asked for is done all the same, as services do.
    const answer = this.#answer(route, request, body, behaviour);
    if (cut === 'afterActing') {
      request.socket.destroy();
      return;
    }
    await writeAnswer(response, answer, behaviour);
  }

  #answer(
    route: Route,
    request: IncomingMessage,
    body: string | undefined,
    behaviour: PracticeBehaviour,
  ): PracticeAnswer {
    const forced = forcedAnswer(behaviour);
    if (forced && !behaviour.acts) return forced;
    if (body === undefined) {
      const refusal = textAnswer(413, 'Body exceeded 1mb limit');
      return { ...refusal, headers: { Connection: 'close' } };
    }
    const presented = judgeToken(request, this.#presentation, this.#token);
    if (presented === 'missing') return errorAnswer(401, 'Unauthorized');
    if (presented === 'wrong') {
      return behaviour.wrongToken === 500
        ? errorAnswer(500, 'Internal server error')
        : errorAnswer(401, 'Unauthorized');
    }
    let json: unknown;
    try {
      json = JSON.parse(body);
    } catch {
      return textAnswer(400, 'Invalid JSON');
    }
    try {
      return this.#act(route, json, behaviour, forced);
    } catch (error) {
      if (error instanceof PracticeRefusal) return errorAnswer(error.status, error.message);
      throw error;
    }
  }

  #act(
    route: Route,
    json: unknown,
    behaviour: PracticeBehaviour,
    forced: PracticeAnswer | undefined,
  ): PracticeAnswer {
    const checked = this.#perform(route, json, behaviour);
    if (!('done' in checked)) return checked;
    return forced ?? { status: 200, body: checked.done };
  }

  /** Checks the body and does what it asks. One case an operation, so that each body has its type. */
  #perform(
    { operation, id }: Route,
    json: unknown,
    behaviour: PracticeBehaviour,
  ): { done: object } | PracticeAnswer {
    switch (operation) {
      case 'saveThemeTemplate': {
        const body = requestBodies[operation].safeParse(json);
        if (!body.success) return invalid(body.error.issues);
        return { done: this.#store.saveTemplate(id, body.data, behaviour) };
      }
      case 'updateSubscription': {
        const body = requestBodies[operation].safeParse(json);
        if (!body.success) return invalid(body.error.issues);
        return { done: this.#store.updateSubscription(body.data, behaviour) };
      }
      case 'createCustomDomain': {
        const body = requestBodies[operation].safeParse(json);
        if (!body.success) return invalid(body.error.issues);
        return { done: this.#store.createDomain(body.data, behaviour) };
      }
      case 'startChatAppPreview': {
        const body = requestBodies[operation].safeParse(json);
        if (!body.success) return invalid(body.error.issues);
        return { done: this.#store.startPreview(id, body.data, behaviour) };
      }
    }
  }

  async #inspect(request: IncomingMessage, path: string): Promise<PracticeAnswer> {
    // A browser sends `Origin` with what a page of another origin asks for.
    if (request.headers.origin !== undefined) return errorAnswer(403, 'Not for web pages');
    const call = `${request.method ?? ''} ${path}`;
    if (call === 'GET /practice/received') return { status: 200, body: this.#received.list() };
    if (call === 'GET /practice/state') return { status: 200, body: this.#store.state() };
    if (call === 'POST /practice/reset') {
      this.reset();
      return { status: 200, body: {} };
    }
    if (call !== 'PUT /practice/behaviour') return errorAnswer(404, 'No such address');
    const body = await readBody(request);
    let json: unknown;
    try {
      json = JSON.parse(body ?? '');
    } catch {
      return textAnswer(400, 'Invalid JSON');
    }
    const asked = setBehaviourSchema.safeParse(json);
    if (!asked.success) return invalid(asked.error.issues);
    this.#behaviours.set(asked.data.operation, asked.data.behaviour);
    return { status: 200, body: asked.data };
  }

  #checkout(request: IncomingMessage, path: string): PracticeAnswer {
    const [, id = '', action] = /^\/checkout\/([^/]+)(?:\/(complete|cancel))?$/u.exec(path) ?? [];
    const checkout = this.#store.checkout(id);
    if (!checkout)
      return pageAnswer(404, 'No such checkout', '<p>It may be of an earlier run.</p>');
    if (action === undefined || request.method !== 'POST' || checkout.state !== 'open') {
      return { status: 200, headers: htmlHeaders, body: checkoutPage(checkout) };
    }
    const ended = this.#store.endCheckout(id, action === 'complete' ? 'completed' : 'cancelled');
    const to = ended && returnAddress(ended);
    if (to === undefined) {
      return {
        status: 200,
        headers: htmlHeaders,
        body: page('Practice checkout', '<p>Done. The return address isn’t a web address.</p>'),
      };
    }
    return { status: 303, headers: { Location: to }, body: '' };
  }
}

const htmlHeaders = { 'Content-Type': 'text/html; charset=utf-8' };
