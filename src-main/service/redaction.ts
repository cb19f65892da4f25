import { createRedactor } from '../storage/storage';

/** Takes out of one request and its answer what must not be written down. */
export interface Redaction {
  /** Without the token, and with checkout and return addresses cut to their host. */
  readonly text: (value: string) => string;
  /** Without the token only: for what the rooms work with. */
  readonly token: (value: string) => string;
  /** Parsed JSON without the token in any of its texts. */
  readonly data: (value: unknown) => unknown;
  /** Headers of an answer: like `text`, and the values of cookies are gone. */
  readonly headers: (headers: Readonly<Record<string, string>>) => Record<string, string>;
}

/** Addresses that let whoever has them act for the person (architecture, *Sending*). */
const addressField = /("(?:checkoutUrl|returnUrl)"\s*:\s*)"((?:[^"\\]|\\.)*)("?)/giu;

/** Shorter tokens are so likely to stand in an id by chance that only a whole text is one. */
const shortestTokenInside = 8;
const shortestAddress = 8;

/**
 * What must not be written down of a request with this token and this body. The return address is
 * looked for everywhere, because services repeat it in their messages.
 */
export function createRedaction(token: string | undefined, requestBody: string): Redaction {
  const secrets = createRedactor();
  if (token !== undefined) secrets.registerSecret(token);
  const addresses = new Set<string>();
  const learnAddresses = (text: string) => {
    for (const [, , escaped = ''] of text.matchAll(addressField)) {
      for (const form of [escaped, unescaped(escaped)]) {
        // A very short one stands in other texts by chance.
        if (form.length >= shortestAddress) addresses.add(form);
      }
    }
  };
  learnAddresses(requestBody);

  const withoutAddresses = (value: string): string => {
    learnAddresses(value);
    let result = value.replace(
      addressField,
      (_, name: string, address: string, end: string) =>
        `${name}"${hidden(unescaped(address))}${end}`,
    );
    for (const address of addresses)
      result = result.split(address).join(hidden(unescaped(address)));
    return result;
  };

  const text = (value: string) => withoutAddresses(secrets.text(value));
  const inside = (value: string): string => {
    const isShort = token !== undefined && token.length < shortestTokenInside;
    return isShort && value !== token ? value : secrets.text(value);
  };
  const data = (value: unknown): unknown => {
    if (typeof value === 'string') return inside(value);
    if (Array.isArray(value)) return value.map(data);
    if (typeof value !== 'object' || value === null) return value;
    // Object.fromEntries makes a field of `__proto__`, an assignment would not.
    return Object.fromEntries(
      Object.entries(value).map(([key, field]) => [inside(key), data(field)]),
    );
  };

  return {
    text,
    token: (value) => secrets.text(value),
    data,
    headers: (headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          text(name),
          name.toLowerCase() === 'set-cookie' ? '[cookie]' : text(value),
        ]),
      ),
  };
}

/** Scheme and host of an address, and that there was more. What is no address is hidden whole. */
function hidden(address: string): string {
  try {
    const { protocol, host } = new URL(address);
    return host === '' ? '[address]' : `${protocol}//${host}/…`;
  } catch (error) {
    if (error instanceof TypeError) return '[address]';
    throw error;
  }
}

/** The text that a JSON string stands for; as it is when it is cut off in the middle. */
function unescaped(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
