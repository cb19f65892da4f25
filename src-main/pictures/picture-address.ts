/** Which addresses may be asked for a picture, within what limits, and how that fails. */
import { isIP } from 'node:net';
import type { PictureFailure } from '@shared/bridge/pictures';
import { isPublicAddress } from './public-address';

export interface PictureLimits {
  readonly bytes: number;
  readonly pixels: number;
  readonly redirects: number;
  /** For all of it, names and redirects included. */
  readonly ms: number;
}

export const usualPictureLimits: PictureLimits = {
  bytes: 10 * 1024 * 1024,
  pixels: 40_000_000,
  redirects: 3,
  ms: 20_000,
};

/** How a fetch fails, inside this room. */
export class PictureError extends Error {
  override readonly name = 'PictureError';
  constructor(readonly failure: PictureFailure) {
    super(failure.reason);
  }
}

/** An error with this reason. */
export const fail = (reason: PictureFailure['reason'], status?: number) =>
  new PictureError(status === undefined ? { reason } : { reason, status });

/** Names that lead to no public host, refused before anybody is asked about them. */
const localName = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa|onion)$/u;

/**
 * What of an address can be told without asking anybody: its URL, if it may be asked for.
 * @throws PictureError notAnAddress, notHttps, privateAddress
 */
export function checkedUrl(address: string): URL {
  let url: URL;
  try {
    url = new URL(address);
  } catch (error) {
    if (error instanceof TypeError) throw fail('notAnAddress');
    throw error;
  }
  if (url.protocol !== 'https:') throw fail('notHttps');
  if (url.username !== '' || url.password !== '') throw fail('notAnAddress');
  const host = hostOf(url);
  if (isIP(host) === 0) {
    if (host === '' || !host.includes('.') || localName.test(host)) throw fail('privateAddress');
  } else if (!isPublicAddress(host)) {
    throw fail('privateAddress');
  }
  return url;
}

/** Whether an address may be asked for at all; what comes of asking is another thing. */
export function mayLoad(address: string): boolean {
  try {
    checkedUrl(address.trim());
    return true;
  } catch (error) {
    if (error instanceof PictureError) return false;
    throw error;
  }
}

/** Without the brackets of IPv6 and the dot of a name that is written out in full. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/gu, '').replace(/\.$/u, '');
}
