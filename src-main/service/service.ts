/**
 * The client of the service: sends the four operations and tells, as far as it can be told, what
 * came of them. Each request is written down before it leaves and when it has ended, with nothing
 * secret in it.
 */
import type { ActivityDetails, ActivityKind } from '@shared/activity';
import {
  isReachedOtherwise,
  type ConnectionCheck,
  type ConnectionReach,
  type TokenPresentation,
} from '@shared/connection';
import { invalidField, ProblemError } from '@shared/problem-error';
import { checkConnectionRequest, type ServiceRequest } from '@shared/service/operations';
import type { AnswerForm, Outcome } from '@shared/service/outcome';
import { readAnswer, type ReadAnswer } from './answer';
import { classify } from './classify';
import { connectionCheckOf } from './connection-check';
import { createRedaction, type Redaction } from './exchange-redaction';
import type { Transport, TransportResult } from './transport';

export type { Transport, TransportRequest, TransportResult } from './transport';

/** What an exchange needs of a connection, also of one that is not added yet. */
interface Reached {
  readonly id: string;
  readonly label: string;
  /** Ends in `v1`, without a slash after it. */
  readonly baseAddress: string;
  readonly presentation: TokenPresentation;
}

/** What the client needs of a connection. */
export type ServiceConnection = Reached & Readonly<ConnectionReach>;

/** What a request is written down as before it leaves; already redacted. */
export interface RecordedRequest {
  /** The id to write it down under; a new one is made when there is none. */
  readonly id?: string | undefined;
  readonly kind: ActivityKind;
  readonly subject: string;
  readonly connectionId: string;
  readonly connectionLabel: string;
  readonly themeId?: string | undefined;
  readonly request: ActivityDetails['request'];
}

/** What is added when it has ended; already redacted. */
export interface RecordedEnd {
  readonly outcome: Outcome;
  readonly tookMs: number;
  readonly answer: ActivityDetails['answer'];
}

/** Where requests are written down: the room *activity*. */
export interface RequestRecord {
  /** Resolves with the entry's id when it is safe on the disk. */
  begin(entry: RecordedRequest): Promise<string>;
  end(id: string, end: RecordedEnd): Promise<void>;
}

export interface ServiceClientOptions {
  readonly transport: Transport;
  /** The connection as it is at this moment, if it is still there. */
  readonly connectionById: (id: string) => ConnectionReach | undefined;
  /** The token that was entered for this connection at this origin, if there is one. */
  readonly tokenFor: (connectionId: string, origin: string) => Promise<string | undefined>;
  /** Told when the service refused a token that `tokenFor` gave. */
  readonly onTokenRefused?: (connectionId: string, origin: string) => void;
  readonly activity: RequestRecord;
  /** Told when a request's end could not be written down; the request itself has been made. */
  readonly onUnrecorded?: (error: unknown, activityId: string) => void;
  /** Milliseconds; for the date in a `Retry-After`. */
  readonly now?: () => number;
  /** Milliseconds that a request may take in all, from its start; 60 seconds by default. */
  readonly timeLimitMs?: number;
}

export interface SendOptions {
  readonly kind: ActivityKind;
  /** What it is about: the theme's name, the bot's id, the plan, the domain. */
  readonly subject: string;
  readonly themeId?: string | undefined;
  /** It must not arrive twice: `PATCH`, `POST`, and the first `PUT` of a theme. */
  readonly once: boolean;
  /** Stops waiting. Whether the service acts on it is then not known, once it has left. */
  readonly signal?: AbortSignal | undefined;
  /** The id to write it down under, so that the caller's own record can name the same one. */
  readonly activityId?: string | undefined;
  /**
   * Awaited when its turn has come and its token is there: for what must be on the disk before it leaves,
   * and is in doubt from then on. When it rejects, so does the sending, and nothing leaves.
   */
  readonly beforeStart?: (() => Promise<void>) | undefined;
  /**
   * Asked when its turn has come, when all that came of the one before is known; false: it does not
   * leave any more, and ends as `notSent`.
   */
  readonly mayStart?: (() => boolean) | undefined;
  /** It leaves now: after its turn has come, and after it was written down. */
  readonly onStart?: (() => void) | undefined;
}

export interface Sent {
  readonly activityId: string;
  readonly outcome: Outcome;
  /** The parsed answer of a 200, without the token if it was echoed; else `undefined`. */
  readonly body: unknown;
  readonly form: AnswerForm;
  /** The answer as it came, without the token; `''` if there was none. */
  readonly bodyText: string;
  /** Milliseconds from the first byte out to the last byte in. */
  readonly tookMs: number;
}

