/** A feed for tests: a real server on loopback, with a key of its own. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { appId } from '@shared/app-id';
import { answerName, signatureName, type UpdateFeed } from './signed-answer';

export interface TrialAnswer {
  app?: string;
  version?: string;
  notes?: string;
  percent?: number;
  files?: object;
}

export interface TrialFeed {
  readonly feed: UpdateFeed;
  /** Everything that was asked, in order. */
  readonly requests: IncomingMessage[];
  /** What is answered, by path; 404 for those not set. */
  readonly answers: Map<string, (response: ServerResponse, request: IncomingMessage) => void>;
  /** Publishes a version, signed; returns the answer's bytes and their signature. */
  publish(answer: TrialAnswer): { bytes: Buffer; signature: string };
  /** Publishes bytes as the answer, signed or with a signature that is given; returns that. */
  publishBytes(answer: Buffer, signature?: string): string;
  stop(): Promise<void>;
}

/** How a file stands in the answer. */
export function fileEntry(name: string, content: Buffer) {
  return {
    name,
    sha512: createHash('sha512').update(content).digest('base64'),
    size: content.byteLength,
  };
}

export async function startTrialFeed(): Promise<TrialFeed> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const answers: TrialFeed['answers'] = new Map();
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const answer = answers.get(request.url ?? '');
    if (answer) answer(response, request);
    else response.writeHead(404).end('not here');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;

  function publishBytes(
    answer: Buffer,
    signature = sign(null, answer, privateKey).toString('base64'),
  ): string {
    answers.set(`/${answerName}`, (response) => response.end(answer));
    answers.set(`/${signatureName}`, (response) => response.end(`${signature}\n`));
    return signature;
  }

  return {
    feed: {
      address: `http://127.0.0.1:${String(port)}/`,
      key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
      takesLoopback: true,
    },
    requests,
    answers,
    publishBytes,
    publish(answer) {
      const whole = { app: appId, version: '0.2.0', notes: '', files: {}, ...answer };
      const bytes = Buffer.from(JSON.stringify(whole));
      return { bytes, signature: publishBytes(bytes) };
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
