/**
 * The client of the service: sends the four operations, and checks a connection; what must not arrive twice leaves in
 * turns.
 */
import type { ConnectionCheck } from '@shared/connection';
import { ProblemError } from '@shared/problem-error';
import { checkConnectionRequest, type ServiceRequest } from '@shared/service/operations';
import type { Outcome } from '@shared/service/outcome';
import { newId } from '../storage/storage';
import { connectionCheckOf } from './connection-check';
import {
  createExchange,
  type Exchange,
  type ExchangeOptions,
  type SendOptions,
  type Sent,
} from './exchange';
import { createRequestStop, unlessStopped, type RequestStop } from './request-stop';
import {
  atItsTurn,
  type ConnectionsNow,
  type Reached,
  type ServiceConnection,
} from './service-connection';

export type { SendOptions, Sent } from './exchange';
export type { ServiceConnection } from './service-connection';
export type { Transport, TransportRequest, TransportResult } from './transport';

export interface ServiceClientOptions extends ConnectionsNow, ExchangeOptions {
  /** Milliseconds that a request may take in all, from its start; 60 seconds by default. */
  readonly timeLimitMs?: number;
}

export interface ServiceClient {
  /**
   * Sends a request and waits for its end. What a network or a service does is an outcome, never
   * an exception.
   *
   * @throws ProblemError when nothing was sent: `tokenMissing`, `bodyTooLarge`, `intentNotStored`,
   *   `connectionChanged` (when its turn came, the connection no longer led there), `tokenUnusable`, and what `tokenFor` throws.
   */
  readonly send: (
    connection: ServiceConnection,
    request: ServiceRequest,
    options: SendOptions,
  ) => Promise<Sent>;
  /**
   * *Check connection* (product, *First run*): sends an empty theme under a marked id, which a
   * service that follows the contract rejects. `id` is absent for a connection not yet added.
   *
   * @throws ProblemError like `send`.
   */
  readonly checkConnection: (
    input: Omit<Reached, 'id'> & { readonly id?: string | undefined },
    token: string | undefined,
    signal?: AbortSignal,
  ) => Promise<ConnectionCheck>;
  /**
   * The end of Foyer has begun: nothing leaves any more, for good. What has not left by now ends as
   * `notSent` at once; what has left is waited for as before.
   */
  readonly end: () => void;
}

const checkTimeLimitMs = 20_000;

/** Makes the client; nothing is opened before the first request. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { timeLimitMs = 60_000 } = options;
  const exchangeAtTurn = createExchange(options);

  /** What came of the request that left last of those that leave in turns: resolves when it is known. */
  let lastKnown: Promise<unknown> = Promise.resolve();
  const noMore = new AbortController();
  /** How many that leave in turns have begun, and what came of them is not known yet. */
  let inTurns = 0;

  /** Runs `work` under the person's signal, the end of Foyer and the time limit. */
  async function stoppable(
    person: AbortSignal | undefined,
    longestMs: number,
    work: (stop: RequestStop) => Promise<Sent>,
  ): Promise<Sent> {
    const stop = createRequestStop(person, noMore.signal, longestMs);
    try {
      return await work(stop);
    } finally {
      stop.release();
    }
  }

  async function exchange(one: Exchange): Promise<Sent> {
    let isKnown: () => void = () => undefined;
    const known = new Promise<void>((done) => {
      // Not before whoever waits for it has heard: by what they make of it, the next may not leave.
      isKnown = () => setImmediate(done);
    });
    if (!one.options.once) return exchangeAtTurn(one, false, () => Promise.resolve());
    const isInLine = inTurns > 0;
    inTurns += 1;
    try {
      return await exchangeAtTurn(one, isInLine, async () => {
        await lastKnown;
        lastKnown = known;
      });
    } finally {
      inTurns -= 1;
      isKnown();
    }
  }

  return {
    async send(connection, request, sendOptions) {
      const { origin } = new URL(connection.baseAddress);
      if (new URL(request.url).origin !== origin) {
        throw new Error('the request is for another origin than its connection');
      }
      const { readToken, checkConnection } = atItsTurn(connection, options);
      return stoppable(sendOptions.signal, timeLimitMs, async (stop) => {
        const read = await unlessStopped(readToken(), stop.signal);
        if (read === 'stopped') return neverLeft(sendOptions.activityId);
        sendOptions.onToken?.();
        return exchange({
          ...{ connection, request, options: sendOptions },
          ...{ token: read.value, readToken, checkConnection, stop },
        });
      });
    },

    async checkConnection(input, token, signal) {
      const connection = { ...input, id: input.id ?? '' };
      const needsToken = connection.presentation.kind !== 'none';
      if (needsToken && !token) {
        throw new ProblemError({ code: 'tokenMissing', label: connection.label });
      }
      const longestMs = Math.min(timeLimitMs, checkTimeLimitMs);
      const sent = await stoppable(signal, longestMs, (stop) =>
        exchange({
          connection,
          request: checkConnectionRequest(connection),
          options: {
            kind: 'checkConnection',
            subject: new URL(connection.baseAddress).host,
            once: false,
          },
          token: needsToken ? token : undefined,
          stop,
        }),
      );
      return connectionCheckOf(sent.outcome, sent.form);
    },

    end() {
      noMore.abort();
    },
  };
}

/** What was stopped before it could even be written down. */
function neverLeft(activityId: string = newId()): Sent {
  const outcome: Outcome = { kind: 'notSent', reason: 'cancelledBefore', detail: '' };
  return { activityId, outcome, body: undefined, form: 'empty', bodyText: undefined, tookMs: 0 };
}
