/**
 * One request and its answer: written down before it leaves and when it has ended, with nothing secret in it, and what
 * came of it as far as that can be told.
 */
import type { ActivityKind } from '@shared/activity';
import { ProblemError } from '@shared/problem-error';
import { lacksItsBody } from '@shared/recorded-bodies';
import { readPreviewAnswer } from '@shared/service/answers';
import type { Operation, ServiceRequest } from '@shared/service/operations';
import type { AnswerForm, Outcome } from '@shared/service/outcome';
import { readAnswer } from './answer';
import { newId } from '../storage/storage';
import { classify } from './classify';
import { createRedaction, type Redaction } from './exchange-redaction';
import {
  recordedAnswer,
  recordedRequest,
  stored,
  withoutCutToken,
  withoutSecrets,
  type RequestRecord,
} from './recorded-exchange';
import { sendableBody } from './request-body';
import { unlessStopped, type RequestStop } from './request-stop';
import type { Reached } from './service-connection';
import { plainRequestHeaders, secretHeader } from './token-header';
import type { Transport, TransportResult } from './transport';

/** What a request works with. */
export interface ExchangeOptions {
  readonly transport: Transport;
  /** Told when the service refused a token that `tokenFor` gave. */
  readonly onTokenRefused?: (connectionId: string, origin: string) => void;
  readonly activity: RequestRecord;
  /** Told when a request's end could not be written down; the request itself has been made. */
  readonly onUnrecorded?: (error: unknown, activityId: string) => void;
  /** Milliseconds; for the date in a `Retry-After`. */
  readonly now?: () => number;
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
  /**
   * The id to write it down under, so that the caller's own record can name the same one. What was
   * stopped before its token was there is written down nowhere.
   */
  readonly activityId?: string | undefined;
  /** Its token was read, for which a locked keychain may have been waited for; its turn has not come. */
  readonly onToken?: (() => void) | undefined;
  /**
   * Awaited when its turn has come and its token is there: for what must be on the disk before it leaves,
   * and is in doubt from then on. When it rejects, so does the sending, and nothing leaves.
   */
  readonly beforeStart?: (() => Promise<void>) | undefined;
  /**
   * Asked when its turn has come, when all that came of the one before is known, and again when the
   * proxy that held it back was signed in to; false: it does not leave any more, and ends as `notSent`.
   */
  readonly mayStart?: (() => boolean) | undefined;
  /**
   * Awaited after a proxy's sign-in, before `mayStart` is asked again. When it rejects, nothing leaves.
   */
  readonly beforeGoingOn?: (() => Promise<void>) | undefined;
  /**
   * It leaves now: after its turn has come, and after it was written down. Again when a proxy no longer
   * holds it back.
   */
  readonly onStart?: (() => void) | undefined;
  /** A proxy holds it back until it is signed in to: it has not left. */
  readonly onHeld?: (() => void) | undefined;
}

export interface Sent {
  readonly activityId: string;
  readonly outcome: Outcome;
  /**
   * The parsed answer of a 200, and of a change of the plan that has to be paid for first (402), without the token if it was
   * echoed; else `undefined`. Of a preview it is the message as it is written down.
   */
  readonly body: unknown;
  readonly form: AnswerForm;
  /**
   * The answer as it is written down: what of it is kept elsewhere has no more in it. `''` only of one that was empty:
   * absent where none came, or nothing after its head.
   */
  readonly bodyText: string | undefined;
  /** Milliseconds from the first byte out to the last byte in. */
  readonly tookMs: number;
}

/** A longer answer is given up. */
const maxAnswerBytes = 2 * 1024 * 1024;

/** A request that is to be made. */
export interface Exchange {
  readonly connection: Reached;
  readonly request: ServiceRequest;
  readonly options: SendOptions;
  readonly token: string | undefined;
  /** Reads the token again when its turn has come: it can have been replaced or forgotten by then. */
  readonly readToken?: () => Promise<string | undefined>;
  /** Asked right before it leaves. @throws ProblemError when it must not */
  readonly checkConnection?: () => void;
  readonly stop: RequestStop;
}

/**
 * Makes what sends one request, when `turn` has come; `isInLine`: others are before it.
 *
 * @throws ProblemError when nothing was sent, see `ServiceClient.send`
 */
