/**
 * Takes the values of fields that sound secret out of what a service answered, however it writes them: JSON, forms and
 * addresses (`name=value`), elements and attributes of XML and of pages, headers, and objects as programs print them. What
 * is only said of a secret stays.
 */
import { redactedMark } from '../logging/logging';
import { asRead, replaceAsRead } from '../storage/storage';
import { changedInFields } from './json-fields';
import { isSecretField, isSecretItself, looksSecret, saysNothingSecret } from './secret-names';

const name = String.raw`[\w.\-[\]]{1,80}`;
const tag = String.raw`<[a-z][\w.:\-]{0,80}\s[^<>]{1,4000}>`;
const behindEquals = String.raw`(?<=(?<![\w.\-[\]])(${name})=["']?)(?:(?<==")[^"<>]+|(?<==')[^'<>]+|(?<==)[^\s&"'<>;,]+)`;
const inElement = String.raw`(?=[^<>\s])(?<=<([\w.:\-]{1,80})(?:\s[^<>]{0,500})?>\s{0,200}(?:<!\[CDATA\[)?)(?:(?!\]\]>)[^<>])+`;
/** `'name': 'value'`, `"name"=>"value"`. */
const quoted = String.raw`(?<=(?<![\w.\-[\]])(${name})["']?\s{0,3}(?:=>|:)\s{0,3}["'])(?:(?<=")[^"<>\r\n]+|(?<=')[^'<>\r\n]+)`;
/** `[name] => value`, and headers, of which the value may have a scheme. */
const printed = String.raw`(?<=(?<![\w.\-[\]])(${name})["']?\s{0,3}(?:=>|:)[^\S\r\n]{0,3})(?:[a-z\-]{3,9}[^\S\r\n]{1,3})?[^\s"'<>,;{}()[\]]+`;
/** `{"name":"Authorization","value":"…"}` */
const named = String.raw`(?<="(?:name|key)"\s{0,3}:\s{0,3}"(${name})"\s{0,3},\s{0,3}"value"\s{0,3}:\s{0,3}")[^"<>]+`;
const written = new RegExp(
  `(${tag})|${behindEquals}|${inElement}|${named}|${quoted}|(${printed})`,
  'giu',
);
/** What was found, the tag that it is, and its field's name, where `isPrinted` in one of the ways in which sentences are. */
interface Found {
  readonly tag: string | undefined;
  readonly field: string | undefined;
  readonly isPrinted: boolean;
}

function foundIn(groups: readonly (string | undefined)[]): Found {
  const [tagFound, ofValue, ofElement, ofNamed, ofQuoted, print, ofPrinted] = groups;
  const field = ofValue ?? ofElement ?? ofNamed ?? ofQuoted ?? ofPrinted;
  return { tag: tagFound, field, isPrinted: print !== undefined };
}

/** The name or the value of an attribute that may name a field: `<input name="_token" value="…">`. */
const namesInTag = new RegExp(`(${name})(?==)|=\\s{0,9}["']?(${name})(?=["'\\s/>])`, 'gu');

/** The text without the values of fields that sound secret. */
export function withoutSecretFields(text: string): string {
  const rest = changedInFields(text, isSecretField, hidden, true);
  return replaceAsRead(rest, written, (found, [, ...groups]) =>
    withoutSecretIn(found, foundIn(groups), 0),
  );
}

/** The text of a field without what may be secret of it; the name may be a path (`user.password.0`). */
export function withoutSecret(path: string, value: string): string {
  const field = path.split('.').find(isSecretField);
  return field === undefined ? value : hidden(value, field);
}

/** An address in an address in a text: nobody writes them deeper in each other. */
const deepest = 6;

/** What was found without what is secret of it: what isn't one by its own name may hold others. */
function withoutSecretIn(
  found: string,
  { tag: whole, field, isPrinted }: Found,
  depth: number,
): string {
  if (whole !== undefined && namesSecret(whole)) return withoutAttributes(whole);
  const own = field?.replace(/^[^:]*:/u, '').replace(/[[\]]+/gu, '');
  if (own !== undefined && isSecretField(own)) {
    // Behind a colon a sentence may go on.
    return isPrinted && !looksSecret(found) ? found : hidden(found, own);
  }
  if (depth === deepest) return redactedMark;
  // A tag would be found again.
  const begun = whole === undefined ? 0 : 1;
  const rest = found
    .slice(begun)
    .replace(written, (each: string, ...groups: (string | undefined)[]) =>
      withoutSecretIn(each, foundIn(groups), depth + 1),
    );
  return found.slice(0, begun) + rest;
}

/** Words that no passphrase is made of. */
const ofARule = /\b(?:is|are|be|not|too|required|invalid|incorrect|wrong|missing)\b|n[’']t\b/iu;

function namesSecret(whole: string): boolean {
  return [...whole.matchAll(namesInTag)].some(([, before, behind]) =>
    isSecretField(before ?? behind ?? ''),
  );
}

function withoutAttributes(whole: string): string {
  return `${/^<[^\s>]+/u.exec(whole)?.[0] ?? '<'} ${redactedMark}>`;
}

function hidden(value: string, field: string): string {
  const read = asRead(value).read;
  const isOfWords = /passw|pwd|passcode|phrase/iu.test(field);
  const isNone =
    read.trim() === redactedMark ||
    saysNothingSecret(field, read) ||
    (isSecretItself(field)
      ? isSaid(read) && (!isOfWords || (ofARule.test(read) && !isPhrase(field)))
      : !looksSecret(read));
  return isNone ? value : redactedMark;
}

function isPhrase(field: string): boolean {
  return /(?:pass|seed|secret|recovery)[-_]?phrase$/iu.test(field);
}

/**
 * A word of a sentence: no capital inside it, no digits but a count, and no longer than words are; or what stands for a
 * secret that is gone already.
 */
const word = String.raw`[("“‘']?(?:\p{Lu}?[\p{Ll}\p{Lo}\p{M}]{1,20}(?:[-'’][\p{Ll}\p{Lo}]{1,20}){0,3}|\p{Lu}{1,6}|\d{1,3}|\[redacted\])[)"”’']?[.,:;!?)]{0,3}`;
const words = new RegExp(String.raw`^\s*${word}(?:\s+${word})+\s*$`, 'u');

/** As codes are read out: `abcd efgh ijkl`. */
function inEqualGroups(value: string): boolean {
  const groups = value.trim().split(/\s+/u);
  return groups.length > 2 && new Set(groups.map(({ length }) => length)).size === 1;
}

/** Whether a field named like a secret holds what a service says of it: `{"errors":{"token":["is invalid"]}}`. */
function isSaid(value: string): boolean {
  return (
    words.test(value) &&
    /\p{L}{2}/u.test(value) &&
    !/^\s*(?:bearer|basic|digest|negotiate|token|api-?key|key|hawk)\s+\S{8,}\s*$/iu.test(value) &&
    !inEqualGroups(value)
  );
}
