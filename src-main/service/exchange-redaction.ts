import { longestRecordedBody } from '@shared/recorded-bodies';
import { createRedactor, redactedMark } from '../logging/logging';
import { createEscapedTextSearch } from '../storage/storage';
import {
  cutEveryAddress,
  cutFieldAddresses,
  endOfAddress,
  fieldAddresses,
  writingsOf,
} from './secret-addresses';
import { withoutSecretFields, withoutSecretWords } from './secret-fields';
import { isSecretHeader } from './secret-names';

/** Takes out of one request and its answer what must not be written down. */
export interface Redaction {
  /** Without the token, and with checkout and return addresses cut to their host. */
  readonly text: (value: string) => string;
  /**
   * The same for what the service answered, without what its fields name as secret; other addresses may be cut as well.
   * Of a longer one than `longestRead`, its beginning.
   */
  readonly answer: (value: string) => string;
  /** The same for what it says of one field. */
  readonly saidOf: (path: string, value: string) => string;
  /** Without the token only: for what the rooms work with. */
  readonly token: (value: string) => string;
  /** What came of an answer that may have been cut off, without the part of the token that ends it. */
  readonly withoutCutToken: (value: string) => string;
  /** Parsed JSON without the token in any of its texts and numbers. */
  readonly data: (value: unknown) => unknown;
  /**
   * Headers of an answer: like `answer`, and the values of cookies and of what sounds secret are
   * gone.
   */
  readonly headers: (headers: Readonly<Record<string, string>>) => Record<string, string>;
}

/** Whose token and request it is. */
export interface RedactionOptions {
  readonly token: string | undefined;
  readonly requestBody: string;
  /** Any address in the answer may let whoever has it act for the person: each is cut. */
  readonly cutsAllAddresses: boolean;
}

/** Of an answer: enough for what is written down, whatever is taken out of it. */
export const longestRead = 4 * longestRecordedBody;
/** Looking for many more, each in all its writings, would hold up the window. */
const mostAddresses = 100;

/** Shorter tokens are so likely to stand in an id by chance that only a whole text is one. */
const shortestTokenInside = 8;

/**
 * What must not be written down of a request and its answer. An address of a checkout or a return is
 * looked for everywhere once it is known, because services repeat it in their messages, not always whole.
 */
export function createRedaction(options: RedactionOptions): Redaction {
  const { token, requestBody } = options;
  let { cutsAllAddresses } = options;
  const secrets = createRedactor();
  if (token !== undefined) secrets.registerSecret(token);
  const addresses = createEscapedTextSearch();
  /** Of every known address, in each of its writings, what stands for it. */
  const cut = new Map<string, string>();
  const known = new Set<string>();
  const learn = (text: string) => {
    for (const address of fieldAddresses(text)) {
      if (known.has(address)) continue;
      // An answer with so many is of no known kind.
      if (known.size === mostAddresses) return void (cutsAllAddresses = true);
      known.add(address);
      for (const [written, shown] of writingsOf(address)) {
        // What the request names by itself, as its workspace, is no secret of the checkout's.
        if (!/[/?#=]/u.test(written) && requestBody.includes(JSON.stringify(written))) continue;
        addresses.add(written);
        cut.set(written, shown);
      }
    }
  };
  learn(requestBody);

  const withoutAddresses = (value: string): string => {
    learn(value);
    const rest = cutFieldAddresses(value);
    let result = '';
    let at = 0;
    for (const { start, end, text: address } of addresses.find(rest)) {
      // It stands in the one before it.
      if (end <= at) continue;
      if (start >= at) result += rest.slice(at, start) + (cut.get(address) ?? '');
      at = endOfAddress(rest, address, end);
    }
    return result + rest.slice(at);
  };

  const text = (value: string) => withoutAddresses(secrets.text(value));
  const answer = (value: string) => {
    const isLonger = value.length > longestRead;
    const read = isLonger ? secrets.withoutCutSecret(value.slice(0, longestRead)) : value;
    const withoutKnown = text(read);
    const rest = cutsAllAddresses ? cutEveryAddress(withoutKnown) : withoutKnown;
    return withoutSecretFields(rest);
  };
  const inside = (value: string): string => {
    const isShort = token !== undefined && token.length < shortestTokenInside;
    return isShort && value !== token ? value : secrets.text(value);
  };
  const data = (value: unknown): unknown => {
    if (typeof value === 'string') return inside(value);
    if (typeof value === 'number') {
      const shown = String(value);
      return inside(shown) === shown ? value : redactedMark;
    }
    if (Array.isArray(value)) return value.map(data);
    if (typeof value !== 'object' || value === null) return value;
    // Object.fromEntries makes a field of `__proto__`, an assignment would not.
    return Object.fromEntries(
      Object.entries(value).map(([key, field]) => [inside(key), data(field)]),
    );
  };

  return {
    text,
    answer,
    saidOf: (path, value) => withoutSecretWords(path, answer(value)),
    token: (value) => secrets.text(value),
    withoutCutToken: (value) => secrets.withoutCutSecret(value),
    data,
    headers: (headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          answer(name),
          headerValue(name, value, answer),
        ]),
      ),
  };
}

function headerValue(name: string, value: string, text: (value: string) => string): string {
  if (name.toLowerCase() === 'set-cookie') return '[cookie]';
  if (isSecretHeader(name, value)) return redactedMark;
  if (name.toLowerCase() !== 'location') return text(value);
  // Whoever has where it leads may go there in the person's place, also within the service (RFC 9110, 10.2.2).
  const isWhole = /^\s*(?:[a-z][a-z\d+.-]*:|\/\/)/iu.test(value);
  return isWhole ? cutEveryAddress(text(value)) : '/…';
}
