/** What a request's end means (architecture, *Sending*). */
import {
  readPreviewAnswer,
  readSavedTemplate,
  readServiceError,
  readSubscriptionAnswer,
} from '@shared/service/answers';
import type { Operation } from '@shared/service/operations';
import type { Outcome } from '@shared/service/outcome';
import { longestPlainReason } from '@shared/service/reason';
import { saysItFailed, saysNo, saysNothingButYes, saysYes } from '@shared/service/says-it-failed';
import type { ReadAnswer } from './answer';
import { answeredDomain } from './answered-domain';
import { isClosedConnection, isProxySignIn, notSentReason } from './network-error';
import { retryAfterSeconds } from './retry-after';
import type { TransportResult } from './transport';

/** What is known when a request has ended. */
export interface RequestEnd {
  readonly operation: Operation;
  readonly requestBody: string;
  readonly result: TransportResult;
  /** What came of an answer; absent when there was none. */
  readonly answer: ReadAnswer | undefined;
  /** Who stopped it, if it was stopped. */
  readonly stoppedBy: 'timeLimit' | 'cancel';
  /** Whether it brought a token. */
  readonly hadToken: boolean;
  /** Milliseconds. */
  readonly now: number;
}

/**
 * The outcome of a request. A status that says no is believed as soon as it is there, whatever
 * becomes of the body; a success is one only when its whole answer came.
 */
export function classify(end: RequestEnd): Outcome {
  const { result, answer } = end;
  if (result.end === 'failed') return withoutAnswer(result);
  if (result.end === 'refusedByProxy') return { kind: 'proxyRefused' };
  if (!answer) return stopped(end);
  const { status } = answer;
  if (status >= 200 && status < 300) return success(end, answer);
  if (status >= 300 && status < 400) {
    const host = redirectHost(answer);
    return { kind: 'redirected', status, ...(host === undefined ? {} : { host }) };
  }
  const said = reasonIn(answer, result.end === 'complete');
  const token = end.hadToken ? {} : { isWithoutToken: true as const };
  if (status === 401) return { kind: 'tokenRefused', status, ...token, ...said };
  // Whoever says this, it is not known to be a proxy, so the service may have read the request.
  if (status === 407) return { kind: 'unsure', reason: 'other', status, detail: '' };
  // Understood and not allowed (RFC 9110, 15.5.4): another token may change that, or nothing may, and no wait does.
  if (status === 403) return { kind: 'rejected', status, ...token, ...said };
  const seconds = retryAfterSeconds(answer.headers, end.now);
  const wait = seconds === undefined ? {} : { retryAfter: seconds };
  if (status >= 400 && status < 500) {
    return { kind: 'rejected', status, ...(status === 404 && token), ...said, ...wait };
  }
  if (status >= 500 && status < 600) {
    return { kind: 'serviceFailed', status, ...token, ...said, ...wait };
  }
  return { kind: 'unsure', reason: 'other', status, detail: `status ${String(status)}` };
}

function reasonIn(
  answer: ReadAnswer,
  isWhole: boolean,
): Pick<Outcome & { kind: 'rejected' }, 'error' | 'form' | 'plainText'> {
  const { form } = answer;
  const error = form === 'json' ? readServiceError(answer.json) : undefined;
  if (error) return { error };
  // Its body didn't come, and may have had one.
  if (form === 'empty' && !isWhole) return {};
  const plain = plainIn(answer);
  return plain === '' || plain.length > longestPlainReason ? { form } : { form, plainText: plain };
}

