/**
 * What the refusal of an empty theme tells *Check connection*. Which words services have for anything is documented
 * nowhere, so a token is called accepted only by what was judged in the body; a word too many leaves it open.
 */
import type { ServiceErrorBody } from './answers';
import type { Outcome } from './outcome';

type Rejected = Extract<Outcome, { kind: 'rejected' }>;

/**
 * `good`: the theme was judged, and so the token was taken before. `mayBeTheToken`: a 403, which leaves open whether it is
 * the token. `page`: a web page, perhaps of something before the service. `refused`: nothing follows from it.
 */
export type CheckedRefusal =
  'good' | 'mayBeTheToken' | 'busy' | 'page' | 'unknownOperation' | 'refused';

/** The fields of all that is sent, also as parts of a theme that stands alone. */
const inTheBody =
  /^[#$./]*(?:(?:body|json|input|data|payload)[./])?(?:workspaceId|name|theme(?:Template)?|general|chat|customCss|returnUrl|plan|additionalChats|currency|isYearly|botId|to|startGroupId)(?![a-z])/iu;
/** That the whole body was judged, and no more than this. */
const ofTheBody =
  /^\W*(?:bad request\W+)?(?:invalid input|(?:(?:input|body|schema) )?validation (?:failed|failure|errors?))\W*$/iu;
/** Whoever sent it, or what is looked at before the body: these are in too few answers to be in too many. */
const ofTheSender =
  /token|auth|credential|key|permi(?:ssion|tted)|access|session|(?:log|sign)(?:ged|ed)?[\s_-]*in|jwt|bearer|password|user|member|admin|owner|role|scope|denied|forbidden|allow|header|cookie|query/iu;
const between = String.raw`[\s:#()"'«»\u0060]+`;
/** Nothing else stands beside it: “or access denied” would leave open which of the two it is. */
const ofMissingWorkspace: readonly RegExp[] = [
  new RegExp(
    String.raw`^\W*(?:(?:the|this|that|requested|given|specified|your) )*workspace(?:[\s_-]?id)?(?:${between}(?:with|the|this|id|of|name|(?=[\w-]*\d)[\w-]+)(?![\w-])){0,5}${between}(?:(?:(?:was|is|could|can|does) ?(?:not|n[’']t)|can[’']t|cannot|not) )(?:be )?(?:found|exist)\W*$`,
    'iu',
  ),
  /^\W*no (?:such workspace|workspaces? (?:was |were )?found)\W*$/iu,
];
/** An issue without a place may begin with the field, as validators write it: these are all that the check could lack. */
const beginsWithAField = /^\W*(?:body[./])?(?:workspaceId|name|theme(?:Template)?)(?![a-z])/iu;
/** For a path that isn't there. */
const missing: ReadonlySet<number> = new Set([404, 410]);
/** The words of such a status, or what names the path itself: a thing that was looked for has neither. */
const ofThePath: readonly RegExp[] = [
  /^\W*(?:(?:404|410)\W*)?(?:(?:page )?not found|gone)?\W*$/iu,
  /\b(?:route|path|endpoint|ur[il])\b|(?:^|[\s:"'(\u0060])\/\w|\bthemeTemplates\//iu,
];
/** They put off, and judge nothing. */
const busy: ReadonlySet<number> = new Set([408, 425, 429]);

/** What the refusal of an empty theme tells. */
export function checkedRefusal({ status, error, form, plainText }: Rejected): CheckedRefusal {
  if (busy.has(status)) return 'busy';
  if (status === 403) return 'mayBeTheToken';
  if (form === 'html') return 'page';
  if (error && (judgesTheBody(status, error) || (status === 404 && missesAWorkspace(error)))) {
    return 'good';
  }
  const isJudged = error !== undefined && error.issues.length > 0;
  const isUnknownHere = !isJudged && isUnknown(status, error?.message ?? plainText ?? '');
  return isUnknownHere ? 'unknownOperation' : 'refused';
}

/** 405 is of a method that the path doesn't have (RFC 9110, 15.5.6), whatever it says. */
function isUnknown(status: number, said: string): boolean {
  if (status === 405) return true;
  return (
    missing.has(status) &&
    ofThePath.some((pattern) => pattern.test(said.includes('/') ? said : inWords(said)))
  );
}

/** Statuses that judge a body; any other is given for much else. */
function judgesTheBody(status: number, { message, code = '', issues }: ServiceErrorBody): boolean {
  if (status !== 400 && status !== 422) return false;
  const paths = issues.flatMap(({ path }) => path ?? []);
  if (paths.length > 0) {
    // Some look at headers and the body together, so that the token may be missed all the same.
    return issues.some(judgesAField) && !paths.some((path) => ofTheSender.test(path));
  }
  const said = [message, code, ...issues.map((issue) => issue.message)];
  return (
    (issues.some((issue) => beginsWithAField.test(issue.message)) ||
      ofTheBody.test(inWords(message))) &&
    !said.some((text) => ofTheSender.test(text))
  );
}

/** A place in the body; where what is said there is of who sent it, the place is only a name. */
function judgesAField({ path, message }: ServiceErrorBody['issues'][number]): boolean {
  return path !== undefined && inTheBody.test(path) && !ofTheSender.test(inWords(message));
}

function missesAWorkspace({ message }: ServiceErrorBody): boolean {
  const text = unquoted(inWords(message));
  return ofMissingWorkspace.some((pattern) => pattern.test(text));
}

/** A code is words, too, whether underscores are between them or capitals. */
function inWords(text: string): string {
  if (/\s/u.test(text)) return text;
  return text.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ').replace(/[_.:/-]+/gu, ' ');
}

/** Without what is quoted in it: the names that a person gave. */
function unquoted(text: string): string {
  // Of quotes that are opened and never closed, none is looked for up to the end.
  return text.replace(/"[^"]{0,200}"|[“„][^“”„]{0,200}[“”]|«[^«»]{0,200}»/gu, ' ');
}
