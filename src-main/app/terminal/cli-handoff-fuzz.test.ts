/** What strangers say on the socket of a hand-over, and what they put where its requests are. */
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  attemptsOfAProperty,
  expectControlToFail,
  faultSeed,
  times,
} from '../../testing/fault-tally';
import { openCliRequest, takeCliRequest } from './cli-handoff';

let profile: string;
beforeEach(async () => {
  profile = await mkdtemp(join(tmpdir(), 'foyer-call-'));
});
afterEach(() => rm(profile, { recursive: true, force: true }));

const answer = { code: 0, out: 'Sent.\n', err: '' } as const;
const forged = JSON.stringify({ code: 0, out: 'forged', err: '' });
const fileOf = (id: string) => join(profile, 'calls', id);

async function lineOf(id: string): Promise<{ path: string; key: string }> {
  return JSON.parse(await readFile(fileOf(id), 'utf8')) as { path: string; key: string };
}

/** Says something on a socket, and waits until the line has ended. */
function say(path: string, words: string): Promise<void> {
  return new Promise((done) => {
    const socket = connect(path, () => socket.end(words));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => done());
  });
}

/** As a stranger would begin who knows the form, and not the key. */
const stranger = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.stringMatching(/^[0-9a-f]{60,64}$/u).map((key) => `${key}\n${forged}\n`),
  fc.constantFrom(
    '',
    '\n',
    '\n\n',
    `\n${forged}\n`,
    `${forged}\n`,
    `${'0'.repeat(64)}\n${forged}\n`,
  ),
);

/** What may come behind the right key, from a Foyer that is cut off or not the same. */
const oddAnswer = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 100 }).map((text) => text.replaceAll('\n', '')),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc
    .record(
      { code: fc.jsonValue(), out: fc.jsonValue(), err: fc.jsonValue() },
      { requiredKeys: [] },
    )
    .filter(({ out, err }) => typeof out !== 'string' || typeof err !== 'string')
    .map((value) => JSON.stringify(value)),
  fc.nat({ max: forged.length - 1 }).map((length) => forged.slice(0, length)),
);

const attempt = attemptsOfAProperty();
const runs = { numRuns: times(100, 3_000), seed: faultSeed };

it('what strangers say is no answer, and the one that is arrives behind it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stranger, { maxLength: 3 }), (said) =>
      attempt('letThrough', said, async () => {
        const call = openCliRequest(profile);
        const { path } = await lineOf(call.id);
        const ended = call.end();
        for (const words of said) await say(path, words);
        (await takeCliRequest(profile, call.id))?.answer(answer);
        expect(await ended).toEqual({ kind: 'answered', answer });
      }),
    ),
    runs,
  );
});

it('an answer that is none, or is cut off, is a lost one', async () => {
  await fc.assert(
    fc.asyncProperty(oddAnswer, (words) =>
      attempt('letThrough', words, async () => {
        const call = openCliRequest(profile);
        const { path, key } = await lineOf(call.id);
        await rm(fileOf(call.id));
        const ended = call.end();
        await say(path, `${key}\n${words}`);
        expect(await ended).toEqual({ kind: 'lost' });
      }),
    ),
    runs,
  );
});

it('a file that is no request is taken for none, and nothing that it names is touched', async () => {
  const kept = join(profile, 'kept');
  await writeFile(kept, 'kept');
  const odd = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.jsonValue().map((value) => JSON.stringify(value)),
    fc
      .record({
        path: fc.constantFrom<unknown>(kept, 7, null, '/', '', '80', 'foyer-AAAAAA/s'),
        key: fc.jsonValue(),
      })
      .map((value) => JSON.stringify(value)),
  );
  const { id, close } = openCliRequest(profile);
  await close();
  await fc.assert(
    fc.asyncProperty(odd, (words) =>
      attempt('broken', words, async () => {
        await writeFile(fileOf(id), words);
        (await takeCliRequest(profile, id))?.answer(answer);
        await expect(access(fileOf(id))).rejects.toThrow('ENOENT');
        expect(await readFile(kept, 'utf8')).toBe('kept');
      }),
    ),
    runs,
  );
});

it('control: a terminal that takes the first words for its answer prints what strangers say', async () => {
  const path = join(profile, 's');
  let taken = 0;
  const server = createServer((socket) => {
    let text = '';
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => (text += String(chunk)));
    socket.on('close', () => {
      if (text.includes('forged')) taken += 1;
    });
  });
  await new Promise<void>((listening) => server.listen(path, listening));
  for (const words of fc.sample(stranger, { numRuns: 50, seed: faultSeed })) await say(path, words);
  await new Promise((closed) => server.close(closed));
  expectControlToFail('a terminal that takes the first words for its answer', taken);
});
