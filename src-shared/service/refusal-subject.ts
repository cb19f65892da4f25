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

const ofTheTokenItself: readonly RegExp[] = [
  // What a parser of JSON stumbles over is called a token, too.
  /(?<!unexpected )tokens?(?![a-z])|\bjwt\b|\bbearer\b/iu,
  /(?:api|access|auth|secret|subscription)[\s_-]*keys?(?![a-z])|\b(?:invalid|wrong|expired|revoked) key\b(?!\s*[:“"'«(])/iu,
  /\bkey (?:(?:has|is|was) )?(?:invalid|wrong|expired|revoked|(?:not|no longer) (?:valid|known|accepted|active))\b/iu,
  /\bkey (?:is|was)n[’']t (?:valid|known|accepted|active)\b/iu,
];
const ofToken: readonly RegExp[] = [
  ...ofTheTokenItself,
  /authori[sz]|authenticat|(?<![a-z])auth(?![a-z])|credential|\bpasswords?\b|\buser[\s_-]?names?\b/iu,
];
const no = String.raw`(?:n[’']t|\b(?:not|no|cannot|never|lacks?|without))\b`;

/**
 * What is said of the rights of whoever sent it: that goes before all else that it names, as that is then only what they
 * have no rights to.
 */
const ofRights: readonly RegExp[] = [
  new RegExp(
    String.raw`\byou\b.{0,20}?${no}.{0,25}?\b(?:access|permissions?|privileges?|rights|right to|roles?|scopes?)\b`,
    'iu',
  ),
  // Of members in the plural, there are too many, or none that may be written to.
  new RegExp(
    String.raw`\byou\b.{0,20}?${no}.{0,5}?\b(?:an?|the) (?:\w+ )?(?:member|admin(?:istrator)?)\b`,
    'iu',
  ),
  // Of a domain or a bot, the owner is none of the workspace's.
  new RegExp(
    String.raw`\byou\b.{0,20}?${no}.{0,25}?\bowners? of (?:this|the|that|your) workspace\b`,
    'iu',
  ),
  new RegExp(String.raw`\byour (?:roles?|permissions?|rights|access)\b.{0,20}?${no}`, 'iu'),
  new RegExp(
    String.raw`\byou\b.{0,20}?${no} (?:allowed|permitted|authori[sz]ed) to (?:change|update|manage|edit|access|publish)\b`,
    'iu',
  ),
  /\bno\b.{0,30}\byou (?:have|can|may)\b.{0,10}\baccess\b/iu,
  /\bonly (?:the |an? )?(?:workspace(?:[’']s)? )?(?:admin(?:istrator)?|owner|member)s?\b(?!.{0,10}\b(?:domain|bot|group|number)s?\b)/iu,
];

/** What is said to whoever may not do something, or isn't known. */
const ofAccess: readonly RegExp[] = [
  /(?<![a-z])denied\b|permission|\b(?:no|not have|without) access\b/iu,
  // "Forbidden characters" are none of this.
  /^\W*(?:\d{3}\W+)?(?:forbidden|not (?:allowed|permitted))\W*(?:resource\W*)?$|\byou\b.{0,10}\bnot (?:allowed|permitted)\b/iu,
  /\baccess\b.{0,40}\b(?:forbidden|not (?:allowed|permitted))\b/iu,
  /\b(?:insufficient|missing|no|not enough|without)\b.{0,20}\b(?:rights?|privileges?|roles?|scopes?)\b/iu,
  /\b(?:sign|log)(?:ged|ed)?[\s_-]*in\b/iu,
  // A value may be no member of an enumeration, and a bot none of a group.
  /\bnot an? (?:workspace )?(?:member|admin(?:istrator)?)\b(?! of (?!(?:(?:the|this|that|your|an?) )?(?:workspace|team|organi[sz]ation|account)))/iu,
  /\b(?:member|admin(?:istrator)?)s only\b/iu,
  /\b(?:invalid|expired|no(?: valid| active)?) session\b|\bsession (?:has |is )?(?:expired|ended|invalid|over|closed)\b/iu,
];
/** What refuses everybody for a while, or up to a number, and nobody's token: some services answer 401 to it as well. */
const ofEverybody =
  /\b(?:closed|paused|until|limits?|quotas?|suspended|plans?|subscriptions?|payments?)\b/iu;
/** What was sent has addresses in it; what answers there is none of the service's. */
const ofAddresses = /\b(?:urls?|uris?|links?)\b/iu;
/**
 * What an operation sends to, asks for or is about, besides who sends it: words about access may be about that, such as a
 * recipient's consent, a card or a domain's record.
 */
const ofSent: Readonly<Record<ActivityKind, RegExp>> = {
  saveThemeTemplate: /\bnames?\b|\bcss\b|\b(?:images?|pictures?|fonts?|avatars?)\b/iu,
  checkConnection: /\bnames?\b/iu,
  startChatAppPreview:
    /\b(?:recipients?|contacts?|customers?|persons?|people|subscribers?|bots?|phones?|numbers?|whatsapp)\b|\busers?\b(?!.{0,20}\b(?:authenticat|authori[sz]|logged|signed))|\buser[\s_-]?names?\b(?!.{0,10}\bpassword)/iu,
  updateSubscription:
    /\bpay(?:ments?|er|pal)?\b|\b(?:cards?|transactions?|charges?|banks?|invoices?|customers?|purchases?|checkouts?|stripe|mandates?|plans?|subscriptions?|seats?|chats?|prices?|currency|currencies)\b/iu,
  createCustomDomain:
    /\b(?:sub)?domains?\b|\bdns\b|\brecords?\b|\b[ct]name\b|\btxt\b|\bhost(?:[\s_-]?names?|s)?\b|\bverif|\bcertificates?\b|\bzones?\b/iu,
};
/** An answer is foreign, and of any length: so much of each of its texts is judged. */
const longestJudged = 2_000;
/** A name that a person gave is quoted. */
const quoted = /["“„«]/u;
/** The fields of all that is sent, also as parts of a theme that stands alone. */
const inTheBody =
  /^[$./]*(?:(?:body|json|input|data|payload)[./])?(?:workspaceId|name|theme(?:Template)?|general|chat|customCss|returnUrl|plan|additionalChats|currency|isYearly|botId|to|startGroupId)(?![a-z])/iu;

function speaksOfToken(text: string): boolean {
  return ofToken.some((pattern) => pattern.test(text));
}

function namesTheToken(text: string): boolean {
  return ofTheTokenItself.some((pattern) => pattern.test(text));
}

/** Whether it is said to whoever may not do something, or isn't known. */
export function speaksOfAccess(text: string): boolean {
  return ofAccess.some((pattern) => pattern.test(text));
}

/** Whether it says that whoever sent it has no rights to it. */
export function speaksOfRights(outcome: Answered): boolean {
  return allSaidIn(outcome)
    .map(unquoted)
    .some((text) => ofRights.some((pattern) => pattern.test(text)));
}

/** What 401 and 403 say by themselves: frameworks give each of them this as its code, and as its message. */
const repeatsItsStatus =
  /^[^\p{L}\p{N}]*(?:(?:https?|e|err|error|status|code|request failed with status code)[^\p{L}\p{N}]+)*(?:\d{3}[^\p{L}\p{N}]*)?(?:(?:forbidden|unauthori[sz]ed|unauthenticated|(?:access|permission) (?:is |was )?denied|not (?:authori[sz]ed|authenticated|allowed|permitted))(?:[^\p{L}\p{N}]+(?:access|resource|request|user|error|exception))*)?[^\p{L}\p{N}]*$/iu;

/** Its code and its message, where they say more than its status. */
function saidIn({ status, error, plainText = '' }: Answered): readonly string[] {
  const said = (error ? [error.code ?? '', error.message] : [plainText]).map(inWords);
  return status === 401 || status === 403
    ? said.filter((text) => !repeatsItsStatus.test(text))
    : said;
}

/** A code is words, too, whether underscores are between them or capitals. */
export function inWords(text: string): string {
  if (/\s/u.test(text)) return text;
  return text.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ').replace(/[_.:/-]+/gu, ' ');
}

function issuesOf({ issues }: ServiceErrorBody): readonly string[] {
  return issues.map(({ path = '', message }) => `${path} ${message}`);
}

function allSaidIn(outcome: Answered): readonly string[] {
  return [...saidIn(outcome), ...(outcome.error ? issuesOf(outcome.error) : [])];
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
  return !isOfNoSender(status) && speaksOfItsSender(outcome);
}

/** Statuses that are never for who sent it, whatever is said: a card is authenticated and authorised as well. */
function isOfNoSender(status: number): boolean {
  return status === 402 || isBusy(status);
}

/** Whether it speaks of who sent it, and of nothing in what was sent. */
function speaksOfItsSender(outcome: Rejected | TokenRefused): boolean {
  const { status, error } = outcome;
  if (isForOperator(outcome)) return false;
  if (speaksOfRights(outcome)) return true;
  if (error && judgesTheBody(error)) return false;
  const said = allSaidIn(outcome);
  return said.some(speaksOfToken) || (!isUnknownOperation(status) && said.some(speaksOfAccess));
}

/** The same of what was sent with something in it, which words about access may be about; then they mean no token. */
export function blamesTheToken(outcome: Rejected | TokenRefused, kind: ActivityKind): boolean {
  const said = saidIn(outcome);
  if (!speaksOfItsSender(outcome) || isOfNoSender(outcome.status)) return false;
  if (speaksOfRights(outcome)) return true;
  if (said.some((text) => ofSent[kind].test(text))) return false;
  // An address may be where the docs of the token are.
  if (said.some((text) => ofAddresses.test(text)) && !said.some(namesTheToken)) return false;
  return !said.some((text) => quoted.test(text)) || said.map(unquoted).some(speaksOfToken);
}

/** Without what is quoted in it: the names that a person gave. */
export function unquoted(text: string): string {
  // Of quotes that are opened and never closed, none is looked for up to the end.
  return text.replace(/"[^"]{0,200}"|[“„][^“”„]{0,200}[“”]|«[^«»]{0,200}»/gu, ' ');
}

/**
 * A 401 or 403 as what it is: many services answer 403 to someone whom they know, who asks for what isn't allowed, and say
 * why. It is the token's where that speaks of who sent it, or says nothing; else it refuses what was sent, like any other
 * 4xx, and nothing but this is held up. Without a token, a service knows nobody, and only an issue shows that it looked at
 * what was sent.
 */
export function asWhatItRefuses(
  outcome: TokenRefused,
  kind: ActivityKind,
): TokenRefused | Rejected {
  const { isWithoutToken: _, ...refused } = outcome;
  const judged = beginningOf(outcome);
  if (blamesTheToken(judged, kind) || !isOfWhatWasSent(judged)) return outcome;
  return { ...refused, kind: 'rejected' };
}

function beginningOf(outcome: TokenRefused): TokenRefused {
  const { error, plainText } = outcome;
  const cut = (text: string) => text.slice(0, longestJudged);
  return {
    ...outcome,
    ...(plainText === undefined ? {} : { plainText: cut(plainText) }),
    ...(error && {
      error: {
        message: cut(error.message),
        ...(error.code === undefined ? {} : { code: cut(error.code) }),
        issues: error.issues.map(({ message, path }) => ({
          message: cut(message),
          ...(path === undefined ? {} : { path: cut(path) }),
        })),
      },
    }),
  };
}

function isOfWhatWasSent(outcome: TokenRefused): boolean {
  const { status, error, isWithoutToken } = outcome;
  const said = isWithoutToken ? [] : saidIn(outcome);
  // This one is for who isn't known, in whichever words.
  if (status === 401) {
    return said.some(
      (text) => ofEverybody.test(text) && !speaksOfToken(text) && !speaksOfAccess(text),
    );
  }
  if (isForOperator(outcome) || (error !== undefined && judgesTheBody(error))) return true;
  return said.some(namesItsCause);
}

function judgesTheBody({ issues }: ServiceErrorBody): boolean {
  return issues.some(
    // A place in what was sent tells enough, whichever words a parser has for it.
    ({ path = '', message }) =>
      isInTheBody(path) || (!speaksOfToken(`${path} ${message}`) && !speaksOfAccess(message)),
  );
}

/** Whether the path of an issue is a place in what was sent. */
export function isInTheBody(path: string): boolean {
  return inTheBody.test(path);
}

/** Statuses for a path or a method that isn't there. */
export function isUnknownOperation(status: number): boolean {
  return status === 404 || status === 405 || status === 410;
}

/** Statuses that put off, and judge nothing. */
export function isBusy(status: number): boolean {
  return status === 408 || status === 425 || status === 429;
}