/** A text, also one in JSON, or one that is called JSON and doesn't begin as that. */
function plainIn({ form, text, json }: ReadAnswer): string {
  if (typeof json === 'string') return json.trim();
  const isText = form === 'text' || (form === 'malformedJson' && !/^\s*[[{"]/u.test(text));
  return isText ? text.trim() : '';
}

function withoutAnswer(result: TransportResult & { end: 'failed' }): Outcome {
  const { code, message } = result;
  const detail = message.includes(code) ? message : `${code}: ${message}`;
  if (isProxySignIn(result)) return { kind: 'proxyRefused' };
  const reason = notSentReason(result);
  if (reason) return { kind: 'notSent', reason, detail };
  return {
    kind: 'unsure',
    reason: isClosedConnection(result) ? 'connectionClosed' : 'other',
    detail,
  };
}

function stopped({ result, stoppedBy }: RequestEnd): Outcome {
  if (result.end === 'stopped' && !result.hasStarted) {
    // The time is counted from the start, and only a proxy holds back what has started.
    if (stoppedBy === 'timeLimit') return { kind: 'proxyRefused' };
    return { kind: 'notSent', reason: 'cancelledBefore', detail: '' };
  }
  const reason = stoppedBy === 'timeLimit' ? 'timeLimit' : 'cancelled';
  return { kind: 'unsure', reason, detail: '' };
}

function success(end: RequestEnd, answer: ReadAnswer): Outcome {
  const { status } = answer;
  const { result } = end;
  if (status !== 200) return { kind: 'unsure', reason: 'otherSuccess', status, detail: '' };
  switch (result.end) {
    case 'tooLarge':
      return { kind: 'unsure', reason: 'answerTooLarge', status, detail: '' };
    case 'cut':
      return { kind: 'unsure', reason: 'answerCutShort', status, detail: result.code };
    case 'stopped':
      return {
        kind: 'unsure',
        reason: end.stoppedBy === 'timeLimit' ? 'timeLimit' : 'cancelled',
        status,
        detail: '',
      };
    case 'complete':
    case 'failed':
    case 'refusedByProxy':
      return (
        understood(end, answer) ?? {
          kind: 'acceptedUnreadable',
          status,
          form: answer.form,
          ...refusalIn(answer),
        }
      );
  }
}

function refusalIn({
  form,
  json,
}: ReadAnswer): Pick<Outcome & { kind: 'acceptedUnreadable' }, 'refusal'> {
  if (form !== 'json' || !saysItFailed(json)) return {};
  return { refusal: readServiceError(json) ?? { message: '', issues: [] } };
}

/** `undefined`: it says yes by its status, and no in its body, or nothing that can be made out. */
function understood(end: RequestEnd, answer: ReadAnswer): Outcome | undefined {
  const { operation } = end;
  const { form, json } = answer;
  // It said yes and no; nobody knows which of them it acted on.
  if (form === 'json' && (isSaved(operation, json) ? saysNo(json) : saysItFailed(json))) {
    return undefined;
  }
  const accepted = { kind: 'accepted', status: 200 } as const;
  if (operation === 'createCustomDomain') {
    const other = domainIn(end, answer);
    if (other === undefined) return undefined;
    // A service that registered another name than it was asked to has not done what was asked.
    return other === null ? accepted : { ...accepted, otherDomain: other };
  }
  return form === 'json' && isDocumented(operation, json) ? accepted : undefined;
}

/** A template with its ID: beside it, what is said to be wrong may be of parts of it. */
function isSaved(operation: Operation, json: unknown): boolean {
  const { id, name } = (operation === 'saveThemeTemplate' && readSavedTemplate(json)) || {};
  return id !== undefined && name !== undefined;
}

/**
 * The domain that the answer has in the place of the one that was asked for, `null` where it has that one or says nothing
 * against it, and `undefined` where it can't be told: the shape of this answer is unknown, and it may be a sentence.
 */
function domainIn(
  { requestBody }: RequestEnd,
  { form, json, text }: ReadAnswer,
): string | null | undefined {
  const isText = form === 'text';
  if (form !== 'json' && form !== 'empty' && !isText) return undefined;
  const body = isText ? text : json;
  if (saysNothingButYes(body)) return null;
  const { name, workspaceId } = JSON.parse(requestBody) as { name: string; workspaceId: string };
  const { isNamed, other } = answeredDomain(name, workspaceId, body);
  // Where it says yes, it need not say to what.
  return isNamed || (other === undefined && saysYes(body)) ? null : other;
}

function isDocumented(operation: Exclude<Operation, 'createCustomDomain'>, json: unknown): boolean {
  switch (operation) {
    case 'saveThemeTemplate':
      return readSavedTemplate(json) !== undefined;
    case 'updateSubscription': {
      const found = readSubscriptionAnswer(json);
      return found?.workspace !== undefined || found?.checkoutUrl !== undefined;
    }
    case 'startChatAppPreview':
      return readPreviewAnswer(json) !== undefined;
  }
}

function redirectHost({ headers }: ReadAnswer): string | undefined {
  const location = headers['location'];
  if (!location) return undefined;
  try {
    const { host } = new URL(location);
    return host === '' ? undefined : host;
  } catch (error) {
    // A relative one points at the service itself, or it makes no sense: either way no host.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
