/** A small web for tests: a real HTTPS server on loopback, reached by names and addresses at will. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:tls';
import { deflateSync } from 'node:zlib';
import type { PictureNetwork } from './picture-fetch';
import { trialCertificate, trialKey } from './trial-certificate';

/** A public address, which here leads to the server on loopback. */
export const trialAddress = '93.184.216.34';

export interface TrialWeb {
  readonly network: PictureNetwork;
  /** Names that were looked up, addresses that were dialled, and requests that arrived, in order. */
  readonly lookups: string[];
  readonly dialled: string[];
  readonly requests: IncomingMessage[];
  /** What a name leads to; `trialAddress` for those not set. */
  readonly names: Map<string, readonly string[]>;
  /** What is answered, by path; 404 for those not set. */
  readonly answers: Map<string, (response: ServerResponse) => void>;
  /** Whether the server's certificate is trusted; it is by default. */
  isTrusted: boolean;
  /** Whether there is a network; there is by default. */
  isOnline: boolean;
  stop(): Promise<void>;
}

export async function startTrialWeb(): Promise<TrialWeb> {
  const answers: TrialWeb['answers'] = new Map();
  const requests: IncomingMessage[] = [];
  const server = createServer({ cert: trialCertificate, key: trialKey }, (request, response) => {
    requests.push(request);
    const answer = answers.get(request.url ?? '');
    if (answer) answer(response);
    else response.writeHead(404).end('not here');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const web: TrialWeb = {
    names: new Map(),
    answers,
    requests,
    lookups: [],
    dialled: [],
    isTrusted: true,
    isOnline: true,
    network: {
      async lookup(host) {
        web.lookups.push(host);
        if (!web.isOnline) throw Object.assign(new Error('offline'), { code: 'ENOTFOUND' });
        return web.names.get(host) ?? [trialAddress];
      },
      dial({ address, servername }) {
        web.dialled.push(address);
        return connect({
          host: '127.0.0.1',
          // A port that refuses stands for an address that can't be reached.
          port: address === trialAddress ? port : 1,
          ...(/^[\d.]+$/u.test(servername) ? { host: '127.0.0.1' } : { servername }),
          ...(web.isTrusted ? { ca: trialCertificate } : {}),
          ...(servername === trialAddress ? { checkServerIdentity: () => undefined } : {}),
        });
      },
    },
    async stop() {
      server.closeAllConnections?.();
      await new Promise((closed) => server.close(closed));
    },
  };
  return web;
}

/** A picture of one colour, as a PNG: `width` by `height` pixels. */
export function onePng(width: number, height: number, rgb: readonly number[]): Buffer {
  const row = Buffer.from([0, ...Array.from({ length: width }, () => rgb).flat()]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
