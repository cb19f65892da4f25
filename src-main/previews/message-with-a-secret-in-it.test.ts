/**
 * Of an answer, what is kept elsewhere has no more in it than Activity has. The message of a preview that was accepted is kept with the preview
 * and shown; a service that leads to the conversation on the web, by an address with a session in it, has it there as it came.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publicationKey } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { expect, it, onTestFinished } from 'vitest';
import { createNodeTransport } from '../service/node-transport';
import { createServiceClient } from '../service/service';
import { createPreviews } from './previews';

const secret = 'kJ8s0aQ2vW9xLmPz7tYb';
const message = `Started: https://chat.example/web?access_token=${secret}`;

async function sentAndKept() {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-previews-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ message }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const connection = trialConnection('northwind', {
    baseAddress: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`,
  });
  const recorded: unknown[] = [];
  const client = createServiceClient({
    transport: createNodeTransport(),
    connectionById: () => connection,
    tokenFor: () => Promise.resolve('a-token-of-some-length'),
    activity: {
      begin: () => Promise.resolve(),
      itsTurn: () => Promise.resolve(),
      left: () => undefined,
      end: (_, end) => Promise.resolve(void recorded.push(end)),
    },
  });
  const room = await createPreviews({
    ...{ folder, warn: () => undefined, send: client.send },
    connectionById: () => connection,
    connectionAt: () => undefined,
  });
  const run = await room.handlers.start({
    ...{ connectionId: connection.id, botId: 'bot', to: '+44 20 7946 0958', startGroupId: '' },
    confirmedPlace: publicationKey(connection),
  });
  await room.close();
  const names = (await readdir(folder, { recursive: true })).filter((name) => /json/u.test(name));
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return { recorded: JSON.stringify(recorded), run, onDisk: files.join('') };
}

it('has no more in it than what Activity keeps of it', async () => {
  const { recorded, run, onDisk } = await sentAndKept();
  // The controls.
  expect(recorded).toContain('chat.example');
  expect(recorded).not.toContain(secret);
  expect(onDisk).toContain('chat.example');
  expect.soft(run.message).not.toContain(secret);
  expect.soft(onDisk).not.toContain(secret);
});
