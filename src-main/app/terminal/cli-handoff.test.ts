import { once } from 'node:events';
import { access, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCliRequest, sweepCliRequests, takeCliRequest } from './cli-handoff';

let profile: string;
beforeEach(async () => {
  profile = await mkdtemp(join(tmpdir(), 'foyer-call-'));
});
afterEach(() => rm(profile, { recursive: true, force: true }));

const calls = () => readdir(join(profile, 'calls'));
const placeOf = async (id: string) =>
  JSON.parse(await readFile(join(profile, 'calls', id), 'utf8')) as { path: string; key: string };
const isGone = (path: string) =>
  access(path).then(
    () => false,
    () => true,
  );
const answer = { code: 0, out: 'é\n'.repeat(50_000), err: '' } as const;

describe('a call', () => {
  it('is taken once and answered, whole', async () => {
    const call = openCliRequest(profile);
    const ended = call.end();
    const taken = await takeCliRequest(profile, call.id);
    expect(await takeCliRequest(profile, call.id)).toBeUndefined();
    taken?.answer(answer);
    expect(await ended).toEqual({ kind: 'answered', answer });
    expect(await calls()).toEqual([]);
  });

  it('lies in a file that only the user can read, with a short path in it', async () => {
    const call = openCliRequest(profile);
    const { path } = await placeOf(call.id);
    expect(Buffer.byteLength(path)).toBeLessThan(104);
    if (process.platform !== 'win32') {
      expect((await stat(join(profile, 'calls', call.id))).mode & 0o777).toBe(0o600);
      expect((await stat(join(path, '..'))).mode & 0o777).toBe(0o700);
    }
    await call.close();
    expect(await calls()).toEqual([]);
  });

  it('can’t be taken any more once the terminal gave it up', async () => {
    const call = openCliRequest(profile, { takenWithin: 1 });
    expect(await call.end()).toEqual({ kind: 'notTaken' });
    expect(await takeCliRequest(profile, call.id)).toBeUndefined();
  });

  it('is lost when whoever took it never answers', async () => {
    const call = openCliRequest(profile, { takenWithin: 1, answeredWithin: 20 });
    await takeCliRequest(profile, call.id);
    expect(await call.end()).toEqual({ kind: 'lost' });
  });

  it('is lost at once when whoever took it ends', async () => {
    const call = openCliRequest(profile);
    const { path, key } = await placeOf(call.id);
    await rm(join(profile, 'calls', call.id));
    const socket = connect(path);
    socket.end(`${key}\n`);
    expect(await call.end()).toEqual({ kind: 'lost' });
  });

  it('takes no answer without its key', async () => {
    const call = openCliRequest(profile);
    const { path } = await placeOf(call.id);
    const ended = call.end();
    const stranger = connect(path);
    const gone = new Promise((done) => stranger.once('close', done));
    stranger.end(`${'0'.repeat(64)}\n${JSON.stringify({ code: 0, out: 'forged', err: '' })}\n`);
    await gone;
    (await takeCliRequest(profile, call.id))?.answer(answer);
    expect(await ended).toEqual({ kind: 'answered', answer });
  });

  it.each(['', '..', '../connections.json', 'x'.repeat(32), '0'.repeat(32)])(
    'is not there under the id “%s”',
    async (id) => {
      expect(await takeCliRequest(profile, id)).toBeUndefined();
    },
  );
});

it('a call that is broken off while it is being taken tells whoever takes it', async () => {
  const call = openCliRequest(profile);
  const ended = call.end();
  const { path, key } = await placeOf(call.id);
  // As `takeCliRequest` does it, with the word in between.
  await rm(join(profile, 'calls', call.id));
  call.breakOff();
  const line = connect(path);
  line.write(`${key}\n`);
  const [heard] = (await once(line, 'data')) as [Buffer];
  expect(heard.toString()).toBe('brokenOff\n');
  line.end();
  expect(await ended).toEqual({ kind: 'lost' });
});

it('a call that is broken off before anybody takes it is taken by nobody', async () => {
  const call = openCliRequest(profile);
  const ended = call.end();
  call.breakOff();
  expect(await ended).toEqual({ kind: 'notTaken' });
  expect(await takeCliRequest(profile, call.id)).toBeUndefined();
});

// Elsewhere nothing shows that the terminal has its line.
describe.skipIf(process.platform === 'win32')('a call that nobody waits for any more', () => {
  it.each(['breakOff', 'giveUp'] as const)(
    'is lost at once, and whoever took it hears of a person’s word alone: %s',
    async (how) => {
      const call = openCliRequest(profile);
      const ended = call.end();
      const { path } = await placeOf(call.id);
      const taken = await takeCliRequest(profile, call.id);
      await expect.poll(() => isGone(dirname(path))).toBe(true);
      call[how]();
      expect(await ended).toEqual({ kind: 'lost' });
      if (how === 'breakOff') await expect.poll(() => taken?.brokenOff.aborted).toBe(true);
      expect(taken?.brokenOff.aborted).toBe(how === 'breakOff');
    },
  );
});

describe.skipIf(process.platform === 'win32')('what a killed terminal leaves', () => {
  const age = (id: string) => utimes(join(profile, 'calls', id), 1_000, 1_000);

  it('is nothing once its call was taken', async () => {
    const call = openCliRequest(profile);
    const { path } = await placeOf(call.id);
    // Never ended: as a killed one, it tidies nothing up by itself.
    await takeCliRequest(profile, call.id);
    await expect.poll(() => isGone(dirname(path))).toBe(true);
    expect(await calls()).toEqual([]);
    await call.close();
  });

  it('is taken away with its socket’s place, when it is old', async () => {
    const old = openCliRequest(profile);
    const young = openCliRequest(profile);
    const { path } = await placeOf(old.id);
    await age(old.id);
    await sweepCliRequests(profile);
    expect(await calls()).toEqual([young.id]);
    expect(await isGone(dirname(path))).toBe(true);
    await Promise.all([old.close(), young.close()]);
  });

  it('can’t name anything else to be taken away', async () => {
    const kept = join(profile, 'kept');
    await writeFile(kept, '');
    for (const [index, text] of [
      JSON.stringify({ path: kept, key: '' }),
      JSON.stringify({ path: join(profile, 's'), key: '' }),
      JSON.stringify({ path: 7 }),
      '{"path":',
    ].entries()) {
      const id = String(index).repeat(32);
      const call = openCliRequest(profile);
      await call.close();
      await writeFile(join(profile, 'calls', id), text);
      await age(id);
    }
    await writeFile(join(profile, 'calls', 'strange'), '');
    await age('strange');
    await sweepCliRequests(profile);
    expect(await calls()).toEqual(['strange']);
    expect(await isGone(kept)).toBe(false);
  });

  it('is not looked for where nobody ever called', async () => {
    await expect(sweepCliRequests(profile)).resolves.toBeUndefined();
  });

  it('is nothing when the call can’t be written down', async () => {
    await writeFile(join(profile, 'calls'), '');
    expect(() => openCliRequest(profile)).toThrow();
  });
});
