/**
 * What a refusal speaks of: who sent the request, or what was sent. All that Foyer says of a token by a service's words is
 * decided here. Which words these are is documented nowhere, so a word that may mean something else tells nothing: neither
 * that the token is wrong, nor that it is accepted.
 */
import type { ActivityKind } from '../activity';
import type { ServiceErrorBody } from './answers';
import type { Outcome } from './outcome';
import { isForOperator, namesItsCause, type Answered } from './reason';

type Rejected = Extract<Outcome, { kind: 'rejected' }>;
type TokenRefused = Extract<Outcome, { kind: 'tokenRefused' }>;

const ofToken: readonly RegExp[] = [
  // What a parser of JSON stumbles over is called a token, too.
  /(?<!unexpected )tokens?(?![a-z])|\bjwt\b|\bbearer\b/iu,
  /authori[sz]|authenticat|(?<![a-z])auth(?![a-z])|credential|\bpasswords?\b|\buser[\s_-]?names?\b/iu,
  /(?:api|access|auth|secret)[\s_-]*keys?(?![a-z])|\b(?:invalid|wrong|expired|revoked) key\b/iu,
  /\bkey (?:(?:has|is|was) )?(?:invalid|wrong|expired|revoked)\b/iu,
];

/** What is said to whoever may not do something, or isn't known. */
const ofAccess: readonly RegExp[] = [
  /(?<![a-z])denied\b|permission|\b(?:no|not have|without) access\b/iu,
  // "Forbidden characters" are none of this.
  /^\W*(?:\d{3}\W+)?(?:forbidden|not (?:allowed|permitted))\W*(?:resource\W*)?$|\byou\b.{0,10}\bnot (?:allowed|permitted)\b/iu,
  /\baccess\b.{0,40}\b(?:forbidden|not (?:allowed|permitted))\b/iu,
  /\b(?:insufficient|missing|no|not enough|without)\b.{0,20}\b(?:rights?|privileges?|roles?|scopes?)\b/iu,
  /\b(?:sign|log)(?:ged|ed)?[\s_-]*in\b/iu,
  /\b(?:invalid|expired|no(?: valid| active)?) session\b|\bsession (?:has |is )?(?:expired|ended|invalid|over)\b/iu,
];
const ofAccount = /\baccounts?\b|\bpayments?\b|\bsubscriptions?\b|\bplans?\b|\bsuspended\b/iu;
const ofFields =
  /\bvalidation\b|\binvalid (?:input|body|payload)\b|\b(?:workspaceId|theme|name)\b.*\b(?:required|missing|invalid|must)\b/iu;
/** What the empty theme of a check is made of, and what is said of a body that was looked at. */
const ofTheme =
  /\b(?:validation|input|body|payload|json|schema|fields?|properties|property)\b|\b(?:themes?|(?:theme)?templates?|workspaces?)(?:[\s_-]?id)?\b|(?<!\b(?:domain|host|server|file)[\s_-]?)\bnames?\b/iu;

/**
 * What an operation sends to, asks for or is about, besides who sends it: words about access may be about that, such as a
 * recipient's consent, a card or a domain's record.
 */
