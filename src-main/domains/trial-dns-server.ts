/** A name server on loopback for tests: it answers from a table, or not at all. */
import { createSocket } from 'node:dgram';
import type { DnsRecordType } from '@shared/dns-records';

/** What it says, by name and kind. A name that isn't there is NXDOMAIN. */
export type DnsTable = Record<string, Partial<Record<DnsRecordType, string[]>>>;

export interface TrialDnsServer {
  /** `127.0.0.1:PORT`, as `Resolver.setServers` takes it. */
  readonly address: string;
  table: DnsTable;
  /** In place of the table: to stay silent, or to answer SERVFAIL. */
  mood: 'answers' | 'silent' | 'fails';
  stop(): Promise<void>;
}

/** Numbers of kinds of records and of answer codes, as RFC 1035 and RFC 3596 have them. */
const kinds: Readonly<Record<number, DnsRecordType>> = {
  1: 'A',
  5: 'CNAME',
  16: 'TXT',
  28: 'AAAA',
};
const codes = { good: 0, serverFailed: 2, noSuchName: 3 };

export async function startTrialDnsServer(table: DnsTable = {}): Promise<TrialDnsServer> {
  const socket = createSocket('udp4');
  const server: TrialDnsServer = {
    address: '',
    table,
    mood: 'answers',
    stop: () => new Promise((done) => socket.close(() => done())),
  };
  socket.on('message', (question, from) => {
    const answer = server.mood === 'silent' ? undefined : answerTo(question, server);
    if (answer) socket.send(answer, from.port, from.address);
  });
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  return Object.assign(server, { address: `127.0.0.1:${String(socket.address().port)}` });
}

function answerTo(question: Buffer, server: TrialDnsServer): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  const end = at + 5;
  const records = server.table[labels.join('.').toLowerCase()];
  const number = question.readUInt16BE(at + 1);
  const kind = kinds[number];
  const values = (kind && records?.[kind]) ?? [];
  const code =
    server.mood === 'fails' ? codes.serverFailed : records ? codes.good : codes.noSuchName;
  const header = Buffer.from(question.subarray(0, 12));
  // An answer, recursion available; what was asked once more; the records; nothing else.
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(values.length, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([
    header,
    question.subarray(12, end),
    ...values.map((value) => record(number, data(kind, value))),
  ]);
}

function record(kind: number, bytes: Buffer): Buffer {
  // The name is the question's; class IN; a minute to live.
  const head = Buffer.from([0xc0, 12, 0, kind, 0, 1, 0, 0, 0, 60, 0, 0]);
  head.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([head, bytes]);
}

function data(kind: DnsRecordType | undefined, value: string): Buffer {
  switch (kind) {
    case 'A':
      return Buffer.from(value.split('.').map(Number));
    case 'AAAA':
      return Buffer.from(value.split(':').flatMap((part) => [...toBytes(part)]));
    case 'CNAME':
      return Buffer.concat([...value.split('.').map(text), Buffer.from([0])]);
    case 'TXT':
    case undefined:
      return text(value);
  }
}

/** One part of an IPv6 address that is written in full. */
function toBytes(part: string): [number, number] {
  const number = Number.parseInt(part, 16);
  return [number >> 8, number & 0xff];
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([value.length]), Buffer.from(value, 'latin1')]);
}
