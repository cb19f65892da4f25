/** Checking for updates, against a feed on loopback. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { appId } from '@shared/app-id';
import type { UpdatesState } from '@shared/bridge/updates';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createNodeTransport } from '../service/node-transport';
import { startTrialFeed, type TrialFeed } from './trial-feed';
import type { Updater } from './updater-types';
import { createUpdates, type KeptUpdates, type UpdatesOptions } from './updates';

let trial: TrialFeed;
const transport = createNodeTransport();

beforeEach(async () => {
  trial = await startTrialFeed();
});
afterEach(() => trial.stop());

const startedAt = new Date('2026-11-22T04:00:00.000Z');

function room(more: Partial<UpdatesOptions> = {}) {
  const kept = {
    now: { looksDaily: null, lookedAt: null, putOffUntil: null, lot: null } as KeptUpdates,
  };
  const states: UpdatesState[] = [];
  const timers: { at: number; work: () => void }[] = [];
  const person = { quietMs: 3_600_000, now: startedAt.getTime() };
  const ended: (() => void)[] = [];
  const updates = createUpdates({
    feed: trial.feed,
    way: { how: 'system' },
    present: '0.1.0',
    kept: { get: () => kept.now, set: (changes) => (kept.now = { ...kept.now, ...changes }) },
    send: transport.send,
    loadUpdater: () => {
      throw new Error('nothing is to be downloaded here');
    },
    quietMs: () => person.quietMs,
    endWith: (install) => ended.push(install),
    clock: {
      date: () => new Date(person.now),
      after(milliseconds, work) {
        const timer = { at: person.now + milliseconds, work };
        timers.push(timer);
        return () => void timers.splice(timers.indexOf(timer), 1);
      },
    },
    warn: () => undefined,
    ...more,
  });
  updates.onChange((state) => states.push(state));
  return {
    ...updates,
    kept,
    states,
    person,
    ended,
    state: async () => updates.handlers.state(undefined),
    /** Moves the time on by whole minutes. */
    wait(minutes: number): void {
      for (let passed = 0; passed < minutes; passed += 1) {
        person.now += 60_000;
        const due = timers.filter(({ at }) => at <= person.now);
        for (const timer of due) {
          timers.splice(timers.indexOf(timer), 1);
          timer.work();
        }
      }
    },
    step: async () => (await updates.handlers.state(undefined)).step,
  };
}

/** Looks once, and returns what came of it. */
async function looked(made: ReturnType<typeof room>) {
  await made.handlers.look(undefined);
  return made.step();
}

describe('a version that goes to a part of the people first', () => {
  const among = async (random: number, percent: number) => {
    trial.publish({ version: '0.2.0', percent });
    const made = room({ random: () => random });
    made.kept.now = { ...made.kept.now, looksDaily: true };
    made.begin();
    made.wait(1);
    await expect.poll(made.step).not.toMatchObject({ name: 'looking' });
    return made;
  };

  it('is told to those, and to everybody who asks', async () => {
    expect(await (await among(0.09, 10)).step()).toMatchObject({ name: 'found' });
    const later = await among(0.1, 10);
    expect(await later.step()).toEqual({ name: 'idle' });
    expect(await looked(later)).toMatchObject({ name: 'found', version: '0.2.0' });
  });

  it('stays told to those who were first when it goes to more', async () => {
    const made = await among(0.5, 10);
    expect(made.kept.now.lot).toBe(50);
    trial.publish({ version: '0.2.0', percent: 51 });
    made.wait(24 * 60);
    await expect.poll(made.step).toMatchObject({ name: 'found' });
  });
});

