/** The first place at which a text stops being JSON. Both count from 1. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
  /** The text is right as far as it goes, and ends too early. */
  readonly cutOff: boolean;
}

type Expecting = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'commaOrEnd' | 'nothing';

const whitespace = /[ \t\n\r]*/y;
const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const escapes = new Set('"\\/bfnrt');

/**
 * Finds what `JSON.parse` only says in words that differ from one engine to the next (RFC 8259).
 * Undefined for a text that is JSON. Does not recurse, so depth is no danger.
 */
export function findJsonFault(text: string): JsonFault | undefined {
  const open: ('{' | '[')[] = [];
  let expecting: Expecting = 'value';
  let at = 0;

  const afterValue = (): Expecting => (open.length === 0 ? 'nothing' : 'commaOrEnd');

  for (;;) {
    at = matchEnd(whitespace, text, at) ?? at;
    const next = text[at];
    if (next === undefined) return expecting === 'nothing' ? undefined : fault(text, at, true);

    if (expecting === 'colon') {
      if (next !== ':') return fault(text, at);
      expecting = 'value';
      at += 1;
    } else if (expecting === 'commaOrEnd' && next === ',') {
      expecting = open[open.length - 1] === '{' ? 'key' : 'value';
      at += 1;
    } else if (next === '}' || next === ']') {
      const mayEnd =
        expecting === 'commaOrEnd' || expecting === (next === '}' ? 'keyOrEnd' : 'valueOrEnd');
      if (!mayEnd || open.pop() !== (next === '}' ? '{' : '[')) return fault(text, at);
      expecting = afterValue();
      at += 1;
    } else if (expecting === 'key' || expecting === 'keyOrEnd') {
      if (next !== '"') return fault(text, at);
      const end = stringEnd(text, at);
      if (!end.whole) return fault(text, end.at, end.at >= text.length);
      expecting = 'colon';
      at = end.at;
    } else if (expecting !== 'value' && expecting !== 'valueOrEnd') {
      return fault(text, at);
    } else if (next === '{' || next === '[') {
      open.push(next);
      expecting = next === '{' ? 'keyOrEnd' : 'valueOrEnd';
      at += 1;
    } else {
      const end = next === '"' ? stringEnd(text, at) : scalarEnd(text, at);
      if (!end.whole) return fault(text, end.at, end.at >= text.length);
      expecting = afterValue();
      at = end.at;
    }
  }
}

interface TokenEnd {
  /** One past the token, or the place of the fault; the text's length if it is cut off. */
  readonly at: number;
  readonly whole: boolean;
}

/** By hand, because a pattern over a string of megabytes runs out of stack. */
function stringEnd(text: string, start: number): TokenEnd {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') return { at: at + 1, whole: true };
    if (character < ' ') return { at, whole: false };
    if (character !== '\\') continue;
    at += 1;
    const escaped = text.charAt(at);
    if (escaped === 'u') {
      for (let digit = 1; digit <= 4; digit += 1) {
        if (!/^[0-9a-fA-F]?$/.test(text.charAt(at + digit)))
          return { at: at + digit, whole: false };
      }
      at += 4;
    } else if (escaped !== '' && !escapes.has(escaped)) {
      return { at, whole: false };
    }
  }
  return { at: text.length, whole: false };
}

function scalarEnd(text: string, at: number): TokenEnd {
  for (const literal of ['true', 'false', 'null']) {
    if (text.startsWith(literal, at)) return { at: at + literal.length, whole: true };
    if (text.length - at < literal.length && literal.startsWith(text.slice(at))) {
      return { at: text.length, whole: false };
    }
  }
  const end = matchEnd(number, text, at);
  if (end !== undefined) return { at: end, whole: true };
  return { at: text.slice(at) === '-' ? text.length : at, whole: false };
}

function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function fault(text: string, at: number, cutOff = false): JsonFault {
  const before = text.slice(0, at);
  const lastBreak = before.lastIndexOf('\n');
  const line = before.split('\n').length;
  return { line, column: at - lastBreak, cutOff };
}
