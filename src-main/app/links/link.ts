/**
 * Links that open Foyer: `foyer://preview/NAME`, `foyer://preview?bot=…&to=…` (with `group` and
 * `connection`, if wanted) and `foyer://theme/ID`. Anyone can make one, so a link opens something to
 * look at and confirm, and does no more.
 */
import { withoutDirectionSigns } from '@shared/direction-signs';
import { isPlainlySendable } from '@shared/sendable-text';

/** What a link asks to be shown. */
export type LinkTarget =
  | { kind: 'shortcut'; name: string }
  | {
      kind: 'preview';
      botId: string;
      to: string;
      startGroupId: string;
      /** A connection's label; `undefined`: the one in use. */
      connection: string | undefined;
    }
  | { kind: 'theme'; id: string };

const longestLink = 4_000;
const longestValue = 500;

/** Whether a word of the command line is a link, told by its scheme. */
export function isLink(word: string): boolean {
  return /^foyer:/iu.test(word);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    // A `%` that begins no character.
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** What nobody sees, what ends a line or writes from right to left would make the confirmation lie. */
function isPlain(value: string): boolean {
  return value.length <= longestValue && isPlainlySendable(value) && !/[\p{Zl}\p{Zp}]/u.test(value);
}

/** A name only finds what a person has named so: with any sign that is kept of a name, and that turns no text round. */
function isPlainName(value: string): boolean {
  return withoutDirectionSigns(value) === value && isPlain(value.replace(/[\p{Cf}\p{DI}]/gu, ''));
}

/** Reads a link. `undefined`: it is none of ours, or holds what can't be shown truthfully. */
export function readLink(text: string): LinkTarget | undefined {
  if (text.length > longestLink) return undefined;
  // Systems hand a link over with and without a slash before the query: by hand, not by `URL`,
  // which reads an unknown scheme's parts differently from one version to the next.
  const parts =
    /^foyer:\/\/(?<place>[a-z]+)(?:\/(?<name>[^/?#]*))?\/?(?:\?(?<query>[^#]*))?$/iu.exec(
      text,
    )?.groups;
  if (!parts) return undefined;
  const name = decoded(parts['name'] ?? '')?.trim();
  if (name === undefined || !isPlainName(name)) return undefined;
  switch (parts['place']?.toLowerCase() ?? '') {
    case 'theme':
      return /^[\w-]{1,100}$/u.test(name) ? { kind: 'theme', id: name } : undefined;
    case 'preview':
      return name === '' ? previewIn(parts['query'] ?? '') : { kind: 'shortcut', name };
    default:
      return undefined;
  }
}

function previewIn(query: string): LinkTarget | undefined {
  const values: Record<string, string> = {};
  for (const pair of query.split('&')) {
    const [key = '', ...rest] = pair.split('=');
    // A plus is a plus: telephone numbers begin with one, and links are written by hand.
    const value = decoded(rest.join('='))?.trim();
    const isReadable = key === 'connection' ? isPlainName : isPlain;
    if (value === undefined || !isReadable(value)) return undefined;
    // Said twice, it could be read in two ways.
    if (Object.hasOwn(values, key)) return undefined;
    values[key] = value;
  }
  const { bot = '', to = '', group = '', connection = '' } = values;
  if (bot === '' || to === '') return undefined;
  return {
    kind: 'preview',
    botId: bot,
    to,
    startGroupId: group,
    connection: connection === '' ? undefined : connection,
  };
}