describe('a look', () => {
  it('finds a newer version, and says what is new as plain text', async () => {
    trial.publish({ version: '0.2.0', notes: 'Faster.\r\nAnd \u202Ebetter\u0007.' });
    expect(await looked(room())).toEqual({
      name: 'found',
      version: '0.2.0',
      notes: 'Faster.\nAnd better.',
      how: 'system',
    });
  });

  it('cuts what is new at four kilobytes', async () => {
    trial.publish({ notes: '🌿'.repeat(5_000) });
    const step = await looked(room());
    if (step.name !== 'found') throw new Error(step.name);
    expect(step.notes).toHaveLength(4_001);
    expect(step.notes).toMatch(/🌿…$/u);
  });

  it.each(['0.1.0', '0.0.9'])('takes %s, the same or an older one, for none', async (version) => {
    trial.publish({ version });
    expect(await looked(room())).toEqual({ name: 'none', published: version });
  });

  it('refuses an answer of which one byte was changed', async () => {
    const { bytes, signature } = trial.publish({ version: '0.2.0' });
    const changed = Buffer.from(bytes.toString().replace('0.2.0', '0.9.0'));
    trial.publishBytes(changed, signature);
    expect(await looked(room())).toMatchObject({ name: 'failed', reason: 'badSignature' });
  });

  it.each(['', 'no base64 at all', 'AAAA'])('refuses %j for a signature', async (signature) => {
    const { bytes } = trial.publish({ version: '0.2.0' });
    trial.publishBytes(bytes, signature);
    expect(await looked(room())).toMatchObject({ name: 'failed', reason: 'badSignature' });
  });

  it('refuses what another key signed', async () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const { bytes } = trial.publish({ version: '0.2.0' });
    trial.publishBytes(bytes, sign(null, bytes, privateKey).toString('base64'));
    expect(await looked(room())).toMatchObject({ name: 'failed', reason: 'badSignature' });
  });

  it('refuses the feed of another app, signed or not', async () => {
    trial.publish({ app: 'app.other.desktop', version: '9.0.0' });
    expect(await looked(room())).toMatchObject({ name: 'failed', reason: 'otherApp' });
  });

  it.each([
    ['no JSON', 'version: 9.0.0'],
    ['no text', Buffer.from([0xff, 0xfe, 0x00])],
    ['no version', JSON.stringify({ app: appId, version: 'newest' })],
    [
      'a file out of the folder',
      JSON.stringify({
        app: appId,
        version: '9.0.0',
        files: { 'linux-x64': { name: '../evil', sha512: `${'A'.repeat(86)}==`, size: 1 } },
      }),
    ],
  ])('refuses %s', async (_what, answer) => {
    trial.publishBytes(Buffer.from(answer));
    expect(await looked(room())).toMatchObject({ name: 'failed', reason: 'unreadable' });
  });

  it('refuses an answer that is too large, without taking it whole', async () => {
    trial.publishBytes(Buffer.alloc(65 * 1024, 32));
    expect(await looked(room())).toMatchObject({ name: 'failed', reason: 'tooLarge' });
  });

  it('refuses an answer that was cut', async () => {
    trial.publish({});
    trial.answers.set('/foyer.json', (response) => {
      response.writeHead(200, { 'content-length': '500' });
      response.write('{"app"', () => response.destroy());
    });
    expect(await looked(room())).toMatchObject({ name: 'failed', reason: 'cut' });
  });

  it('gives up on a server that trickles', async () => {
    trial.publish({});
    const made = room();
    const hasBegun = new Promise<void>((begun) => {
      trial.answers.set('/foyer.json', (response) => {
        response.writeHead(200, { 'content-length': '500' });
        response.write('{', () => begun());
      });
    });
    const look = made.handlers.look(undefined);
    await hasBegun;
    made.wait(1);
    await look;
    expect(await made.step()).toMatchObject({ name: 'failed', reason: 'tooSlow' });
  });

  it('tells a server that is not there from one that refuses', async () => {
    expect(await looked(room())).toMatchObject({ name: 'failed', reason: 'refused' });
    const { feed } = trial;
    await trial.stop();
    expect(await looked(room({ feed }))).toMatchObject({ name: 'failed', reason: 'notReached' });
    trial = await startTrialFeed();
  });

  it('follows within https or this computer, and no further than that', async () => {
    trial.publish({ version: '0.2.0' });
    const answer = trial.answers.get('/foyer.json');
    const pointTo = (location: string) => {
      trial.answers.set('/foyer.json', (response) => response.writeHead(302, { location }).end());
    };
    pointTo('/moved.json');
    if (answer) trial.answers.set('/moved.json', answer);
    expect(await looked(room())).toMatchObject({ name: 'found', version: '0.2.0' });
    for (const away of ['http://updates.example/foyer.json', 'file:///etc/passwd', '/foyer.json']) {
      pointTo(away);
      expect(await looked(room())).toMatchObject({ name: 'failed', reason: 'redirected' });
    }
  });

  it('asks nothing over plain http in a build for people', async () => {
    trial.publish({});
    const made = room({ feed: { ...trial.feed, takesLoopback: false } });
    expect(await looked(made)).toMatchObject({ name: 'failed', reason: 'redirected' });
    expect(trial.requests).toEqual([]);
  });

  it('sends nothing that tells one Foyer from another', async () => {
    trial.publish({});
    await looked(room());
    for (const { method, headers, url } of trial.requests) {
      expect(method).toBe('GET');
      expect(url).toMatch(/^\/foyer\.json(\.sig)?$/u);
      expect(headers).not.toHaveProperty('cookie');
      expect(headers['user-agent']).toBe('Foyer');
    }
    expect(trial.requests).toHaveLength(2);
  });
});

