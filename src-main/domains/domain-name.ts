import { domainToASCII, domainToUnicode } from 'node:url';
import type { FieldReason } from '@shared/problem';
import { isSendable, withoutUnseenEnds } from '@shared/sendable-text';
import { parse } from 'tldts';

/** A name that can be registered, or why it can't be one. */
export type DomainReading =
  | {
      readonly ok: true;
      /** Lower case, as it is sent (RFC 5890, A-labels). */
      readonly ascii: string;
      /** As a person reads it. */
      readonly unicode: string;
      /**
       * `apex`: right under a public suffix (`example.co.uk`). `subdomain`: further down. `unknown`:
       * its ending is on no list of public suffixes, as in a company's own network.
       */
      readonly kind: 'apex' | 'subdomain' | 'unknown';
      /** A port that was typed behind the name, and that no domain has. */
      readonly droppedPort?: string;
    }
  | { readonly ok: false; readonly reason: FieldReason };

/** RFC 1035, 2.3.4: bytes of a label, and of a name as it is written without its last dot. */
const longestLabel = 63;
const longestName = 253;

/** What stands in no host name. Said before the conversion, which would decode or drop some. */
const foreignCharacters = /[\s%<>^|\\"'`{}[\]@:*_,;!$&()=+~]/u;

/**
 * Reads a domain name as a person types or pastes it. Capitals, a dot at the end, a port and the
 * rest of a pasted address are dropped; international names are taken both ways. Refused: a single
 * word, an IP address, a wildcard, underscores (no host name has them, RFC 1123), a bare public
 * suffix.
 */
export function readDomainName(text: string): DomainReading {
  const given = withoutUnseenEnds(text);
  if (given === '') return refuse('required');
  const { host: typed, port } = hostOf(given);
  // An address without a host.
  if (typed === '') return refuse('notADomain');
  if (!isSendable(typed)) return refuse('unsendableText');
  // Other names of the DNS have them: it is the one sign that people take for allowed.
  if (/^[\p{L}\p{N}._-]+$/u.test(typed) && typed.includes('_')) return refuse('domainUnderscore');
  if (foreignCharacters.test(typed)) return refuse('notADomain');
  const ascii = toAscii(typed);
  if (ascii === undefined) return refuse('notADomain');
  const labels = ascii.split('.');
  if (labels.length < 2 || labels.includes('')) return refuse('notADomain');
  if (labels.some((label) => label.length > longestLabel)) return refuse('labelTooLong');
  if (ascii.length > longestName) return refuse('domainTooLong');
  // An ending that begins with a digit is the last part of an IP address, hexadecimal ones too.
  if (!labels.every(isLabel) || !/^[a-z]/u.test(labels.at(-1) ?? '')) return refuse('notADomain');
  const reading = judge(ascii);
  return reading.ok && port !== undefined ? { ...reading, droppedPort: port } : reading;
}

/** The host and the port of a pasted address; other text as it is. */
function hostOf(text: string): { host: string; port?: string } {
  const afterScheme = text.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\//iu, '');
  const [copied = ''] = afterScheme.split(/[/?#]/u);
  const host = withoutUnseenEnds(copied);
  const port = /:(\d{1,5})$/u.exec(host)?.[1];
  return port === undefined ? { host } : { host: host.slice(0, -1 - port.length), port };
}

/**
 * The name in ASCII, without the dot of the root. Long labels are left to the caller: the
 * conversion takes them or not, by version.
 */
function toAscii(typed: string): string | undefined {
  const lower = typed.toLowerCase().normalize('NFC');
  // Plain names go round the conversion, which reads `0x7f.1` as an address.
  const ascii = /^[a-z0-9.-]*$/u.test(lower) && !lower.includes('xn--') ? lower : idna(lower);
  const name = ascii?.replace(/\.$/u, '');
  return name === '' ? undefined : name;
}

function idna(lower: string): string | undefined {
  const ascii = domainToASCII(lower);
  // Names that are written in ASCII already must mean what they say: a broken one has no other form.
  if (ascii === '' || domainToUnicode(ascii) === '') return undefined;
  return ascii;
}

/** RFC 1123, 2.1: letters, digits, and hyphens that are neither first nor last. */
function isLabel(label: string): boolean {
  return /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/u.test(label);
}

/**
 * Letters, digits and marks of any script, the few signs that RFC 5892 (appendix A) allows between
 * them, and pictographs, which some registries sell against it. Brackets and look-alike hyphens
 * have an ASCII form too, but nobody registers them.
 */
const readable =
  /^[\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Join_Control}\uFE0F\u00B7\u0375\u05F3\u05F4\u30FB-]+$/u;

function isReadable(label: string): boolean {
  return readable.test(label) && !/^-|-$/u.test(label);
}

function judge(ascii: string): DomainReading {
  // What matters is where a zone begins, so only the suffixes of the DNS count, not those that
  // companies have put on the list for their customers.
  const found = parse(ascii, { allowPrivateDomains: false, validateHostname: false });
  const unicode = domainToUnicode(ascii);
  if (!unicode.split('.').every(isReadable)) return refuse('notADomain');
  if (found.isIcann !== true) return { ok: true, ascii, unicode, kind: 'unknown' };
  if (found.domain === null) return refuse('publicSuffix');
  // Reserved by RFC 5891, 4.2.3.1, and sold by no registry.
  if (/^(?!xn--)..--/u.test(found.domainWithoutSuffix ?? '')) return refuse('notADomain');
  return { ok: true, ascii, unicode, kind: found.subdomain === '' ? 'apex' : 'subdomain' };
}

function refuse(reason: FieldReason): DomainReading {
  return { ok: false, reason };
}
