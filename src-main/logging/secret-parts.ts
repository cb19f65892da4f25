import { isUtf8 } from 'node:buffer';

/** A shorter word stands in other texts by chance. */
const shortestPart = 8;
/** What a scheme is called, or a header: what is behind it is secret whichever letters it has. */
const introduces = /[=:]|^(?:bearer|basic|digest|negotiate|token|api-?key|key|jwt|hawk)$/iu;
/** No word of a language. */
const looksMade = /\p{N}|(?<=.)\p{Lu}/u;
/** Nor this, where it is known to be one piece. */
const hasASign = /[^\p{L}]/u;
const separators = /[\s"',;]+|=(?!=*(?:[\s"',;]|$))/u;

/**
 * What is secret of what was entered as one: all of it, and each long word behind another, as services repeat a token
 * without the scheme or the name of the header that it was pasted with.
 */
export function secretParts(entered: string): string[] {
  const whole = entered.trim();
  const [first = '', ...behind] = whole.split(separators);
  const isIntroduced = introduces.test(first) || whole.includes('=');
  const words = behind.filter(
    (word) => word.length >= shortestPart && (isIntroduced || looksMade.test(word)),
  );
  return [whole, ...words, ...[first, ...behind].flatMap(signedInWith)];
}

/**
 * The name and password of which `Authorization: Basic` is made (RFC 7617), and the password alone: many services decode
 * it and repeat that. Where there is no password, the name is a key. An everyday word would be taken out of everything.
 */
function signedInWith(word: string): string[] {
  const bytes = Buffer.from(word, 'base64');
  const isBase64 = bytes.toString('base64').replace(/=+$/u, '') === word.replace(/=+$/u, '');
  const both = bytes.toString('utf8');
  const [, name = '', password = ''] = /^(\P{Cc}*?):(\P{Cc}*)$/u.exec(both) ?? [];
  if (!isBase64 || !isUtf8(bytes) || name + password === '') return [];
  const alone = password === '' ? name : password;
  const isMade = looksMade.test(alone) || hasASign.test(alone);
  return [both, ...(isMade ? [alone] : [])].filter((one) => one.length >= shortestPart);
}
