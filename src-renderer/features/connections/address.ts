/** What can be said of a base address before main is asked. */
import { isLoopback } from '@shared/loopback';
import type { FieldReason } from '@shared/problem';
import { withoutUnseenEnds } from '@shared/sendable-text';

/**
 * What is wrong with a base address. Main decides by the same rules; here they let a person see a
 * slip while still at the field.
 */
export function addressReason(text: string): FieldReason | undefined {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return 'notAnAddress';
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'notAnAddress';
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return 'notHttps';
  if (url.username !== '' || url.password !== '') return 'hasUserInfo';
  if (/[?#]/u.test(text)) return 'hasQuery';
  if (!/\/v1\/?$/u.test(url.pathname)) return 'mustEndInV1';
  return undefined;
}

/** An address in the one way in which it is written; the text itself where it is none. */
export function addressOf(text: string): string {
  const origin = originOf(text);
  const typed = withoutUnseenEnds(text);
  return (origin === undefined ? typed : new URL(typed).href).replace(/\/$/u, '');
}

/** `scheme://host:port`, or nothing where the text is no address. */
export function originOf(text: string): string | undefined {
  try {
    return new URL(withoutUnseenEnds(text)).origin;
  } catch {
    return undefined;
  }
}