export interface ServiceClient {
  /**
   * Sends a request and waits for its end. What a network or a service does is an outcome, never
   * an exception.
   *
   * @throws ProblemError when nothing was sent: `tokenMissing`, `bodyTooLarge`, `intentNotStored`,
   *   `connectionChanged` (when its turn came, the connection no longer led there), `invalidFields` (a token that no header can hold), and what `tokenFor` throws.
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
}

/** Services of this kind take no larger body (service-api, *Seen on a real service*). */
const maxBodyBytes = 1024 * 1024;
/** A longer answer is given up. */
const maxAnswerBytes = 2 * 1024 * 1024;
/** Of bodies, this many characters are written down. */
const maxRecordedCharacters = 64 * 1024;
/** Of a message in an outcome. */
const maxOutcomeCharacters = 2_000;
const checkTimeLimitMs = 20_000;

interface Exchange {
  readonly connection: Reached;
  readonly request: ServiceRequest;
  readonly options: SendOptions;
  readonly token: string | undefined;
  /** Reads the token again when its turn has come: it can have been replaced or forgotten by then. */
  readonly readToken?: () => Promise<string | undefined>;
  /** Asked right before it leaves. @throws ProblemError when it must not */
  readonly checkConnection?: () => void;
  readonly timeLimitMs: number;
}

/** Makes the client; nothing is opened before the first request. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { transport, tokenFor, activity, timeLimitMs = 60_000, now = Date.now } = options;

  /** What came of the request that left last of those that leave in turns: resolves when it is known. */
  let lastKnown: Promise<unknown> = Promise.resolve();

  async function exchange(one: Exchange): Promise<Sent> {
    let isKnown: () => void = () => undefined;
    const known = new Promise<void>((done) => {
      // Not before whoever waits for it has heard: by what they make of it, the next may not leave.
      isKnown = () => setImmediate(done);
    });
    const atTurn = async () => {
      if (one.options.once) {
        await lastKnown;
        lastKnown = known;
      }
    };
    try {
      return await exchangeAtTurn(one, atTurn);
    } finally {
      isKnown();
    }
  }

  async function exchangeAtTurn(one: Exchange, turn: () => Promise<void>): Promise<Sent> {
    const { connection, request } = one;
    const body = Buffer.from(request.body, 'utf8');
    if (body.byteLength > maxBodyBytes) {
      throw new ProblemError({
        code: 'bodyTooLarge',
        bytes: body.byteLength,
        hasCustomCss: hasCustomCss(request.body),
      });
    }
    const redactionFor = (token: string | undefined) =>
      createRedaction({
        token,
        requestBody: request.body,
        cutsAllAddresses: request.operation === 'updateSubscription',
      });
    let redaction = redactionFor(one.token);
    const secret = secretHeader(connection, one.token);
    const activityId = await recordRequest(one, redaction, secret && Object.keys(secret)[0]);

    let inTheWay: Error | undefined;
    async function atTurn(): Promise<Record<string, string> | undefined> {
      await turn();
      try {
        const token = one.readToken ? await one.readToken() : one.token;
        redaction = redactionFor(token);
        const header = secretHeader(connection, token);
        // Stopped while it waited for its token: nothing of it is in doubt.
        if (one.options.signal?.aborted) return undefined;
        await one.options.beforeStart?.();
        // Last of all: nothing is waited for between these and its leaving.
        one.checkConnection?.();
        return one.options.mayStart?.() === false ? undefined : (header ?? {});
      } catch (error) {
        inTheWay = error instanceof Error ? error : new Error(String(error));
        return undefined;
      }
    }
    const timed = await withTimeLimit(one, (signal, onStart) =>
      transport.send({
        method: request.method,
        url: request.url,
        headers: plainRequestHeaders,
        body,
        once: one.options.once,
        maxAnswerBytes,
        signal,
        atTurn,
        onStart,
      }),
    );
    const answer = withoutCutToken(readAnswer(timed.result), timed.result, redaction);
    // First of all: what its fields say is secret is looked for in its message and headers, too.
    const recorded = recordedAnswer(timed.result, answer, redaction);
    const outcome = withoutSecrets(
      classify({
        operation: request.operation,
        requestBody: request.body,
        result: timed.result,
        answer,
        stoppedBy: timed.stoppedBy,
        now: now(),
      }),
      redaction,
    );
    await activity
      .end(activityId, {
        outcome,
        tookMs: timed.tookMs,
        answer: recorded,
      })
      .catch((error: unknown) => {
        options.onUnrecorded?.(error, activityId);
      });
    if (inTheWay) throw inTheWay;
    if (outcome.kind === 'tokenRefused') {
      options.onTokenRefused?.(connection.id, new URL(connection.baseAddress).origin);
    }
    const isSuccess = answer?.status === 200 && timed.result.end === 'complete';
    return {
      activityId,
      outcome,
      body: isSuccess ? redaction.data(answer.json) : undefined,
      form: answer?.form ?? 'empty',
      bodyText: redaction.token(answer?.text ?? ''),
      tookMs: timed.tookMs,
    };
  }

