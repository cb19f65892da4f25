/** What is written down and told of an exchange: without secrets, and not at any length. */
import { leavesOut, type ActivityDetails, type ActivityKind } from '@shared/activity';
import { longestRecordedBody } from '@shared/recorded-bodies';
import { ProblemError } from '@shared/problem-error';
import type { ServiceRequest } from '@shared/service/operations';
import type { ServiceErrorBody } from '@shared/service/answers';
import type { Outcome } from '@shared/service/outcome';
import type { ReadAnswer } from './answer';
import { longestRead, type Redaction } from './exchange-redaction';
import { pageWords } from './page-words';
import { plainRequestHeaders, shownPresentation, type Presenting } from './token-header';
import type { TransportResult } from './transport';

/** What a request is written down as before it leaves; already redacted. */
export interface RecordedRequest {
  /** The id to write it down under. */
  readonly id: string;
  readonly kind: ActivityKind;
  readonly subject: string;
  readonly connectionId: string;
  readonly connectionLabel: string;
  readonly themeId?: string | undefined;
  readonly request: ActivityDetails['request'];
  /** Others are before it: `itsTurn` comes before it leaves. */
  readonly isInLine: boolean;
}

/** What is added when it has ended; already redacted. */
export interface RecordedEnd {
  readonly outcome: Outcome;
  readonly tookMs: number;
  readonly answer: ActivityDetails['answer'];
}

/** Where requests are written down: the room *activity*. */
export interface RequestRecord {
  /** Resolves when it is safe on the disk. */
  begin(entry: RecordedRequest): Promise<unknown>;
  /** Resolves when it is on the disk of one that stood in line that it is about to leave. */
  itsTurn(id: string): Promise<void>;
  /** It leaves now: until here it stood in line. `isHeld`: a proxy holds it back, and it is in line again. */
  left(id: string, isHeld?: boolean): void;
  end(id: string, end: RecordedEnd): Promise<void>;
}

/** What of a request is written down before it leaves; `secretName`: the header that has the token. */
export function recordedRequest(
  request: ServiceRequest,
  connection: { readonly id: string; readonly label: string } & Presenting,
  about: Pick<RecordedRequest, 'kind' | 'subject' | 'themeId'> & {
    readonly activityId: string;
  },
  redaction: Redaction,
  secretName: string | undefined,
): Omit<RecordedRequest, 'isInLine'> {
  const headersWith = (text: (written: string) => string): Record<string, string> =>
    secretName === undefined
      ? plainRequestHeaders
      : { ...plainRequestHeaders, [text(secretName)]: text(shownPresentation(connection)) };
  const { url, body } = request;
  const sent = { url, headers: headersWith((written) => written), body };
  const shown = {
    // It is the connection's: a return may lead to the same host.
    url: redaction.token(url),
    // As the label, the header's name and its scheme are typed beside the token.
    headers: headersWith(redaction.token),
    body: redaction.text(body),
  };
  return {
    id: about.activityId,
    kind: about.kind,
    subject: redaction.token(about.subject),
    connectionId: connection.id,
    // It is typed beside the token, which may have been pasted into it.
    connectionLabel: redaction.token(connection.label),
    themeId: about.themeId,
    request: {
      method: request.method,
      ...shown,
      body: cutAt(shown.body),
      isCut: shown.body.length > longestRecordedBody,
      ...(leavesOut(shown, sent) && { isRedacted: true }),
    },
  };
}

/** @throws ProblemError `intentNotStored` in place of what it rejects with */
export async function stored<Value>(written: Promise<Value>): Promise<Value> {
  try {
    return await written;
  } catch (cause) {
    throw new ProblemError({ code: 'intentNotStored' }, { cause });
  }
}

/** Of a message in an outcome. */
const maxOutcomeCharacters = 2_000;

/** Every text in it that somebody else wrote, redacted and shortened. */
export function withoutSecrets(outcome: Outcome, redaction: Redaction): Outcome {
  const text = (value: string) => shortened(redaction.answer(value));
  const texts = <Key extends string>(key: Key, value: string | undefined) =>
    value === undefined ? {} : ({ [key]: text(value) } as Record<Key, string>);
  const reason = ({ message, code, issues }: ServiceErrorBody): ServiceErrorBody => ({
    message: text(message),
    ...texts('code', code),
    issues: issues.slice(0, 50).map((issue) => ({
      message: shortened(redaction.saidOf(issue.path ?? '', issue.message)),
      ...texts('path', issue.path),
    })),
  });
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
        ...(error && { error: reason(error) }),
      };
    }
    case 'redirected':
      return { ...outcome, ...texts('host', outcome.host) };
    case 'notSent':
    case 'unsure':
      return { ...outcome, detail: text(outcome.detail) };
    case 'acceptedUnreadable':
      return { ...outcome, ...(outcome.refusal && { refusal: reason(outcome.refusal) }) };
    case 'proxyRefused':
      return outcome;
  }
}

/** Whoever cut it off, half a token is still half a token. */
export function withoutCutToken(
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

/** The answer as it is written down. */
export function recordedAnswer(
  result: TransportResult,
  answer: ReadAnswer | undefined,
  redaction: Redaction,
): ActivityDetails['answer'] {
  if (!answer) return null;
  // Secrets go before the text is cut.
  const whole = answer.form === 'html' ? pageWords(answer.text) : answer.text;
  const text = redaction.answer(whole);
  const { end } = result;
  const isCut =
    text.length > longestRecordedBody || whole.length > longestRead || end !== 'complete';
  return {
    status: answer.status,
    headers: redaction.headers(answer.headers),
    form: answer.form,
    body: cutAt(text),
    isCut,
    // One that is longer than Foyer takes is given up, and not broken off.
    ...(isCut && { isBrokenOff: end !== 'complete' && end !== 'tooLarge' }),
  };
}

/** What the service says is kept with the outcome, but not at any length. */
function shortened(text: string): string {
  return text.length > maxOutcomeCharacters ? `${text.slice(0, maxOutcomeCharacters)}…` : text;
}

/** As much of a body as is written down. */
export function cutAt(text: string): string {
  return text.slice(0, longestRecordedBody);
}
