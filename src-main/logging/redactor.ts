import { createEscapedTextSearch, withoutOverlaps } from '../storage/storage';
import { secretParts } from './secret-parts';

/** What stands where a secret was. */
export const redactedMark = '[redacted]';

const secretKey =
  /token|authori[sz]ation|secret|password|passphrase|credential|cookie|api[-_]?key/i;

/** In a shorter one every second word would be a hit; it is only hidden where it stands alone. */
const shortestSearched = 4;
const longestText = 4000;
const longestList = 100;
const deepest = 6;

/**
 * Takes secrets out of what is about to be written down. Knows every value that was registered,
 * in the forms in which it travels: as it is, as hexadecimal, and in base64 at any place of a longer
 * text (`user:token`), each character of these in any of its escapes (storage's `escaped-text.ts`).
 */
export interface Redactor {
  /** From now on this value is never written, nor what is secret of it (`secretParts`). An empty one is ignored. */
  registerSecret(value: string): void;
  /** A text without any registered secret. */
  text(value: string): string;
  /** A text that may have been cut off, without the part of a secret with which it ends. */
  withoutCutSecret(value: string): string;
  /**
   * Plain data for JSON out of anything: secrets out, values under keys that sound secret out,
   * errors as objects, what is too deep or too long cut. Never throws.
   */
  data(value: unknown): unknown;
}

/** A redactor that knows no secret yet. */
export function createRedactor(): Redactor {
  const alone = new Set<string>();
  const search = createEscapedTextSearch();

  const registerSecret = (value: string): void => {
    for (const secret of secretParts(value)) {
      if (secret === '') continue;
      alone.add(secret);
      if (secret.length < shortestSearched) continue;
      for (const form of formsOf(secret)) search.add(form);
    }
  };

  const text = (value: string): string => {
    if (alone.has(value.trim())) return redactedMark;
    let result = '';
    let at = 0;
    // A form inside or across another must not leave the rest of it behind.
    for (const { start, end } of withoutOverlaps(search.find(value))) {
      result += value.slice(at, start) + redactedMark;
      at = end;
    }
    return result + value.slice(at);
  };

  const withoutCutSecret = (value: string): string => {
    const start = search.cutStart(value, shortestSearched);
    return start === undefined ? value : value.slice(0, start) + redactedMark;
  };

  const data = (value: unknown): unknown => {
    try {
      return plain(value, 0, []);
    } catch (error) {
      // A getter or a proxy that throws; the log line is worth more than the value.
      return `[unreadable: ${error instanceof Error ? error.name : typeof error}]`;
    }
  };

  const plain = (value: unknown, depth: number, above: readonly object[]): unknown => {
    switch (typeof value) {
      case 'string':
        return shorten(text(value));
      case 'number':
      case 'bigint': {
        const shown = String(value);
        if (text(shown) !== shown) return redactedMark;
        return typeof value === 'number' && Number.isFinite(value) ? value : shown;
      }
      case 'boolean':
      case 'undefined':
        return value;
      case 'function':
      case 'symbol':
        return `[${typeof value}]`;
      case 'object':
        return value === null ? null : plainObject(value, depth, above);
    }
  };

  const plainObject = (value: object, depth: number, above: readonly object[]): unknown => {
    if (above.includes(value)) return '[circular]';
    if (depth >= deepest) return '[too deep]';
    if (ArrayBuffer.isView(value)) return `[${String(value.byteLength)} bytes]`;
    if (value instanceof Date) {
      return Number.isNaN(value.getTime()) ? '[no date]' : value.toISOString();
    }
    if (value instanceof URL) return shorten(text(value.href));
    const within = [...above, value];
    if (Array.isArray(value) || value instanceof Set) {
      const items = [...value].slice(0, longestList);
      return items.map((item: unknown) => plain(item, depth + 1, within));
    }
    const fields = value instanceof Map ? [...value] : fieldsOf(value);
    const result: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    for (const [key, field] of fields.slice(0, longestList)) {
      const name = shorten(text(String(key)));
      result[name] = hides(name, field) ? redactedMark : plain(field, depth + 1, within);
    }
    return result;
  };

  return { registerSecret, text, withoutCutSecret, data };
}

/** Whether the name of a field or header says that its value is a secret. */
export function soundsSecret(name: string): boolean {
  return secretKey.test(name);
}

/** `tokenPresent: true` and `tokens: 3` are no secrets, and worth knowing. */
function hides(key: string, value: unknown): boolean {
  if (value === null || value === undefined) return false;
  return soundsSecret(key) && typeof value !== 'boolean' && typeof value !== 'number';
}

function fieldsOf(value: object): [unknown, unknown][] {
  const own = Object.entries(value);
  if (!(value instanceof Error)) return own;
  const named: [string, unknown][] = [
    ['name', value.name],
    ['message', value.message],
    ['stack', value.stack],
  ];
  if (value.cause !== undefined) named.push(['cause', value.cause]);
  return [...named, ...own.filter(([key]) => key !== 'name')];
}

/** What encodes several characters together; the escapes of single ones are the search's. */
function formsOf(secret: string): Set<string> {
  const bytes = Buffer.from(secret, 'utf8');
  const forms = [
    secret,
    // Half a surrogate pair, which a pasted text can hold, becomes a mark on its way.
    bytes.toString('utf8'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
  ];
  // A UUID, or a number in hexadecimal, is the same in either case, with and without hyphens: a service writes it in its own way.
  if (/^[\da-f-]+$/i.test(secret)) {
    const digits = secret.replaceAll('-', '');
    const uuid = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(digits)?.slice(1).join('-');
    for (const form of [secret, digits, ...(uuid === undefined ? [] : [uuid])]) {
      forms.push(form.toLowerCase(), form.toUpperCase());
    }
  }
  // As a number in JSON it has no zeros in front, and others behind what a number can hold.
  if (/^\d+$/.test(secret)) forms.push(String(Number(secret)));
  for (const before of [0, 1, 2]) {
    const shifted = base64Core(bytes, before);
    forms.push(shifted, shifted.replace(/\+/g, '-').replace(/\//g, '_'));
  }
  return new Set(forms.filter((form) => form.length >= shortestSearched));
}

/** The base64 characters that depend on the secret alone, when `before` bytes stand before it. */
function base64Core(bytes: Buffer, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  const first = Math.ceil((before * 8) / 6);
  const last = Math.floor(((before + bytes.byteLength) * 8) / 6);
  return text.slice(first, last);
}

function shorten(text: string): string {
  if (text.length <= longestText) return text;
  return `${text.slice(0, longestText)}… (${String(text.length)} characters)`;
}
