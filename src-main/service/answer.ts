import { isUtf8 as isUtf8Text } from 'node:buffer';
import type { AnswerForm } from '@shared/service/outcome';
import type { TransportResult } from './transport';

/** An answer, or the part of it that came, as text and as what can be made of it. */
export interface ReadAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly form: AnswerForm;
  readonly text: string;
  /** Only when `form` is `json`. */
  readonly json: unknown;
}

/** Deeper ones are taken for malformed: nothing documented is, and walking them has its limits. */
const deepestJson = 100;

/** Reads what came; `undefined` when there was no answer at all. Never throws. */
export function readAnswer(result: TransportResult): ReadAnswer | undefined {
  if (!('head' in result) || result.head === undefined) return undefined;
  const { status, headers } = result.head;
  const contentType = headers['content-type'] ?? '';
  const text = textOf(result.body, contentType);
  return { status, headers, text, ...readForm(text, contentType) };
}

/**
 * In the characters that its mark of byte order says, else UTF-8 where it is that, as many say they write others and don't,
 * else those that it is said to be in, by its header or by itself. The mark is left out: it is none of JSON's characters
 * (RFC 8259, 8.1: may be ignored).
 */
function textOf(body: Buffer, contentType: string): string {
  // In UTF-16 and ISO 2022 each is one of UTF-8 as well, with signs that no text has.
  const isUtf8 = isUtf8Text(body) && !body.includes(0) && !body.includes(0x1b);
  if (isUtf8) return new TextDecoder().decode(body);
  const charset =
    markedCharset(body) ??
    /;\s*charset\s*=\s*["']?([^\s;"']+)/iu.exec(contentType)?.[1] ??
    ownCharset(body);
  try {
    return new TextDecoder(charset).decode(body);
  } catch (error) {
    // Its name may be any word.
    if (!(error instanceof RangeError)) throw error;
    return new TextDecoder().decode(body);
  }
}

function markedCharset([first, second, third]: Buffer): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined;
}

const inXml = /^\s*<\?xml\s[^>]*?\sencoding\s*=\s*["']([^"']+)/iu;
const inPage = /<meta\s[^>]*?\bcharset\s*=\s*["']?([^\s;"'/>]+)/iu;

/** What XML or a page says of itself, as early as browsers look for it. In UTF-16 it couldn't be read here. */
function ownCharset(body: Buffer): string | undefined {
  const beginning = body.toString('latin1', 0, 1024);
  const named = (inXml.exec(beginning) ?? inPage.exec(beginning))?.[1];
  return named?.toLowerCase().startsWith('utf-16') ? undefined : named;
}

/** XML is a page only where what follows its declaration is one. */
const page =
  /^(?:<\?xml\b[^>]*>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*<(?:!doctype\s+html|html|head|body)\b/iu;

function readForm(text: string, contentType: string): { form: AnswerForm; json: unknown } {
  const start = text.trimStart().slice(0, 1024);
  if (start === '') return { form: 'empty', json: undefined };
  try {
    if (depthOf(text) <= deepestJson) return { form: 'json', json: parsed(text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (/\bx?html\b/iu.test(contentType) || page.test(start)) {
    return { form: 'html', json: undefined };
  }
  const wantsToBeJson = /[/+]json\b/iu.test(contentType) || /^[[{"]/u.test(start);
  return { form: wantsToBeJson ? 'malformedJson' : 'text', json: undefined };
}

/**
 * JSON's own values. A number that is too large for one becomes `Infinity` in JavaScript, which nothing
 * can write down again; it is none, like a field that isn't there.
 */
function parsed(text: string): unknown {
  const value = JSON.parse(text) as unknown;
  // Only with an exponent or so many digits; to walk through every answer takes its time.
  if (!/\d[eE]\+?\d|\d{300}/u.test(text)) return value;
  return JSON.parse(text, (_key, field: unknown) =>
    typeof field === 'number' && !Number.isFinite(field) ? null : field,
  );
}

/** How deep objects and lists lie in each other, strings left out. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') deepest = Math.max(deepest, (depth += 1));
    else if (character === '}' || character === ']') depth -= 1;
  }
  return deepest;
}
