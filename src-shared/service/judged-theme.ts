/**
 * What the refusal of an empty theme tells *Check connection*. Which words services have for anything is documented
 * nowhere, and they are of any language: what isn't known for certain is no good end.
 */
import type { Outcome } from './outcome';
import { isForOperator } from './reason';
import {
  inWords,
  isBusy,
  isInTheBody,
  isUnknownOperation,
  mayMeanWrongToken,
  speaksOfAccess,
  speaksOfRights,
  unquoted,
} from './refusal-subject';

type Rejected = Extract<Outcome, { kind: 'rejected' }>;

/** A host, a user and a tenant have names as well. */
const nameOfATheme = String.raw`(?<=^|[^\p{L}\d\s]\s*|\b(?:the|an?|its|field|property|parameter|theme|template|or|and)\s+)name`;
const field = String.raw`(?<![\p{L}\d./-])(?:workspace[\s_-]?id|theme(?:[\s_-]?template)?|${nameOfATheme})(?![\p{L}\d])`;
/** A field, and beside it what is said of one that was looked at. */
const ofAField: readonly RegExp[] = [
  new RegExp(
    String.raw`${field}["'”’»\u0060]*[\s:,]+(?:(?:is|are|was|has|field|parameter|property|value|cannot be|can[’']t be|(?:must|may|should) not be)\s+)*(?:required|missing|invalid|malformed|incorrect|empty|blank|undefined|too (?:short|long|small|large)|not (?:valid|provided|given|present)|(?:forbidden|illegal) characters|must (?:not )?(?:be|have|contain|match)\b)`,
    'iu',
  ),
  new RegExp(
    String.raw`\b(?:required|missing|invalid|malformed|incorrect|empty|must (?:give|have|provide|contain|include|specify))[\s:,"'“«\u0060]+(?:(?:the|an?|your|required|fields?|property|parameter|value|theme|template)[\s:,"'“«\u0060]+)*${field}(?!\s+(?!is\b|was\b|in\b|of\b|for\b|or\b|and\b)\p{L})`,
    'iu',
  ),
];
/** The same of the whole body, and no more than this. */
const ofTheBody =
  /^\W*(?:bad request\W+)?(?:invalid input|(?:(?:input|body|schema) )?validation (?:failed|failure|errors?))\W*$/iu;
const between = String.raw`[\s:#()"'«»\u0060]+`;
/** Nothing else stands beside it: “or access denied” would leave open which of the two it is. */
const ofMissingWorkspace: readonly RegExp[] = [
  new RegExp(
    String.raw`^\W*(?:(?:the|this|that|requested|given|specified|your) )*workspace(?:[\s_-]?id)?(?:${between}(?:with|the|this|id|of|name|(?=[\w-]*\d)[\w-]+)(?![\w-])){0,5}${between}(?:(?:(?:was|is|could|can|does) ?(?:not|n[’']t)|can[’']t|cannot|not) )(?:be )?(?:found|exist)\W*$`,
    'iu',
  ),
  /^\W*no (?:such workspace|workspaces? (?:was |were )?found)\W*$/iu,
];
/** Whoever asks: what is said of them, in whichever words, may be that they may not. */
const ofWho =
  /\b(?:yours|members?|users?|callers?|viewers?|guests?|editors?|(?:in)?access(?:ible)?|admin(?:istrator)?s?|owners?|roles?|keys?|permitted|allowed)\b|\byou\b.*(?:n[’']t\b|\b(?:not|no|cannot|never|only|lacks?|without)\b)/iu;
/** What is looked at before the token is. */
const besideTheBody = /\b(?:headers?|query|cookies?|x-[\w-]+)(?![\w-])/iu;
/** A path that has the word in it is no workspace. */
const aWorkspace = /(?<![/\w-])workspaces?(?:[\s_-]?id)?(?![/\w-])/iu;

/**
 * Whether it tells that the service judged the theme, and so took the token before: the good end of the check. It does
 * where an issue names a place in the body, where a field is said to be missing or wrong, and where nothing but the
 * workspace wasn't found. A status alone tells nothing of it, as it may be that of a wrong token, a closed address or a
 * pause.
 */
export function judgedTheTheme(outcome: Rejected): boolean {
  const { status, error } = outcome;
  // Money and rights may be asked for before anything is looked at.
  if (!error || status === 402 || status === 403 || isBusy(status)) return false;
  if (mayMeanWrongToken(outcome) || isForOperator(outcome) || speaksOfRights(outcome)) return false;
  const { message, issues } = error;
  const paths = issues.flatMap(({ path }) => path ?? []);
  if (paths.some(isInTheBody)) return true;
  const said = [message, ...issues.map((issue) => issue.message)].map(inWords);
  const isUnclear = (text: string) =>
    speaksOfAccess(text) || ofWho.test(text) || besideTheBody.test(text);
  if (paths.length > 0 || said.some(isUnclear)) return false;
  return said.some(
    (text) =>
      [...ofAField, ofTheBody].some((pattern) => pattern.test(text)) ||
      ofMissingWorkspace.some((pattern) => pattern.test(unquoted(text))),
  );
}

/** Whether it tells that there is no such operation: services answer so to any path they don't know. */
export function knowsNoSuchOperation({ status, error }: Rejected): boolean {
  return isUnknownOperation(status) && !aWorkspace.test(error?.message ?? '');
}