  /** Intent before sending: what can't be written down does not leave. */
  async function recordRequest(
    { connection, request, options: { kind, subject, themeId, activityId } }: Exchange,
    redaction: Redaction,
    secretName: string | undefined,
  ): Promise<string> {
    try {
      return await activity.begin({
        id: activityId,
        kind,
        subject: redaction.token(subject),
        connectionId: connection.id,
        connectionLabel: connection.label,
        themeId,
        request: {
          method: request.method,
          url: redaction.text(request.url),
          headers: {
            ...plainRequestHeaders,
            ...(secretName === undefined ? {} : { [secretName]: shownPresentation(connection) }),
          },
          body: cutAt(redaction.text(request.body)),
        },
      });
    } catch (cause) {
      throw new ProblemError({ code: 'intentNotStored' }, { cause });
    }
  }

  return {
    async send(connection, request, sendOptions) {
      const { origin } = new URL(connection.baseAddress);
      if (new URL(request.url).origin !== origin) {
        throw new Error('the request is for another origin than its connection');
      }
      const readToken = async (): Promise<string | undefined> => {
        if (connection.presentation.kind === 'none') return undefined;
        const token = await tokenFor(connection.id, origin);
        if (!token) throw new ProblemError({ code: 'tokenMissing', label: connection.label });
        return token;
      };
      // The request was made for where it led then, and a person has read it so.
      const checkConnection = () => {
        if (!isReachedOtherwise(connection, options.connectionById(connection.id))) return;
        throw new ProblemError({ code: 'connectionChanged', label: connection.label });
      };
      const token = await readToken();
      return exchange({
        ...{ connection, request, options: sendOptions },
        ...{ token, readToken, checkConnection, timeLimitMs },
      });
    },

    async checkConnection(input, token, signal) {
      const connection = { ...input, id: input.id ?? '' };
      const needsToken = connection.presentation.kind !== 'none';
      if (needsToken && !token) {
        throw new ProblemError({ code: 'tokenMissing', label: connection.label });
      }
      const sent = await exchange({
        connection,
        request: checkConnectionRequest(connection),
        options: {
          kind: 'checkConnection',
          subject: new URL(connection.baseAddress).host,
          once: false,
          signal,
        },
        token: needsToken ? token : undefined,
        timeLimitMs: Math.min(timeLimitMs, checkTimeLimitMs),
      });
      return connectionCheckOf(sent.outcome, sent.form);
    },
  };
}

/** The contract's two (service-api), and a name, so that the stack's own does not tell versions. */
const plainRequestHeaders = {
  'Content-Type': 'application/json',
  Accept: 'application/json',
  'User-Agent': 'Foyer',
} as const;

function presented(presentation: TokenPresentation, token: string): [name: string, value: string] {
  switch (presentation.kind) {
    case 'bearer':
      return ['Authorization', `Bearer ${token}`];
    case 'header': {
      const { header, scheme } = presentation;
      return [header, scheme === '' ? token : `${scheme} ${token}`];
    }
    case 'none':
      throw new Error('a connection without authentication presents no token');
  }
}

function secretHeader(
  { presentation }: Reached,
  token: string | undefined,
): Record<string, string> | undefined {
  if (token === undefined || presentation.kind === 'none') return undefined;
  const [name, value] = presented(presentation, token);
  // RFC 9110, 5.5: nothing else can stand in a header without being read in two ways.
  if (!/^[\x20-\x7e]*$/u.test(value)) throw invalidField('token', 'notAHeaderValue');
  return { [name]: value };
}

function shownPresentation({ presentation }: Reached): string {
  return presented(presentation, '[token]')[1];
}

