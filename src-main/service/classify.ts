/** What a request's end means (architecture, *Sending*). */
import { domainToASCII } from 'node:url';
import {
  readDomainNames,
  readPreviewAnswer,
  readSavedTemplate,
  readServiceError,
  readSubscriptionAnswer,
  saysItFailed,
} from '@shared/service/answers';
import type { Operation } from '@shared/service/operations';
import type { Outcome } from '@shared/service/outcome';
import { longestPlainReason } from '@shared/service/reason';
import type { ReadAnswer } from './answer';
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
  const said = reasonIn(answer);
  const token = end.hadToken ? {} : { isWithoutToken: true as const };
  if (status === 401) return { kind: 'tokenRefused', status, ...token, ...said };
  // Whoever says this, it is not known to be a proxy, so the service may have read the request.
  if (status === 407) return { kind: 'unsure', reason: 'other', status, detail: '' };
  const seconds = retryAfterSeconds(answer.headers, end.now);
  const wait = seconds === undefined ? {} : { retryAfter: seconds };
  // Understood and not allowed (RFC 9110, 15.5.4): another token may change that, or nothing may.
  if (status === 403) return { kind: 'rejected', status, ...token, ...said, ...wait };
  if (status >= 400 && status < 500) return { kind: 'rejected', status, ...said, ...wait };
  if (status >= 500 && status < 600) return { kind: 'serviceFailed', status, ...said, ...wait };
  return { kind: 'unsure', reason: 'other', status, detail: `status ${String(status)}` };
}

function reasonIn(
  answer: ReadAnswer,
): Pick<Outcome & { kind: 'rejected' }, 'error' | 'form' | 'plainText'> {
  const { form, text } = answer;
  const error = form === 'json' ? readServiceError(answer.json) : undefined;
  if (error) return { error };
  const plain = form === 'text' ? text.trim() : '';
  return plain === '' || plain.length > longestPlainReason ? { form } : { form, plainText: plain };
}

/** A service that registered another name than it was asked to has not done what was asked. */
function otherDomainIn(
  { operation, requestBody }: RequestEnd,
  { json }: ReadAnswer,
): { otherDomain?: string } {
  if (operation !== 'createCustomDomain') return {};
  const answered = readDomainNames(json);
  const [otherDomain] = answered;
  const [asked] = readDomainNames(JSON.parse(requestBody));
  if (otherDomain === undefined || asked === undefined) return {};
  // Beside it an answer may name the zone in which it lies.
  return answered.some((name) => sameDomain(name, asked)) ? {} : { otherDomain };
}

function sameDomain(one: string, other: string): boolean {
  // Services write names with capitals, with the root's dot, or in their own letters.
  const plain = (name: string) => domainToASCII(name.trim().replace(/\.$/u, '')).toLowerCase();
  return plain(one) === plain(other);
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
      if (!isUnderstood(end.operation, answer)) {
        return { kind: 'acceptedUnreadable', status, form: answer.form, ...refusalIn(answer) };
      }
      return { kind: 'accepted', status, ...otherDomainIn(end, answer) };
  }
}

function refusalIn({
  form,
  json,
}: ReadAnswer): Pick<Outcome & { kind: 'acceptedUnreadable' }, 'refusal'> {
  if (form !== 'json' || !saysItFailed(json)) return {};
  return { refusal: readServiceError(json) ?? { message: '', issues: [] } };
}

function isUnderstood(operation: Operation, { form, json }: ReadAnswer): boolean {
  // A template with its ID was saved, whatever else is said of it: it isn't saved again.
  const { id, name } = (operation === 'saveThemeTemplate' && readSavedTemplate(json)) || {};
  const isSaved = id !== undefined && name !== undefined;
  // It said yes and no; nobody knows which of them it acted on.
  if (form === 'json' && !isSaved && saysItFailed(json)) return false;
  // The shape of this one's answer is unknown, so none is wrong; but a page is no answer of an API,
  // and broken JSON is nobody's.
  if (operation === 'createCustomDomain') return form !== 'html' && form !== 'malformedJson';
  if (form !== 'json') return false;
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