export function createExchange(
  options: ExchangeOptions,
): (one: Exchange, isInLine: boolean, turn: () => Promise<void>) => Promise<Sent> {
  const { transport, activity, now = Date.now } = options;
  return async function exchangeAtTurn(
    one: Exchange,
    isInLine: boolean,
    turn: () => Promise<void>,
  ): Promise<Sent> {
    const { connection, request } = one;
    const body = sendableBody(request);
    const redactionFor = (token: string | undefined, isSavedTheme = false) =>
      createRedaction({
        token,
        requestBody: request.body,
        // Who wants to be paid first leads to a checkout with any answer, to whatever was sent. Those of a theme are its own.
        cutsAllAddresses: !isSavedTheme,
      });
    let redaction = redactionFor(one.token);
    const secret = secretHeader(connection, one.token);
    const secretName = secret && Object.keys(secret)[0];
    // Intent before sending: what can't be written down does not leave.
    const activityId = one.options.activityId ?? newId();
    const about = { ...one.options, activityId };
    const recorded = recordedRequest(request, connection, about, redaction, secretName);
    const isBegun = stored(activity.begin({ ...recorded, isInLine }));
    // Told by whoever waits for it: those in line now, others at their turn, for which they get ready meanwhile.
    isBegun.catch(() => undefined);
    if (isInLine) await isBegun;

    let inTheWay: Error | undefined;
    function keepBack(error: unknown): undefined {
      inTheWay = error instanceof Error ? error : new Error(String(error));
      return undefined;
    }
    /** Last of all: nothing is waited for between this and its leaving. */
    function mayLeave(): boolean {
      try {
        one.checkConnection?.();
        return one.options.mayStart?.() !== false;
      } catch (error) {
        keepBack(error);
        return false;
      }
    }
    /** With which token it leaves. */
    let presented = one.token;
    /** The header with the token as it is now; `undefined` when it was stopped meanwhile. */
    async function presentedNow(): Promise<Record<string, string> | undefined> {
      const read = one.readToken
        ? await unlessStopped(one.readToken(), one.stop.signal)
        : { value: one.token };
      if (read === 'stopped') return undefined;
      if (read.value !== presented) redaction = redactionFor(read.value);
      presented = read.value;
      return secretHeader(connection, presented) ?? {};
    }
    async function atTurn(): Promise<boolean> {
      await turn();
      try {
        if (!(await presentedNow())) return false;
        await isBegun;
        // Stopped while it waited for its token or the disk: nothing of it is in doubt.
        if (one.stop.signal.aborted) return false;
        await stored(activity.itsTurn(activityId));
        await one.options.beforeStart?.();
        return true;
      } catch (error) {
        keepBack(error);
        return false;
      }
    }
    /** Signed in to the proxy that held it back, it would leave as it was made at its turn. */
    async function mayGoOn(): Promise<boolean> {
      try {
        if (one.readToken) {
          const read = await unlessStopped(one.readToken(), one.stop.signal);
          if (read === 'stopped') return false;
          if (read.value !== presented) {
            throw new ProblemError({ code: 'connectionChanged', label: connection.label });
          }
        }
        await one.options.beforeGoingOn?.();
        return mayLeave();
      } catch (error) {
        keepBack(error);
        return false;
      }
    }
    const result = await transport
      .send({
        method: request.method,
        url: request.url,
        headers: plainRequestHeaders,
        body,
        once: one.options.once,
        maxAnswerBytes,
        signal: one.stop.signal,
        atTurn,
        // A slow disk takes its time, and so does the way: its token can be another by now, or forgotten.
        leavingHeaders: () => presentedNow().catch(keepBack),
        mayLeave,
        onStart() {
          one.stop.hasLeft();
          one.options.onStart?.();
          // Who shows that holds nothing up.
          setImmediate(() => activity.left(activityId));
        },
        onHeld() {
          one.options.onHeld?.();
          setImmediate(() => activity.left(activityId, true));
          // Last: where the end has begun, this stops it.
          one.stop.isHeld();
        },
        mayGoOn,
      })
      .catch((error: unknown): TransportResult => ({
        // A transport does not reject; if one does, nothing is known of the request.
        end: 'failed',
        code: 'transport',
        message: error instanceof Error ? error.message : String(error),
      }));
    await isBegun;
    const tookMs = one.stop.sinceStartMs;
    const read = readAnswer(result);
    const answer = withoutCutToken(read, result, redaction);
    const end = classify({
      operation: request.operation,
      requestBody: request.body,
      result,
      answer,
      stoppedBy: one.stop.by,
      hadToken: secretHeader(connection, presented) !== undefined,
      now: now(),
    });
    const isTaken = end.kind === 'accepted' || (end.kind === 'acceptedUnreadable' && !end.refusal);
    redaction = redactionFor(presented, isTaken && request.operation === 'saveThemeTemplate');
    // First of all: what its fields say is secret is looked for in its message and headers, too.
    const shownAnswer = recordedAnswer(result, answer, redaction);
    const outcome = withoutSecrets(end, redaction);
    await activity
      .end(activityId, {
        outcome,
        tookMs,
        answer: shownAnswer,
      })
      .catch((error: unknown) => {
        options.onUnrecorded?.(error, activityId);
      });
    if (inTheWay) throw inTheWay;
    if (mayBeTheToken(outcome)) {
      options.onTokenRefused?.(connection.id, new URL(connection.baseAddress).origin);
    }
    const isPaidFirst = answer?.status === 402 && request.operation === 'updateSubscription';
    const isWorkedWith = (answer?.status === 200 || isPaidFirst) && result.end === 'complete';
    return {
      activityId,
      outcome,
      body: isWorkedWith ? workedWith(request.operation, answer.json, redaction) : undefined,
      form: answer?.form ?? 'empty',
      bodyText: shownAnswer && lacksItsBody(shownAnswer) ? undefined : shownAnswer?.body,
      tookMs,
    };
  };
}

/** A preview's message is kept and shown, and may lead to the conversation by an address that lets anybody in. */
function workedWith(operation: Operation, json: unknown, redaction: Redaction): unknown {
  const data = redaction.data(json);
  const { message } = (operation === 'startChatAppPreview' && readPreviewAnswer(data)) || {};
  return message === undefined ? data : { message: redaction.answer(message) };
}

/** The keychain may hold another one by now. */
function mayBeTheToken(outcome: Outcome): boolean {
  if (outcome.kind === 'rejected') return outcome.status === 403 && !outcome.isWithoutToken;
  return outcome.kind === 'tokenRefused';
}
