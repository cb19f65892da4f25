/**
 * Takes the values of fields that sound secret out of what a service answered, however it writes them: JSON, forms and
 * addresses (`name=value`), elements and attributes of XML and of pages. What is only said of a secret stays.
 */
import { redactedMark } from '../logging/logging';
import { asRead, replaceAsRead } from '../storage/storage';
import { changedInFields } from './json-fields';
import { isCounted, isSecretField, isTimeOfOne } from './secret-names';

const name = String.raw`[\w.\-[\]]{1,80}`;
const tag = String.raw`<[a-z][\w.:\-]{0,80}\s[^<>]{1,4000}>`;
const behindEquals = String.raw`(?<=(?<![\w.\-[\]])(${name})=["']?)(?:(?<==")[^"<>]+|(?<==')[^'<>]+|(?<==)[^\s&"'<>;,]+)`;
const inElement = String.raw`(?=[^<>\s])(?<=<([\w.:\-]{1,80})(?:\s[^<>]{0,500})?>\s{0,200}(?:<!\[CDATA\[)?)(?:(?!\]\]>)[^<>])+`;
const written = new RegExp(`(${tag})|${behindEquals}|${inElement}`, 'giu');

/** The name or the value of an attribute that may name a field: `<input name="_token" value="…">`. */
const namesInTag = new RegExp(`(${name})(?==)|=\\s{0,9}["']?(${name})(?=["'\\s/>])`, 'gu');

/** The text without the values of fields that sound secret. */
export function withoutSecretFields(text: string): string {
  const withoutSecrets = changedInFields(text, isSecretField, hidden, (name) => !isCounted(name));
  const withoutPhrases = changedInFields(withoutSecrets, isPhrase, () => redactedMark);
  const rest = changedInFields(withoutPhrases, isPassword, (value, field) =>
    ofARule.test(asRead(value).read) || isTimeOfOne(field, value) ? value : redactedMark,
  );
  return replaceAsRead(rest, written, (found, [, whole, ofValue, ofElement]) =>
    withoutSecret(found, whole, ofValue ?? ofElement, 0),
  );
}

/** A word of digits and letters, as none of a sentence is, and no time. */
const madeWord =
  /(?<![^\s"'“”([{<])(?![([{<]|\d{4}-\d\d-\d\d)(?=[^\s"'“”]*\p{L})(?=[^\s"'“”]*\d)[^\s"'“”]{8,}/gu;

/**
 * What is said of a field, without the words that may be what stood in it: the same is written under its name in the
 * answer. Of what is named, the rest stays readable.
 */
export function withoutSecretWords(path: string, said: string): string {
  const isOfSecret = path.split('.').some(isSecretField);
  return isOfSecret ? said.replace(madeWord, redactedMark) : said;
}

/** An address in an address in a text: nobody writes them deeper in each other. */
const deepest = 6;

/** What was found without what is secret of it: what isn't one by its own name may hold others. */
function withoutSecret(
  found: string,
  whole: string | undefined,
  field: string | undefined,
  depth: number,
): string {
  if (whole !== undefined && namesSecret(whole)) return withoutAttributes(whole);
  const own = field?.replace(/^[^:]*:/u, '');
  if (own !== undefined && isSecretField(own)) {
    return /^(?:true|false|null|\d{1,3})$/iu.test(found) ? found : hidden(found, own);
  }
  if (depth === deepest) return redactedMark;
  // A tag would be found again.
  const begun = whole === undefined ? 0 : 1;
  const rest = found
    .slice(begun)
    .replace(written, (each: string, tagInside?: string, ofValue?: string, ofElement?: string) =>
      withoutSecret(each, tagInside, ofValue ?? ofElement, depth + 1),
    );
  return found.slice(0, begun) + rest;
}

function isPhrase(field: string): boolean {
  return /(?:pass|seed|secret|recovery)[-_]?phrase$/iu.test(field);
}

function isPassword(field: string): boolean {
  return isSecretField(field) && /passw|pwd|passcode/iu.test(field);
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
  return isSaid(asRead(value).read) || isTimeOfOne(field, value) ? value : redactedMark;
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
