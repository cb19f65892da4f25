/**
 * Whether an answer says itself that it came to nothing: some services answer 200 to everything, and have their no in the
 * body.
 */

type Fields = ReadonlyMap<string, unknown>;

/** Fields that say yes or no. */
const yesFields: readonly string[] = ['success', 'ok', 'succeeded', 'issuccess', 'successful'];
/** Fields that say how it ended, in a word. */
const wordFields: readonly string[] = ['status', 'result', 'outcome'];
const noWords = /^(?:error|fail(?:ed|ure)?|rejected|refused|denied)$/iu;
const yesWords = /^(?:ok|success|done|created)[.!]?$/iu;
/** Fields that have the status that it would have had. */
const statusFields: readonly string[] = ['status', 'statuscode', 'httpstatus', 'code'];
/** What is answered stands inside of these. */
const envelopes: readonly string[] = ['data', 'result', 'response'];
/** Some write a word where there is no error. */
const nothingWords = /^(?:false|none|null|no|0)?$/iu;

/** Whether it says no, or, in `error` or `errors`, what went wrong. */
export function saysItFailed(body: unknown): boolean {
  return levelsOf(body).some((fields) => isNo(fields) || isGiven(fields.get('errors')));
}

/** The same without `errors`: beside what was saved, such a list may be warnings. */
export function saysNo(body: unknown): boolean {
  return levelsOf(body).some(isNo);
}

/** Whether a field of it says yes; another may still say no. */
export function saysYes(body: unknown): boolean {
  return levelsOf(body).some(
    (fields) =>
      yesFields.some((name) => flagOf(fields.get(name)) === true) ||
      wordFields.some((name) => yesWords.test(textOf(fields.get(name)))) ||
      statusFields.some((name) => /^2\d\d$/u.test(textOf(fields.get(name)))),
  );
}

/** Whether it says nothing, or yes and no more. */
export function saysNothingButYes(body: unknown): boolean {
  const value = alone(body);
  return value === true || yesWords.test(textOf(value)) || isNothing(value) || isAllYes(value);
}

function isAllYes(value: unknown): boolean {
  const fields = [...fieldsOf(value)];
  return fields.length > 0 && fields.every(isYes);
}

function isYes([name, value]: [name: string, value: unknown]): boolean {
  const text = textOf(value);
  if (yesFields.includes(name)) return flagOf(value) === true;
  if (statusFields.includes(name) && /^(?:0|2\d\d)$/u.test(text)) return true;
  if (yesWords.test(text)) return name === 'message' || wordFields.includes(name);
  return isNothing(value) || isAllYes(value);
}

function isNothing(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === '';
}

/** The answer and what its envelope holds. GraphQL has what is answered one deeper, under the operation's name. */
function levelsOf(body: unknown): Fields[] {
  const top = fieldsOf(alone(body));
  const inner = envelopes.map((name) => fieldsOf(alone(top.get(name))));
  const operations = inner.map((fields) =>
    fieldsOf(fields.size === 1 ? alone([...fields.values()][0]) : undefined),
  );
  return [top, ...inner, ...operations];
}

/** Many services answer what they made in a list of one. */
function alone(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

/** By their names in whichever letters: `Success`, `status_code`. */
function fieldsOf(value: unknown): Fields {
  const isTree = typeof value === 'object' && value !== null && !Array.isArray(value);
  const entries = isTree ? Object.entries(value) : [];
  return new Map(entries.map(([name, field]) => [name.replace(/[_-]/gu, '').toLowerCase(), field]));
}

function isNo(fields: Fields): boolean {
  if (yesFields.some((name) => flagOf(fields.get(name)) === false)) return true;
  if (fields.get('status') === false) return true;
  if (wordFields.some((name) => noWords.test(textOf(fields.get(name))))) return true;
  if (statusFields.some((name) => /^[45]\d\d$/u.test(textOf(fields.get(name))))) return true;
  return isGiven(fields.get('error'));
}

function flagOf(value: unknown): boolean | undefined {
  const word = textOf(value).toLowerCase();
  if (word === 'true' || word === '1') return true;
  return word === 'false' || word === '0' ? false : undefined;
}

function textOf(value: unknown): string {
  const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
  return isPlain ? String(value).trim() : '';
}

/** Many write an empty one where there is none, or one of nothing but empty fields. */
function isGiven(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isGiven);
  return !nothingWords.test(textOf(value));
}
