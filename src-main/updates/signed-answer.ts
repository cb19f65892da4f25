/**
 * The one small answer in which a feed says what the newest Foyer is: JSON, and beside it a detached
 * Ed25519 signature. Nothing of it is believed before the signature over its very bytes was checked,
 * and everything that is downloaded later is named in it, with length and checksum.
 */
import { createPublicKey, verify } from 'node:crypto';
import { appId } from '@shared/app-id';
import type { UpdateFailure } from '@shared/bridge/updates';
import { isLoopback } from '@shared/loopback';
import { z } from 'zod';
import { releasedVersion } from './version-order';

/** Where a build looks for updates. */
export interface UpdateFeed {
  /** A folder, with a `/` at its end. */
  readonly address: string;
  /** The public half of the key that signs the answer: SPKI in DER, as base64. */
  readonly key: string;
  /** Plain http on this computer is good enough: in a build for tests only. */
  readonly takesLoopback: boolean;
}

export const answerName = 'foyer.json';
export const signatureName = 'foyer.json.sig';

export const largestAnswerBytes = 64 * 1024;
const longestNotes = 4_000;
const mostRedirects = 5;

/** A file that installs a version. */
const fileSchema = z.object({
  /** In the feed's folder; so no way leads out of it. */
  name: z
    .string()
    .max(200)
    .regex(/^[A-Za-z0-9][\w.+-]*$/u),
  /** As base64. */
  sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/u),
  size: z.number().int().positive().max(2_000_000_000),
});
export type UpdateFile = z.infer<typeof fileSchema>;

const answerSchema = z.object({
  app: z.string().max(200),
  version: z.string().regex(releasedVersion),
  notes: z.string().default(''),
  /** The part of the people that it goes to first, by the looks that Foyer does by itself. */
  percent: z.number().int().min(1).max(100).default(100),
  /** By system and processor, such as `linux-x64`. */
  files: z.record(z.string(), fileSchema).default({}),
});

/** What a feed says, once it is believed. */
export interface PublishedVersion {
  readonly version: string;
  /** Plain text, cut to a length that can be shown. */
  readonly notes: string;
  /** Of a hundred Foyers, how many are told without asking. */
  readonly percent: number;
  readonly files: Readonly<Record<string, UpdateFile>>;
}

/** A request as the service's transports take it, and what of their results is looked at. */
export interface FeedRequest {
  readonly method: 'GET';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly once: false;
  readonly maxAnswerBytes: number;
  readonly signal: AbortSignal;
}
export type FeedResult =
  | {
      readonly end: 'complete';
      readonly head: {
        readonly status: number;
        readonly headers: Readonly<Record<string, string>>;
      };
      readonly body: Buffer;
    }
  | { readonly end: 'tooLarge' | 'cut' | 'refusedByProxy' | 'failed' | 'stopped' };

/** Carries requests; never rejects for what a network or a server does. */
export type SendToFeed = (request: FeedRequest) => Promise<FeedResult>;

/** An update that was refused; `reason` is what the person reads. */
export class UpdateError extends Error {
  readonly reason: UpdateFailure;

  constructor(reason: UpdateFailure, detail = '') {
    super(detail === '' ? reason : `${reason}: ${detail}`);
    this.reason = reason;
  }
}

/**
 * Asks a feed for its answer. `signal` is the time limit.
 *
 * @throws UpdateError
 */
export async function readFeed(
  feed: UpdateFeed,
  send: SendToFeed,
  signal: AbortSignal,
): Promise<PublishedVersion> {
  const [answer, signature] = await Promise.all([
    fetchSmall(new URL(answerName, feed.address), feed, send, signal),
    fetchSmall(new URL(signatureName, feed.address), feed, send, signal),
  ]);
  return readAnswer(answer, signature.toString('latin1'), feed.key);
}

/**
 * What an answer says, when its signature is good.
 *
 * @param answer its very bytes
 * @param signature base64
 * @param key as in `UpdateFeed`
 * @throws UpdateError
 */
export function readAnswer(answer: Buffer, signature: string, key: string): PublishedVersion {
  if (!isSigned(answer, signature, key)) throw new UpdateError('badSignature');
  const read = answerSchema.safeParse(parsed(answer));
  if (!read.success) throw new UpdateError('unreadable', read.error.issues[0]?.path.join('.'));
  const { app, version, notes, percent, files } = read.data;
  if (app !== appId) throw new UpdateError('otherApp', app);
  return { version, notes: plain(notes), percent, files };
}

function isSigned(answer: Buffer, signature: string, key: string): boolean {
  const publicKey = createPublicKey({
    key: Buffer.from(key, 'base64'),
    format: 'der',
    type: 'spki',
  });
  return verify(null, answer, publicKey, Buffer.from(signature.trim(), 'base64'));
}

function parsed(answer: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(answer));
  } catch {
    throw new UpdateError('unreadable');
  }
}

/** Without what would move or hide text; line ends and tabs stay. */
function plain(notes: string): string {
  const cut = notes.length > longestNotes ? `${notes.slice(0, longestNotes)}…` : notes;
  // Half of a pair that was cut goes, too.
  return cut.replace(/\r\n?/gu, '\n').replace(/[^\P{C}\n\t]/gu, '');
}

/** Whether Foyer asks there for updates. */
export function mayAsk(
  address: URL,
  { takesLoopback }: Pick<UpdateFeed, 'takesLoopback'>,
): boolean {
  if (address.username !== '' || address.password !== '') return false;
  if (address.protocol === 'https:') return true;
  return takesLoopback && address.protocol === 'http:' && isLoopback(address.hostname);
}

async function fetchSmall(
  address: URL,
  feed: UpdateFeed,
  send: SendToFeed,
  signal: AbortSignal,
  redirects = 0,
): Promise<Buffer> {
  if (!mayAsk(address, feed) || redirects > mostRedirects) {
    throw new UpdateError('redirected', address.host);
  }
  const result = await send({
    method: 'GET',
    url: address.href,
    headers: { accept: 'application/json, */*', 'user-agent': 'Foyer' },
    body: Buffer.alloc(0),
    once: false,
    maxAnswerBytes: largestAnswerBytes,
    signal,
  });
  if (result.end === 'tooLarge') throw new UpdateError('tooLarge');
  if (result.end === 'cut') throw new UpdateError('cut');
  if (result.end === 'stopped') throw new UpdateError('tooSlow');
  if (result.end !== 'complete') throw new UpdateError('notReached');
  const { status, headers } = result.head;
  const { location } = headers;
  if (status >= 300 && status < 400 && location !== undefined) {
    return fetchSmall(targetOf(location, address), feed, send, signal, redirects + 1);
  }
  if (status !== 200) throw new UpdateError('refused', String(status));
  return result.body;
}

function targetOf(location: string, from: URL): URL {
  try {
    return new URL(location, from);
  } catch {
    throw new UpdateError('redirected', location.slice(0, 200));
  }
}
