/** Whether the answer to a registration, of which no shape is known, names the domain that was asked for, or another. */
import { domainToASCII } from 'node:url';

/** So many of an answer are read. */
const mostTexts = 1_000;
const isAscii = /^[\0-\x7f]*$/u;

/** What an answer says of the domain that was asked for. */
export interface AnsweredDomain {
  /** It stands there by itself: no sentence, which may say no as well. */
  readonly isNamed: boolean;
  /** The domain that stands in its place, and nothing in the answer names the one that was asked for. */
  readonly other: string | undefined;
}

/** Reads what was answered to a request for `asked` in a workspace. */
export function answeredDomain(asked: string, workspaceId: string, body: unknown): AnsweredDomain {
  const wanted = plain(asked);
  const texts = textsIn(body).slice(0, mostTexts);
  const isIn = (text: string) =>
    // A record of it has a name that no domain has: `_acme-challenge.` before it.
    wordsOf(text).some((word) => word.replace(/^(?:_[^.]*\.)+/u, '') === wanted);
  const isInParts = partsOf(wanted).some((parts) =>
    parts.every((part) => texts.some((text) => plain(text) === part)),
  );
  const isNamed = isInParts || texts.some((text) => !/\s/u.test(text.trim()) && isIn(text));
  const other = isNamed || texts.some(isIn) ? undefined : nameIn(body, workspaceId);
  return { isNamed, other };
}

/** As names are compared: services write them with capitals, with the root's dot, or in their own letters. */
function plain(name: string): string {
  const bare = name.trim().replace(/\.$/u, '').toLowerCase();
  return isAscii.test(bare) ? bare : domainToASCII(bare);
}

/** What may be a name in a text, such as an address; that of a person's mail is none. */
function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\p{N}.@_-]+/u).map(plain);
}

/** Programs of the DNS say a name in its parts: the host, and the zone in which it lies. */
function partsOf(name: string): [host: string, zone: string][] {
  const labels = name.split('.');
  return labels
    .slice(0, -2)
    .map((_, at) => [labels.slice(0, at + 1).join('.'), labels.slice(at + 1).join('.')]);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap((inner) => textsIn(inner))
    : [];
}

/** Its last label has no digit at its beginning, as those of addresses and versions have. */
const aDomain = /^[^\s/@:]+\.(?!\d)[^\s/@:.]+\.?$/u;

/**
 * The domain that an answer is about, where one stands where a name does. Only what looks like a domain counts, and not the
 * name of the workspace itself, which may be that of its site. Many services answer what they created in a list of one; a
 * longer list may be of other domains that are there.
 */
function nameIn(body: unknown, workspaceId: string): string | undefined {
  const whole = alone(body);
  const inner = ['customDomain', 'domain', 'data'].map((field) => alone(fieldOf(whole, field)));
  return [...inner, whole]
    .filter((value) => fieldOf(value, 'id') === undefined || fieldOf(value, 'id') !== workspaceId)
    .flatMap((value) => [value, fieldOf(value, 'name'), fieldOf(value, 'domain')])
    .find((value): value is string => typeof value === 'string' && aDomain.test(value.trim()));
}

function alone(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? (value as unknown[])[0] : value;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
