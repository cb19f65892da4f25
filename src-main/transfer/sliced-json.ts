/**
 * JSON in slices: a long text is measured and built a piece at a time, and between two pieces
 * everything else in the process has its turn. `JSON.parse` of thirty megabytes holds it up for
 * seconds, in which no answer of a service is heard and every time limit runs out.
 */

/** How much text is built at once, in UTF-16 units: some ten milliseconds of the emptiest lists. */
const usualSlice = 64 * 1024;
/** How much text is looked through at once. */
const lookedThroughAtOnce = 1024 * 1024;

/** What a text holds before anything of it is built. */
export interface JsonMeasure {
  /** The containers that are longer than a slice: where each opens and closes. */
  readonly large: ReadonlyMap<number, number>;
  /** The first bound that it breaks. */
  readonly excess: 'depth' | 'entries' | undefined;
}

export interface JsonBounds {
  /** How many containers may lie in one another. */
  readonly depth: number;
  /** How many entries of lists and objects there may be, and as many containers. */
  readonly entries: number;
}

/** Lets everything else have its turn. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Where the text in quotes ends that opens at `open`: its closing quote, or the text's end. */
function closingQuote(text: string, open: number): number {
  for (let at = text.indexOf('"', open + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

/** Measures a text that need not be JSON. Stops at the first bound that is broken. */
export async function measureJson(
  text: string,
  bounds: JsonBounds,
  slice = usualSlice,
): Promise<JsonMeasure> {
  const large = new Map<number, number>();
  const open: number[] = [];
  let commas = 0;
  let containers = 0;
  let next = lookedThroughAtOnce;
  for (let at = 0; at < text.length; at += 1) {
    if (at >= next) {
      next = at + lookedThroughAtOnce;
      await turn();
    }
    const code = text.charCodeAt(at);
    if (code === 0x22) at = closingQuote(text, at);
    else if (code === 0x7b || code === 0x5b) {
      containers += 1;
      if (open.push(at) > bounds.depth) return { large, excess: 'depth' };
      if (containers > bounds.entries) return { large, excess: 'entries' };
    } else if (code === 0x7d || code === 0x5d) {
      const from = open.pop();
      if (from !== undefined && at - from > slice) large.set(from, at);
    } else if (code === 0x2c) {
      commas += 1;
      if (commas > bounds.entries) return { large, excess: 'entries' };
    }
  }
  // What is not closed ends with the text.
  for (const from of open) if (text.length - from > slice) large.set(from, text.length);
  return { large, excess: undefined };
}

/** The text is no JSON, and this is the piece of it that is wrong. */
export class NotJsonError extends Error {
  override readonly name = 'NotJsonError';
  /**
   * @param opens what the piece is inside of
   * @param from where the piece begins
   * @param to where it ends: the text is right up to there, or wrong inside the piece
   */
  constructor(
    readonly opens: '[' | '{' | '',
    readonly from: number,
    readonly to: number,
  ) {
    super('not JSON');
  }
}

/**
 * The value of a text that was measured, the same as `JSON.parse` makes.
 *
 * @param check called with each piece before it is put in its place, and with that place: keys with
 *   dots between. What it throws ends the work.
 * @throws NotJsonError
 */
export async function buildJson(
  text: string,
  { large }: JsonMeasure,
  check: (piece: unknown, path: string) => void,
  slice = usualSlice,
): Promise<unknown> {
  const first = afterBlanks(text, 0);
  const close = large.get(first);
  if (close === undefined) {
    const value = parsedPiece(text, '', 0, text.length);
    check(value, '');
    return value;
  }
  const value = await new Builder(text, large, check, slice).build(first, close, '');
  const rest = afterBlanks(text, close + 1);
  if (rest < text.length) throw new NotJsonError('', rest, rest);
  return value;
}

function afterBlanks(text: string, from: number): number {
  const blanks = /[ \t\r\n]*/uy;
  blanks.lastIndex = from;
  blanks.test(text);
  return blanks.lastIndex;
}

function parsedPiece(
  text: string,
  opens: NotJsonError['opens'],
  from: number,
  to: number,
): unknown {
  const piece = text.slice(from, to);
  const closes = { '[': ']', '{': '}', '': '' }[opens];
  try {
    return JSON.parse(`${opens}${piece}${closes}`);
  } catch {
    throw new NotJsonError(opens, from, to);
  }
}

type Container = unknown[] | Record<string, unknown>;

class Builder {
  readonly #text: string;
  readonly #large: JsonMeasure['large'];
  readonly #check: (piece: unknown, path: string) => void;
  readonly #slice: number;

  constructor(
    text: string,
    large: JsonMeasure['large'],
    check: (piece: unknown, path: string) => void,
    slice: number,
  ) {
    this.#text = text;
    this.#large = large;
    this.#check = check;
    this.#slice = slice;
  }

  /** The container between two brackets: its small entries many at once, its large ones one by one. */
  async build(open: number, close: number, path: string): Promise<Container> {
    const opens = this.#text[open] === '[' ? '[' : '{';
    const made: Container = opens === '[' ? [] : {};
    let pending = open + 1;
    let from = pending;
    for (;;) {
      const { end, largeAt } = this.#entry(from, close);
      if (largeAt !== undefined) {
        // With the comma before it: the stretch ends there.
        if (pending < from) await this.#takeSmall(made, pending, from - 1, path);
        await this.#takeLarge(made, { from, at: largeAt, end }, path);
        pending = end + 1;
      } else if (end === close || end - pending >= this.#slice) {
        const isEmpty = pending === open + 1 && afterBlanks(this.#text, pending) >= close;
        if (!isEmpty) await this.#takeSmall(made, pending, end, path);
        pending = end + 1;
      }
      if (end === close) break;
      from = end + 1;
    }
    if (this.#text[close] !== (opens === '[' ? ']' : '}')) throw new NotJsonError('', close, close);
    return made;
  }

  /** The end of the entry that begins at `from`, and the first large container in it, if there is one. */
  #entry(from: number, close: number): { end: number; largeAt?: number } {
    let depth = 0;
    let largeAt: number | undefined;
    let at = from;
    for (; at < close; at += 1) {
      const code = this.#text.charCodeAt(at);
      if (code === 0x22) at = closingQuote(this.#text, at);
      else if (code === 0x2c && depth === 0) break;
      else if (code === 0x7d || code === 0x5d) depth -= 1;
      else if (code === 0x7b || code === 0x5b) {
        const end = depth === 0 ? this.#large.get(at) : undefined;
        if (end === undefined) depth += 1;
        else {
          largeAt ??= at;
          at = end;
        }
      }
    }
    const end = Math.min(at, close);
    return largeAt === undefined ? { end } : { end, largeAt };
  }

  async #takeSmall(made: Container, from: number, to: number, path: string): Promise<void> {
    await turn();
    if (Array.isArray(made)) {
      const piece = parsedPiece(this.#text, '[', from, to) as unknown[];
      // `[]` is right by itself, and two commas with nothing between are not.
      if (piece.length === 0) throw new NotJsonError('[', from, to);
      for (const value of piece) {
        this.#check(value, joined(path, made.length));
        made.push(value);
      }
    } else {
      const piece = parsedPiece(this.#text, '{', from, to) as Record<string, unknown>;
      if (Object.keys(piece).length === 0) throw new NotJsonError('{', from, to);
      this.#check(piece, path);
      for (const [key, value] of Object.entries(piece)) put(made, key, value);
    }
  }

  async #takeLarge(
    made: Container,
    { from, at, end }: { from: number; at: number; end: number },
    path: string,
  ): Promise<void> {
    const close = this.#large.get(at) ?? at;
    if (Array.isArray(made)) {
      if (afterBlanks(this.#text, from) < at) throw new NotJsonError('[', from, at);
      made.push(await this.build(at, close, joined(path, made.length)));
    } else {
      const key = this.#text.slice(from, at).trimEnd();
      if (!key.endsWith(':')) throw new NotJsonError('{', from, at);
      const name = nameIn(key);
      if (name === undefined) throw new NotJsonError('{', from, at);
      this.#check({ [name]: null }, path);
      put(made, name, await this.build(at, close, joined(path, name)));
    }
    const rest = afterBlanks(this.#text, close + 1);
    if (rest < end) throw new NotJsonError('', rest, rest);
  }
}

/** A field of its own as `JSON.parse` makes one, also under a name that has a setter: `__proto__`. */
function put(made: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(made, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

/** The name in `"name":`, the text before a value. */
function nameIn(key: string): string | undefined {
  try {
    return Object.keys(JSON.parse(`{${key}0}`) as object)[0];
  } catch {
    return undefined;
  }
}

function joined(path: string, key: string | number): string {
  return path === '' ? String(key) : `${path}.${String(key)}`;
}
