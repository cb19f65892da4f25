/** What can be wrong with a connection as it was entered, field by field. */
import type { ConnectionInput } from '@shared/connection';
import { isLoopback } from '@shared/loopback';
import { keptName } from '@shared/names';
import type { FieldReason } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { isPlainlySendable, isSendable, withoutUnseenEnds } from '@shared/sendable-text';
import { secretParts } from '../logging/logging';

/** Headers that the request's own machinery sets: presenting a token there would break it. */
const reservedHeaders = new Set([
  'accept',
  'connection',
  'content-length',
  'content-type',
  'cookie',
  'host',
  'keep-alive',
  'origin',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const longestLabel = 80;

function addressReason(text: string): FieldReason | undefined {
  // No network takes a NUL in an address, escaped or not.
  if (!isSendable(text) || /%00/u.test(text)) return 'unsendableText';
  let url: URL;
  try {
    url = new URL(text);
  } catch (cause) {
    if (cause instanceof TypeError) return 'notAnAddress';
    throw cause;
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'notAnAddress';
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return 'notHttps';
  if (url.username !== '' || url.password !== '') return 'hasUserInfo';
  if (text.includes('?') || text.includes('#')) return 'hasQuery';
  if (!/\/v1\/?$/u.test(url.pathname)) return 'mustEndInV1';
  return undefined;
}

// RFC 9110, section 5.6.2 (token) and 5.5 (field value).
const headerName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/u;
const headerValue = /^[\x20-\x7e]*$/u;

/** A shorter one may be in a name by chance. */
const shortestTold = 8;

/** The fields that have the token in them, which are kept in a file, shown, and put into backups. */
export function fieldsWithToken(input: ConnectionInput, token: string | undefined): string[] {
  const secrets = secretParts(token ?? '').filter(({ length }) => length >= shortestTold);
  const { label, baseAddress, workspaceId, presentation } = input;
  const texts = { label, baseAddress, workspaceId, ...presentation };
  return Object.entries(texts).flatMap(([field, text]) =>
    secrets.some((secret) => text.includes(secret)) ? [field] : [],
  );
}

/**
 * The token was pasted into a field that is no place for it.
 * @throws ProblemError invalidFields
 */
export function assertApartFromToken(input: ConnectionInput, token: string | undefined): void {
  const [first, ...others] = fieldsWithToken(input, token).map((field) => ({
    ...{ field, reason: 'holdsToken' as const },
  }));
  if (first) throw new ProblemError({ code: 'invalidFields', fields: [first, ...others] });
}

/**
 * Checks what was entered and returns it tidied: without blanks at its ends, nor what nobody sees there, and the
 * address without a closing slash. Its token is the one to be kept: none where nothing was entered, or none is presented.
 */
export function checkedConnectionInput(
  input: ConnectionInput,
  token: string | undefined,
): { input: ConnectionInput; token: string | undefined } {
  const fields: { field: string; reason: FieldReason }[] = [];
  const refuse = (field: string, reason: FieldReason) => fields.push({ field, reason });

  const label = keptName(input.label);
  if (label === '') refuse('label', 'required');
  else if (label.length > longestLabel) refuse('label', 'tooLong');

  const typed = withoutUnseenEnds(input.baseAddress);
  const reason = typed === '' ? 'required' : addressReason(typed);
  if (reason) refuse('baseAddress', reason);

  const workspaceId = withoutUnseenEnds(input.workspaceId);
  if (workspaceId === '') refuse('workspaceId', 'required');
  else if (!isPlainlySendable(workspaceId)) refuse('workspaceId', 'unsendableText');

  let { presentation } = input;
  if (presentation.kind === 'header') {
    const header = withoutUnseenEnds(presentation.header);
    const scheme = withoutUnseenEnds(presentation.scheme);
    if (header === '') refuse('header', 'required');
    else if (!headerName.test(header)) refuse('header', 'notAHeaderName');
    else if (reservedHeaders.has(header.toLowerCase())) refuse('header', 'reservedHeader');
    if (!headerValue.test(scheme)) refuse('scheme', 'notAHeaderValue');
    presentation = { kind: 'header', header, scheme };
  }

  const given = token === undefined ? undefined : withoutUnseenEnds(token);
  if (given !== undefined && !headerValue.test(given)) refuse('token', 'notAHeaderValue');

  const [first, ...others] = fields;
  if (first) throw new ProblemError({ code: 'invalidFields', fields: [first, ...others] });

  return {
    input: {
      label,
      baseAddress: new URL(typed).href.replace(/\/$/u, ''),
      workspaceId,
      colour: input.colour,
      preset: input.preset,
      presentation,
    },
    token: given === '' || presentation.kind === 'none' ? undefined : given,
  };
}
