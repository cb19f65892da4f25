import { isLoopback } from '@shared/loopback';

/** What a checkout address is worth: whether Foyer opens it, and the host to show before. */
export interface CheckoutAddress {
  /** `host` or `host:port`, international names in ASCII; empty when the address has none. */
  readonly host: string;
  /** The address to open, written the one way that its parts were judged in; absent: never. */
  readonly href?: string;
}

/** Whether the practice service gave it: of no other service Foyer opens what isn't `https:`. */
export function isOfPractice(text: string): boolean {
  return readCheckoutAddress(text, true).href?.startsWith('http:') ?? false;
}

/** Longer ones than this are cut by browsers and shells in ways nobody has looked at. */
const longestAddress = 2_000;

/**
 * Judges a `checkoutUrl`. Foyer opens `https:` alone, and `http:` on loopback for the practice
 * service; never an address with a user name in it, which is there to be mistaken for a host.
 */
export function readCheckoutAddress(text: string, isPractice: boolean): CheckoutAddress {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return { host: '' };
  }
  const { protocol, host, hostname, username, password, href } = url;
  const isWeb = protocol === 'https:' || protocol === 'http:';
  if (!isWeb) return { host: '' };
  const isAllowed = protocol === 'https:' || (isPractice && isLoopback(hostname));
  const isPlain =
    username === '' &&
    password === '' &&
    // The parser drops an empty user name, line breaks, and turns backslashes round.
    /^https?:\/\/[^/?#\\@]+(?:[/?#]|$)/iu.test(text) &&
    !/[\s\\\p{Cc}]/u.test(text);
  const isShort = text.length <= longestAddress && href.length <= longestAddress;
  return isAllowed && isPlain && isShort ? { host, href } : { host };
}
