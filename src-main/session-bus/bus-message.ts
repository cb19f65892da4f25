/**
 * The few of D-Bus' messages that Foyer speaks (dbus.freedesktop.org/doc/dbus-specification.html,
 * "Message Protocol"): calls with texts and numbers, and what is answered.
 */

const busName = 'org.freedesktop.DBus';
const types = { call: 1, answer: 2, error: 3 };
const fields = { path: 1, interface: 2, member: 3, replySerial: 5, destination: 6, signature: 8 };

/** What a call is given, in order: a text is an `s`, a number a `u`. */
export type Argument = string | number;

export interface BusAnswer {
  /** The serial of the call that it answers. */
  readonly to: number;
  /** `undefined` for a refusal. */
  readonly body: BusReader | undefined;
}

/** Values with the alignment that the specification asks for, little end first. */
class Writer {
  readonly #parts: Buffer[] = [];
  #length = 0;

  #add(part: Buffer): void {
    this.#parts.push(part);
    this.#length += part.length;
  }

  align(to: number): this {
    this.#add(Buffer.alloc((to - (this.#length % to)) % to));
    return this;
  }

  byte(value: number): this {
    this.#add(Buffer.of(value));
    return this;
  }

  number(value: number): this {
    this.align(4);
    const part = Buffer.alloc(4);
    part.writeUInt32LE(value);
    this.#add(part);
    return this;
  }

  text(value: string): this {
    this.number(Buffer.byteLength(value));
    this.#add(Buffer.from(`${value}\0`));
    return this;
  }

  signature(value: string): this {
    this.byte(value.length);
    this.#add(Buffer.from(`${value}\0`));
    return this;
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts, this.#length);
  }
}

/** Reads values one after the other. @throws RangeError past the end */
export class BusReader {
  #at = 0;

  constructor(
    private readonly bytes: Buffer,
    private readonly isLittle: boolean,
  ) {}

  get at(): number {
    return this.#at;
  }

  align(to: number): this {
    this.#at += (to - (this.#at % to)) % to;
    return this;
  }

  byte(): number {
    const value = this.bytes.readUInt8(this.#at);
    this.#at += 1;
    return value;
  }

  number(): number {
    this.align(4);
    const value = this.isLittle
      ? this.bytes.readUInt32LE(this.#at)
      : this.bytes.readUInt32BE(this.#at);
    this.#at += 4;
    return value;
  }

  text(): string {
    return this.#chars(this.number());
  }

  signature(): string {
    return this.#chars(this.byte());
  }

  /** A list of texts. */
  texts(): string[] {
    const length = this.number();
    const end = this.#at + length;
    const list: string[] = [];
    while (this.#at < end) list.push(this.text());
    return list;
  }

  #chars(length: number): string {
    if (this.#at + length + 1 > this.bytes.length) throw new RangeError('a text without its end');
    const value = this.bytes.toString('utf8', this.#at, this.#at + length);
    this.#at += length + 1;
    return value;
  }
}

/** Who is called, and under which of its interfaces. */
export interface Target {
  readonly name: string;
  readonly path: string;
  readonly interface: string;
}

/** The bus itself. */
export const theBus: Target = { name: busName, path: '/org/freedesktop/DBus', interface: busName };

/** A call of a method. */
export function callOf(
  serial: number,
  target: Target,
  member: string,
  given: readonly Argument[],
): Buffer {
  const body = new Writer();
  for (const value of given) {
    if (typeof value === 'string') body.text(value);
    else body.number(value);
  }
  const bytes = body.bytes();
  const signature = given.map((value) => (typeof value === 'string' ? 's' : 'u')).join('');

  // The fields' array begins behind 16 bytes, so its own alignment is the message's.
  const list = new Writer();
  const field = (code: number, type: string) => list.align(8).byte(code).signature(type);
  field(fields.path, 'o').text(target.path);
  field(fields.interface, 's').text(target.interface);
  field(fields.member, 's').text(member);
  field(fields.destination, 's').text(target.name);
  if (signature !== '') field(fields.signature, 'g').signature(signature);
  const headers = list.bytes();

  const head = new Writer().byte('l'.charCodeAt(0)).byte(types.call).byte(0).byte(1);
  head.number(bytes.length).number(serial).number(headers.length);
  const padding = Buffer.alloc((8 - (headers.length % 8)) % 8);
  return Buffer.concat([head.bytes(), headers, padding, bytes]);
}

/** More is nothing that Foyer asked for. */
const longestMessage = 1024 * 1024;
const headLength = 16;

/**
 * Takes the first message off what has come.
 *
 * @returns its length, with what it answers where it is an answer; `undefined` while it isn't whole
 * @throws RangeError for what is no message
 */
export function takeMessage(
  bytes: Buffer,
): { length: number; answer: BusAnswer | undefined } | undefined {
  if (bytes.length < headLength) return undefined;
  const isLittle = bytes[0] === 'l'.charCodeAt(0);
  const head = new BusReader(bytes, isLittle);
  head.byte();
  const type = head.byte();
  head.align(4);
  const bodyLength = head.number();
  head.number();
  const fieldsLength = head.number();
  const bodyAt = Math.ceil((headLength + fieldsLength) / 8) * 8;
  const length = bodyAt + bodyLength;
  if (length > longestMessage) throw new RangeError(`a message of ${String(length)} bytes`);
  if (bytes.length < length) return undefined;
  const to = type === types.answer || type === types.error ? replySerial(head, fieldsLength) : 0;
  if (to === 0) return { length, answer: undefined };
  const body = new BusReader(bytes.subarray(bodyAt, length), isLittle);
  return { length, answer: { to, body: type === types.answer ? body : undefined } };
}

/** Which call is answered; 0: none. */
function replySerial(head: BusReader, fieldsLength: number): number {
  const end = headLength + fieldsLength;
  let serial = 0;
  while (head.at < end) {
    const code = head.align(8).byte();
    const type = head.signature();
    if (type === 'g') head.signature();
    else if (type === 'u') {
      const value = head.number();
      if (code === fields.replySerial) serial = value;
    } else head.text();
  }
  return serial;
}