describe('looking by itself', () => {
  it('asks nobody anything before the person said that Foyer may look', async () => {
    trial.publish({});
    const made = room();
    made.begin();
    made.wait(3 * 24 * 60);
    expect(await made.state()).toMatchObject({ looks: 'undecided', step: { name: 'idle' } });
    await made.handlers.setDaily({ isOn: false });
    made.wait(3 * 24 * 60);
    expect(await made.state()).toMatchObject({ looks: 'off', step: { name: 'idle' } });
    expect(trial.requests).toEqual([]);
  });

  it('is done a minute after the start, and then once a day', async () => {
    trial.publish({});
    const made = room();
    await made.handlers.setDaily({ isOn: true });
    made.begin();
    expect(await made.step()).toEqual({ name: 'idle' });
    made.wait(1);
    await vi.waitFor(async () => expect(await made.step()).toMatchObject({ name: 'found' }));
    expect(made.kept.now.lookedAt).toBe('2026-11-22T04:01:00.000Z');
    made.wait(23 * 60);
    expect(trial.requests).toHaveLength(2);
    made.wait(60);
    await vi.waitFor(() => expect(trial.requests).toHaveLength(4));
  });

  it('waits while something is being sent, and a minute after', async () => {
    trial.publish({});
    const made = room();
    await made.handlers.setDaily({ isOn: true });
    made.begin();
    made.person.quietMs = 0;
    made.wait(5);
    made.person.quietMs = 59_000;
    made.wait(1);
    expect(trial.requests).toEqual([]);
    expect(await made.step()).toEqual({ name: 'idle' });
    made.person.quietMs = 60_000;
    made.wait(1);
    await vi.waitFor(async () => expect(await made.step()).toMatchObject({ name: 'found' }));
  });

  it('rests for a week after Later, but not for years because of a wrong clock', async () => {
    trial.publish({});
    const made = room();
    await made.handlers.setDaily({ isOn: true });
    await made.handlers.putOff(undefined);
    expect((await made.state()).isPutOff).toBe(true);
    made.begin();
    made.wait(7 * 24 * 60 - 1);
    expect(trial.requests).toEqual([]);
    made.wait(1);
    await vi.waitFor(async () => expect(await made.step()).toMatchObject({ name: 'found' }));
    made.kept.now = { ...made.kept.now, putOffUntil: '2040-01-01T00:00:00.000Z' };
    expect((await made.state()).isPutOff).toBe(false);
  });

  it('never is, and nothing is sent, where the build names no feed', async () => {
    const made = room({ feed: undefined });
    made.begin();
    await made.handlers.setDaily({ isOn: true });
    made.wait(3 * 24 * 60);
    await made.handlers.look(undefined);
    expect(await made.state()).toMatchObject({ looks: 'never', step: { name: 'idle' } });
    expect(made.kept.now.lookedAt).toBeNull();
  });
});

describe('an update that the system brings', () => {
  it('is told of only: nothing is downloaded, and what downloads is not even loaded', async () => {
    trial.publish({ files: {} });
    const made = room();
    await looked(made);
    await made.handlers.download(undefined);
    await made.handlers.restart(undefined);
    expect(await made.step()).toMatchObject({ name: 'found', how: 'system' });
    expect(made.ended).toEqual([]);
    expect(trial.requests).toHaveLength(2);
  });
});

describe('an update that Foyer installs', () => {
  const entry = { name: 'Foyer-0.2.0.AppImage', sha512: `${'A'.repeat(86)}==`, size: 10 };

  function withUpdater(updater: Partial<Updater>) {
    trial.publish({ notes: 'New.', files: { 'linux-x64': entry } });
    return room({
      way: { how: 'install', file: 'linux-x64' },
      loadUpdater: async () => ({
        download: async () => 'ready',
        install: () => undefined,
        ...updater,
      }),
    });
  }

  it('is downloaded at the person’s word, with its progress, and then ready', async () => {
    const made = withUpdater({
      async download(wish, onPercent) {
        expect(wish).toMatchObject({ version: '0.2.0', file: entry });
        onPercent(40);
        return 'ready';
      },
    });
    await looked(made);
    await made.handlers.download(undefined);
    expect(made.states.map(({ step }) => step)).toMatchObject([
      { name: 'looking' },
      { name: 'found', how: 'install' },
      { name: 'downloading', percent: 0 },
      { name: 'downloading', percent: 40 },
      { name: 'ready', version: '0.2.0', notes: 'New.' },
    ]);
    expect(made.ended).toEqual([]);
  });

  it('does not end Foyer in the middle of sending', async () => {
    let installs = 0;
    const made = withUpdater({ install: () => void (installs += 1) });
    await looked(made);
    await made.handlers.download(undefined);
    made.person.quietMs = 0;
    await expect(made.handlers.restart(undefined)).rejects.toMatchObject({
      problem: { code: 'updateWaitsForSending' },
    });
    expect(made.ended).toEqual([]);
    made.person.quietMs = 1;
    await made.handlers.restart(undefined);
    expect(made.ended).toHaveLength(1);
    // Installed last of all, when everything else has ended.
    expect(installs).toBe(0);
    made.ended[0]?.();
    expect(installs).toBe(1);
  });

  it('can be stopped, and is there to be downloaded again', async () => {
    const made = withUpdater({
      download: (_wish, _onPercent, signal) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve('stopped'))),
    });
    await looked(made);
    const download = made.handlers.download(undefined);
    await vi.waitFor(async () => expect(await made.step()).toMatchObject({ name: 'downloading' }));
    await made.handlers.stopDownload(undefined);
    await download;
    expect(await made.step()).toMatchObject({ name: 'found', version: '0.2.0' });
  });

  it('that has no file for this computer is said so', async () => {
    const made = withUpdater({});
    trial.publish({ files: { 'darwin-universal': entry } });
    await looked(made);
    await made.handlers.download(undefined);
    expect(await made.step()).toMatchObject({
      name: 'failed',
      reason: 'unreadable',
      update: { version: '0.2.0' },
    });
  });
});
