// Where a build looks for updates: whoever makes it names a feed and the key that signs it.
import { createPublicKey } from 'node:crypto';
import { ToolError } from '../tools/running.mjs';

/**
 * What the build's code is told of its feed; empty text where none is named.
 *
 * @param {Record<string, string | undefined>} environment `FOYER_UPDATE_FEED`, an address of a folder,
 *   and `FOYER_UPDATE_KEY`, an Ed25519 public key (SPKI in DER, as base64); with `FOYER_TEST_BUILD`
 *   of `1` the feed may be this computer's own
 * @returns {{ FOYER_UPDATE_FEED: string, FOYER_UPDATE_KEY: string }} as JavaScript
 * @throws {ToolError} when one is there without the other, or can't be right
 */
export function namedFeed(environment) {
  const { FOYER_UPDATE_FEED: feed = '', FOYER_UPDATE_KEY: key = '' } = environment;
  const isTest = environment.FOYER_TEST_BUILD === '1';
  if ((feed === '') !== (key === '')) {
    throw new ToolError('FOYER_UPDATE_FEED and FOYER_UPDATE_KEY go together: set both, or none.');
  }
  return {
    FOYER_UPDATE_FEED: JSON.stringify(feed === '' ? '' : folderAddress(feed, isTest)),
    FOYER_UPDATE_KEY: JSON.stringify(key === '' ? '' : checkedKey(key)),
  };
}

function folderAddress(feed, isTest) {
  let address;
  try {
    address = new URL(feed.endsWith('/') ? feed : `${feed}/`);
  } catch {
    throw new ToolError('FOYER_UPDATE_FEED is not an address.');
  }
  const isPlain = address.search === '' && address.hash === '' && address.username === '';
  // Of http, the app of a build for tests takes only this computer's.
  const protocols = isTest ? ['https:', 'http:'] : ['https:'];
  if (!isPlain || !protocols.includes(address.protocol)) {
    throw new ToolError('FOYER_UPDATE_FEED has to be a https address without a query.');
  }
  return address.href;
}

function checkedKey(key) {
  try {
    const read = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
    if (read.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Said below.
  }
  throw new ToolError('FOYER_UPDATE_KEY is not an Ed25519 public key (SPKI in DER, as base64).');
}