/**
 * Runs `work` under the person's signal and the time limit, which counts from its start, not from
 * its waiting for a turn, and over all of it, so that an answer a byte a second ends as well.
 */
async function withTimeLimit(
  { options, timeLimitMs }: Exchange,
  work: (signal: AbortSignal, onStart: () => void) => Promise<TransportResult>,
): Promise<{
  result: TransportResult;
  stoppedBy: 'timeLimit' | 'cancel';
  tookMs: number;
}> {
  const controller = new AbortController();
  let stoppedBy: 'timeLimit' | 'cancel' = 'cancel';
  let timer: NodeJS.Timeout | undefined;
  let startedAt: bigint | undefined;
  const cancel = () => {
    controller.abort();
  };
  if (options.signal?.aborted) cancel();
  options.signal?.addEventListener('abort', cancel);
  try {
    const result = await work(controller.signal, () => {
      startedAt = process.hrtime.bigint();
      options.onStart?.();
      timer = setTimeout(() => {
        stoppedBy = 'timeLimit';
        controller.abort();
      }, timeLimitMs);
    }).catch((error: unknown): TransportResult => ({
      // A transport does not reject; if one does, nothing is known of the request.
      end: 'failed',
      code: 'transport',
      message: error instanceof Error ? error.message : String(error),
    }));
    const tookNs = startedAt === undefined ? 0n : process.hrtime.bigint() - startedAt;
    return { result, stoppedBy, tookMs: Number(tookNs / 1000n) / 1000 };
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', cancel);
  }
}

/** Whether a body is a theme's that could be made shorter by its custom CSS. */
function hasCustomCss(requestBody: string): boolean {
  const body = JSON.parse(requestBody) as { theme?: { customCss?: unknown } };
  return typeof body.theme?.customCss === 'string' && body.theme.customCss.trim() !== '';
}

/** Every text in it that somebody else wrote, redacted and shortened. */
function withoutSecrets(outcome: Outcome, redaction: Redaction): Outcome {
  const text = (value: string) => shortened(redaction.answer(value));
  const texts = <Key extends string>(key: Key, value: string | undefined) =>
    value === undefined ? {} : ({ [key]: text(value) } as Record<Key, string>);
  switch (outcome.kind) {
    case 'accepted':
      return { ...outcome, ...texts('otherDomain', outcome.otherDomain) };
    case 'tokenRefused':
    case 'rejected':
    case 'serviceFailed': {
      const { error, plainText } = outcome;
      return {
        ...outcome,
        ...texts('plainText', plainText),
        ...(error && {
          error: {
            message: text(error.message),
            ...texts('code', error.code),
            issues: error.issues.slice(0, 50).map((issue) => ({
              message: text(issue.message),
              ...texts('path', issue.path),
            })),
          },
        }),
      };
    }
    case 'redirected':
      return { ...outcome, ...texts('host', outcome.host) };
    case 'notSent':
    case 'unsure':
      return { ...outcome, detail: text(outcome.detail) };
    case 'acceptedUnreadable':
    case 'proxyRefused':
      return outcome;
  }
}

/** Whoever cut it off, half a token is still half a token. */
function withoutCutToken(
  answer: ReadAnswer | undefined,
  result: TransportResult,
  redaction: Redaction,
): ReadAnswer | undefined {
  if (!answer) return undefined;
  const { headers } = answer;
  // Without a length nobody knows whether it is whole.
  const hasLength = 'content-length' in headers || 'transfer-encoding' in headers;
  if (result.end === 'complete' && hasLength) return answer;
  return { ...answer, text: redaction.withoutCutToken(answer.text) };
}

function recordedAnswer(
  result: TransportResult,
  answer: ReadAnswer | undefined,
  redaction: Redaction,
): ActivityDetails['answer'] {
  if (!answer) return null;
  // Secrets go before the text is cut.
  const text = redaction.answer(answer.text);
  return {
    status: answer.status,
    headers: redaction.headers(answer.headers),
    form: answer.form,
    body: cutAt(text),
    isCut: text.length > maxRecordedCharacters || result.end !== 'complete',
  };
}

/** What the service says is kept with the outcome, but not at any length. */
function shortened(text: string): string {
  return text.length > maxOutcomeCharacters ? `${text.slice(0, maxOutcomeCharacters)}…` : text;
}

function cutAt(text: string): string {
  return text.slice(0, maxRecordedCharacters);
}