const ofSent: Readonly<Record<ActivityKind, RegExp>> = {
  saveThemeTemplate: /\bnames?\b|\bcss\b|\b(?:images?|pictures?|fonts?|links?)\b/iu,
  checkConnection: /\bnames?\b/iu,
  startChatAppPreview:
    /\b(?:recipients?|contacts?|customers?|persons?|people|subscribers?|bots?|phones?|numbers?|whatsapp)\b|\busers?\b(?!.{0,20}\b(?:authenticat|authori[sz]|logged|signed))/iu,
  updateSubscription:
    /\bpay(?:ments?|er|pal)?\b|\b(?:cards?|transactions?|charges?|banks?|invoices?|customers?|purchases?|checkouts?|stripe|mandates?|plans?|subscriptions?|seats?|chats?|prices?|currency|currencies)\b/iu,
  createCustomDomain:
    /\b(?:sub)?domains?\b|\bdns\b|\brecords?\b|\b[ct]name\b|\btxt\b|\bhost(?:[\s_-]?names?|s)?\b|\bverif|\bcertificates?\b|\bzones?\b/iu,
};
/** A name that a person gave is quoted. */
const quoted = /["“„«]/u;

function speaksOfToken(text: string): boolean {
  return ofToken.some((pattern) => pattern.test(text));
}

function speaksOfAccess(text: string): boolean {
  return ofAccess.some((pattern) => pattern.test(text));
}

/** Its code and its message. */
function saidIn({ error, plainText = '' }: Answered): readonly string[] {
  return error ? [error.code ?? '', error.message] : [plainText];
}

function issuesOf({ issues }: ServiceErrorBody): readonly string[] {
  return issues.map(({ path = '', message }) => `${path} ${message}`);
}

/**
 * Whether an answer that isn't the one for a wrong token may mean one all the same: some services answer 500 and say
 * nothing else, some refuse it like anything that was sent, and say so.
 */
export function mayMeanWrongToken(
  outcome: Extract<Outcome, { kind: 'rejected' | 'serviceFailed' }>,
): boolean {
  const { status, error } = outcome;
  if (outcome.kind === 'serviceFailed') {
    return status === 500 && !namesItsCause(error?.message ?? outcome.plainText ?? '');
  }
  return !isBusy(status) && speaksOfItsSender(outcome);
}

/** Whether it speaks of who sent it, and of nothing in what was sent. */
function speaksOfItsSender(outcome: Rejected | TokenRefused): boolean {
  const { status, error } = outcome;
  if (isForOperator(outcome) || (error && judgesTheBody(error))) return false;
  const said = [...saidIn(outcome), ...(error ? issuesOf(error) : [])];
  return said.some(speaksOfToken) || (!isUnknownOperation(status) && said.some(speaksOfAccess));
}

/** The same of what was sent with something in it, which words about access may be about; then they mean no token. */
export function blamesTheToken(outcome: Rejected | TokenRefused, kind: ActivityKind): boolean {
  const said = saidIn(outcome);
  if (!speaksOfItsSender(outcome) || isBusy(outcome.status)) return false;
  if (said.some((text) => ofSent[kind].test(text))) return false;
  return !said.some((text) => quoted.test(text)) || said.map(unquoted).some(speaksOfToken);
}

function unquoted(text: string): string {
  return text.replace(/"[^"]*"|[“„][^“”]*[“”]|«[^»]*»/gu, ' ');
}

/**
 * A 403 as what it is: many services answer it to someone whom they know, who asks for what isn't allowed, and say why.
 * That refuses what was sent, like any other 4xx.
 */
export function asWhatItRefuses(
  outcome: TokenRefused,
  kind: ActivityKind,
): TokenRefused | Rejected {
  const { isWithoutToken: _, ...refused } = outcome;
  const { status, error, plainText = '' } = outcome;
  const isReasoned =
    namesItsCause(error?.message ?? plainText) || (error !== undefined && judgesTheBody(error));
  return status === 403 && isReasoned && !blamesTheToken(outcome, kind)
    ? { ...refused, kind: 'rejected' }
    : outcome;
}

function judgesTheBody({ issues }: ServiceErrorBody): boolean {
  return issues.some(
    ({ path = '', message }) => !speaksOfToken(`${path} ${message}`) && !speaksOfAccess(message),
  );
}

/**
 * Whether a refusal of an empty theme tells that the service judged it, and so took the token before: the good end of
 * *Check connection*. It does where it names a field, or what else a theme is sent as, and doesn't speak of who sent it.
 * A status alone tells nothing of it, as it may be that of a wrong token, a closed address or a pause. Services answer 404
 * and its like to any path they don't know, before they look at anything.
 */
export function judgedTheTheme(outcome: Rejected): boolean {
  const { status, error } = outcome;
  if (!error || mayMeanWrongToken(outcome) || isForOperator(outcome)) return false;
  // It is of what may be done, whatever it names.
  if (status === 403) return false;
  if (judgesTheBody(error)) return true;
  if (isUnknownOperation(status)) return /\bworkspaces?\b/iu.test(error.message);
  if (isBusy(status) || ofAccount.test(error.message)) return false;
  return (status === 400 || status === 422 ? ofTheme : ofFields).test(error.message);
}

/** Statuses for a path or a method that isn't there. */
export function isUnknownOperation(status: number): boolean {
  return status === 404 || status === 405 || status === 410;
}

/** Statuses that put off, and judge nothing. */
export function isBusy(status: number): boolean {
  return status === 408 || status === 425 || status === 429;
}
