/**
 * Why a service says no or fails, as far as its answer tells: its own words, that it was a page, or
 * that there was nothing. All that is said of an answer's reason is decided here.
 */
import type { ServiceErrorBody, ServiceIssue } from './answers';
import type { Outcome } from './outcome';

/** The service's or the network's own words, without empty lines. */
export interface OwnWords {
  readonly by: 'service' | 'network';
  readonly text: string;
  /** Texts of a database, of a program or of the network: to be folded away. */
  readonly isInternal: boolean;
}

/** What an answer that is no success gave as its reason. */
export type Reason =
  | { readonly kind: 'words'; readonly words: OwnWords }
  /** A web page: perhaps not the service's own. */
  | { readonly kind: 'page' }
  /** Something came, and it is no reason that Foyer can read. */
  | { readonly kind: 'unreadable' }
  /** The answer was empty. */
  | { readonly kind: 'none' }
  /** There was no answer, or an older Foyer did not keep its form. */
  | { readonly kind: 'unknown' };

/** An answer that is no success. */
type Answered = Extract<Outcome, { kind: 'rejected' | 'tokenRefused' | 'serviceFailed' }>;

/** A plain text up to so many characters can be a reason; a longer one is something else. */
export const longestPlainReason = 300;

/** The reason in an answer, without the issues that `isShown` says stand elsewhere on the screen. */
export function reasonOf(
  { error, form, plainText }: Pick<Answered, 'error' | 'form' | 'plainText'>,
  isShown: (issue: ServiceIssue) => boolean = () => false,
): Reason {
  if (error) {
    const words = serviceWords(error, isShown);
    return words ? { kind: 'words', words } : { kind: 'none' };
  }
  if (plainText !== undefined) {
    const text = withoutEmptyLines(plainText);
    return { kind: 'words', words: { by: 'service', text, isInternal: isInternal(text) } };
  }
  switch (form) {
    case undefined:
      return { kind: 'unknown' };
    case 'html':
      return { kind: 'page' };
    case 'empty':
      return { kind: 'none' };
    case 'json':
    case 'malformedJson':
    case 'text':
      return { kind: 'unreadable' };
  }
}

function serviceWords(
  { message, issues }: ServiceErrorBody,
  isShown: (issue: ServiceIssue) => boolean,
): OwnWords | undefined {
  const lines = issues
    .filter((issue) => !isShown(issue))
    .map((issue) => (issue.path ? `${issue.path}: ${issue.message}` : issue.message));
  // Some say it as a finding and as the whole.
  const text = withoutEmptyLines([...new Set([message, ...lines])].join('\n'));
  return text === '' ? undefined : { by: 'service', text, isInternal: isInternal(message) };
}

/** What the network stack said; internals always. */
export function networkWords(detail: string): OwnWords | undefined {
  const text = withoutEmptyLines(detail);
  return text === '' ? undefined : { by: 'network', text, isInternal: true };
}

function withoutEmptyLines(text: string): string {
  return text
    .split(/\r\n|[\r\n\u2028\u2029]/u)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n');
}

const mostLines = 3;
const internals: readonly RegExp[] = [
  // A line of a stack, or a place in a program.
  /^\s*at \S.*[:(]\d+/mu,
  /\bnode_modules\b|\.(?:[cm]?[jt]sx?|py|rb|php|go|java|cs|rs|exs?):\d+/u,
  /\bTraceback\b|\bstack ?trace\b|\b[A-Z]\w+Exception\b/u,
  // A database or what speaks to it.
  /\bprisma\b|\bSQLSTATE\b|\bsyntax error at or near\b|\bduplicate key\b|\bviolates\b.*\bconstraint\b/iu,
  /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM)\b.*\b(?:FROM|VALUES|SET|WHERE)\b/u,
  /\brelation "[^"]*" does not exist\b|\bcolumn\b.*\bdoes not exist\b/iu,
  // The network behind the service, or data in place of a sentence.
  /\bE(?:CONN|TIMEDOUT|NOTFOUND|AI_AGAIN|PIPE|HOST)[A-Z_]*\b/u,
  // Where a sentence comes from may stand in brackets before it.
  /^\s*(?:\{|\[\s*[[{"]|\[[^\]]*\]\s*$)/u,
];

/** Whether a text is a program's, and no sentence for a person. */
export function isInternal(text: string): boolean {
  return (
    text.length > longestPlainReason ||
    withoutEmptyLines(text).split('\n').length > mostLines ||
    internals.some((pattern) => pattern.test(text))
  );
}

const variable = String.raw`[A-Z][A-Z\d]*_[A-Z\d_]+`;
/** A setting, where who answers has failed; in a refusal it may be a field of the request. */
const missingAnywhere: readonly RegExp[] = [
  new RegExp(String.raw`\b[Mm]issing\s+(?:the\s+)?\W?${variable}\b`, 'u'),
  new RegExp(
    String.raw`\b${variable}\W?\s+(?:is|are|was|were)\s+(?:not\s+provided|missing|undefined|empty|required)\b`,
    'u',
  ),
];
const operatorOnly: readonly RegExp[] = [
  /\benv(?:ironment)?[ -]?(?:var(?:iable)?s?|settings?)\b/iu,
  new RegExp(
    String.raw`\b${variable}\W?\s+(?:is|are|was|were)\s+(?:not\s+(?:set|defined|configured)|unset)\b`,
    'u',
  ),
  /\b(?:not|n[’']t)\s+(?:been\s+)?(?:configured|enabled|set up)\s+(?:on|for|in|by)\s+(?:this|the|your)\s+(?:server|service|instance|installation)\b/iu,
];

/** Whether the reason is a setting of the service's own, which only who runs it can mend. */
export function isForOperator(outcome: Answered): boolean {
  const text = outcome.error?.message ?? outcome.plainText ?? '';
  const patterns =
    outcome.kind === 'serviceFailed' ? [...operatorOnly, ...missingAnywhere] : operatorOnly;
  return patterns.some((pattern) => pattern.test(text));
}

const saysNothing =
  /^[^\p{L}\p{N}]*(?:\d{3}[^\p{L}\p{N}]+)?(?:an?\s+|the\s+)?(?:(?:unexpected|unknown|internal|general|unhandled)[\s_-]+)*(?:server[\s_-]+)?(?:error|failure|exception)?(?:\s+(?:has\s+)?(?:occurred|happened))?[^\p{L}\p{N}]*$/iu;
const wentWrong = /^\W*(?:oops|sorry)?\W*something (?:went|has gone) wrong\b.{0,40}$/iu;
const stackLine = /^\s+at\s/u;

/** Whether a failed answer names its cause: then nothing else is guessed at. */
export function namesItsCause(message: string): boolean {
  return message
    .split('\n')
    .some((line) => !stackLine.test(line) && !saysNothing.test(line) && !wentWrong.test(line));
}

/** Whether a failure may mean a wrong token: some services answer 500 to one, and say nothing else. */
export function mayMeanWrongToken({
  status,
  isWithoutToken,
  error,
  plainText = '',
}: Extract<Outcome, { kind: 'serviceFailed' }>): boolean {
  return status === 500 && !isWithoutToken && !namesItsCause(error?.message ?? plainText);
}
