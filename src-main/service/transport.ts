/**
 * What carries one request to a server and its answer back. Two of them do: Electron's network
 * stack in the app, plain Node in tests. Neither follows redirects, keeps cookies, or repeats a
 * request by itself: each goes out on a connection that nothing was sent on before, so that the error
 * with which it ends is certainly that of the one time it was sent.
 */

export interface TransportRequest {
  readonly method: string;
  readonly url: string;
  /** Without `Content-Length`: it is set from the body. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** It takes its turn among all that say so: one at a time, when the one before has ended. */
  readonly once: boolean;
  /** An answer with a longer body is given up. */
  readonly maxAnswerBytes: number;
  /** Stops the request, waiting or under way. */
  readonly signal: AbortSignal;
  /**
   * Asked when its turn has come, while its way may not be free yet. `false`: it must not leave any more, and
   * ends as stopped before its start. Does not reject.
   */
  readonly atTurn?: () => Promise<boolean>;
  /**
   * Asked when its way is free as well: the headers with which it leaves beside `headers`, as they are then.
   * `undefined`: as `false` of `atTurn`. Does not reject.
   */
  readonly leavingHeaders?: () => Promise<Readonly<Record<string, string>> | undefined>;
  /**
   * Asked last of all, when nothing is waited for any more between this and its leaving. `false`: as
   * that of `atTurn`. Does not throw.
   */
  readonly mayLeave?: () => boolean;
  /** Told when its turn has come, right before it leaves; again when a proxy no longer holds it back. */
  readonly onStart?: () => void;
  /**
   * Told when a proxy holds it back until it is signed in to: the service has seen nothing of it. Stopped
   * now, it ends as stopped before its start.
   */
  readonly onHeld?: () => void;
  /**
   * Asked when the proxy was signed in to: false: it must not leave any more, and ends as stopped before
   * its start. Does not reject.
   */
  readonly mayGoOn?: () => Promise<boolean>;
}

/** What is known of an answer as soon as its first line and headers are there. */
export interface AnswerHead {
  readonly status: number;
  /** Names in lower case; the values of a repeated one are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * How a request ended:
 *
 * - `complete`: the whole answer is here
 * - `tooLarge`: the body went over the limit; `body` is what came before
 * - `cut`: the connection ended in the middle of the body
 * - `refusedByProxy`: a proxy on the way asked to be signed in to, in this very exchange, and was not;
 *   only a transport that saw it ask may say so, an answer of 407 proves nothing
 * - `failed`: no answer; `code` is the network stack's (`net::ERR_…`, `ECONNREFUSED`)
 * - `stopped`: by the signal; `hasStarted` tells whether it had its turn
 */
export type TransportResult =
  | { readonly end: 'complete'; readonly head: AnswerHead; readonly body: Buffer }
  | { readonly end: 'tooLarge'; readonly head: AnswerHead; readonly body: Buffer }
  | {
      readonly end: 'cut';
      readonly head: AnswerHead;
      readonly body: Buffer;
      readonly code: string;
    }
  | { readonly end: 'refusedByProxy' }
  | {
      readonly end: 'failed';
      readonly code: string;
      readonly message: string;
      /** The system call that failed, where the stack tells: `connect`, `getaddrinfo`, `read`. */
      readonly syscall?: string | undefined;
    }
  | {
      readonly end: 'stopped';
      readonly hasStarted: boolean;
      readonly head?: AnswerHead | undefined;
      readonly body: Buffer;
    };

export interface Transport {
  /** Never rejects for what a network or a server does: that is the result. */
  send(request: TransportRequest): Promise<TransportResult>;
  /** Ends what connections are left; requests under way end as `failed` or `stopped`. */
  close(): Promise<void>;
}

/** Collects an answer's body up to a limit. */
export class AnswerBody {
  readonly #limit: number;
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** False when the body has gone over the limit; what goes over is not kept. */
  add(chunk: Buffer): boolean {
    const room = this.#limit - this.#bytes;
    this.#chunks.push(chunk.byteLength > room ? chunk.subarray(0, room) : chunk);
    this.#bytes += Math.min(chunk.byteLength, room);
    return chunk.byteLength <= room;
  }

  bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}

/** Headers as both stacks give them, in the one form that is passed on. */
export function plainHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      if (value === undefined) return [];
      return [[name.toLowerCase(), typeof value === 'string' ? value : value.join(', ')]];
    }),
  );
}
