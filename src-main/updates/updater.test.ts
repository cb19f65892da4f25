/** Downloads by electron-updater, from a feed on loopback up to the checked file. */
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UpdateFile } from './signed-answer';
import { fileEntry, startTrialFeed, type TrialFeed } from './trial-feed';
import { createUpdater } from './updater';
import type { UpdaterHost } from './updater-types';

const name = 'Foyer-0.2.0.AppImage';
const content = randomBytes(300_000);
const present = Buffer.from('the present version');

let trial: TrialFeed;
let folder: string;
let appImage: string;
let before: string | undefined;

beforeEach(async () => {
  trial = await startTrialFeed();
  folder = mkdtempSync(join(tmpdir(), 'foyer-updates-'));
  appImage = join(folder, 'Foyer.AppImage');
  writeFileSync(appImage, present);
  before = process.env['APPIMAGE'];
  process.env['APPIMAGE'] = appImage;
});
afterEach(async () => {
  if (before === undefined) delete process.env['APPIMAGE'];
  else process.env['APPIMAGE'] = before;
  rmSync(folder, { recursive: true, force: true });
  await trial.stop();
});

function updater(more: Partial<UpdaterHost> = {}) {
  const ended: string[] = [];
  const made = createUpdater({
    version: '0.1.0',
    platform: 'linux',
    feed: trial.feed,
    folder: join(folder, 'updates'),
    appImage,
    request: (options, callback) => http.request(options, callback),
    startAgain: () => void ended.push('start again'),
    quit: () => void ended.push('quit'),
    warn: () => undefined,
    ...more,
  });
  return { ...made, ended };
}

/** Every file that a download left, with its whole path. */
function left(): string[] {
  const at = join(folder, 'updates', 'download', 'pending');
  if (!existsSync(at)) return [];
  return readdirSync(at).filter((file) => file.endsWith('.AppImage'));
}

function download(
  made: ReturnType<typeof updater>,
  {
    file = fileEntry(name, content),
    onPercent = () => undefined,
    signal = new AbortController().signal,
  }: { file?: UpdateFile; onPercent?: (percent: number) => void; signal?: AbortSignal } = {},
) {
  return made.download({ version: '0.2.0', file, feed: trial.feed }, onPercent, signal);
}

function serve(body: Buffer): void {
  trial.answers.set(`/${name}`, (response) => {
    response.writeHead(200, { 'content-length': String(body.byteLength) }).end(body);
  });
}

describe('a download', () => {
  it('that is good is kept and checked, with its progress, and nothing is installed yet', async () => {
    serve(content);
    const percents: number[] = [];
    const made = updater();
    expect(await download(made, { onPercent: (percent) => percents.push(percent) })).toBe('ready');
    const kept = join(folder, 'updates', 'download', 'pending', name);
    expect(readFileSync(kept).equals(content)).toBe(true);
    expect(percents.at(-1)).toBe(100);
    expect(readFileSync(appImage)).toEqual(present);
    expect(made.ended).toEqual([]);
  });

  it('tells nobody which Foyer asks: one request, without a number of its own', async () => {
    serve(content);
    await download(updater());
    expect(trial.requests.map(({ url }) => url)).toEqual([`/${name}`]);
    expect(Object.keys(trial.requests[0]?.headers ?? {}).sort()).toEqual([
      ...['accept', 'cache-control', 'connection', 'host', 'user-agent'],
    ]);
    expect(trial.requests[0]?.headers['user-agent']).toBe('Foyer');
  });

  it.each<[string, string, () => void]>([
    ['with a wrong checksum', 'wrongChecksum', () => serve(randomBytes(content.byteLength))],
    ['that is longer than it should be', 'wrongChecksum', () => serve(randomBytes(900_000))],
    ['that ends too early', 'cut', () => serve(content.subarray(0, 100_000))],
    [
      'that is cut',
      'cut',
      () => {
        trial.answers.set(`/${name}`, (response) => {
          response.writeHead(200, { 'content-length': String(content.byteLength) });
          response.write(content.subarray(0, 100_000), () => response.destroy());
        });
      },
    ],
    ['that is not there', 'refused', () => undefined],
    [
      'whose server ends before it answers',
      'notReached',
      () => trial.answers.set(`/${name}`, (response) => response.destroy()),
    ],
    [
      'that trickles',
      'tooSlow',
      () => {
        trial.answers.set(`/${name}`, (response) => {
          response.writeHead(200, { 'content-length': String(content.byteLength) });
          response.write(content.subarray(0, 10));
        });
      },
    ],
    [
      'that leads to plain http somewhere else',
      'redirected',
      () => {
        trial.answers.set(`/${name}`, (response) => {
          response.writeHead(302, { location: `http://updates.example/${name}` }).end();
        });
      },
    ],
    [
      'that leads in a circle',
      'redirected',
      () => {
        trial.answers.set(`/${name}`, (response) => {
          response.writeHead(302, { location: `/${name}` }).end();
        });
      },
    ],
  ])('%s is refused, and the present version stays untouched', async (_what, reason, prepare) => {
    prepare();
    const slow = reason === 'tooSlow' ? { bytes: 1_000, ms: 300 } : undefined;
    await expect(download(updater({ slow }))).rejects.toMatchObject({ reason });
    expect(readFileSync(appImage)).toEqual(present);
    expect(left()).toEqual([]);
  });

  it('is refused for a version that is not newer, whatever the room thinks', async () => {
    serve(content);
    const made = updater({ version: '0.3.0' });
    await expect(download(made)).rejects.toMatchObject({ reason: 'notKept' });
    expect(trial.requests).toEqual([]);
  });

  it('can be tried again after it failed', async () => {
    serve(content.subarray(0, 100));
    const made = updater();
    await expect(download(made)).rejects.toMatchObject({ reason: 'cut' });
    serve(content);
    expect(await download(made)).toBe('ready');
  });

  it('can be stopped: no more of it comes, and no file of it is left', async () => {
    const stop = new AbortController();
    const ended = new Promise<void>((closed) => {
      trial.answers.set(`/${name}`, (response) => {
        response.on('close', closed);
        response.writeHead(200, { 'content-length': String(content.byteLength) });
        response.write(content.subarray(0, 100_000));
      });
    });
    const end = download(updater(), { onPercent: () => stop.abort(), signal: stop.signal });
    expect(await end).toBe('stopped');
    expect(left()).toEqual([]);
    await ended;
  });

  it('can be stopped before its server has answered', async () => {
    const stop = new AbortController();
    const ended = new Promise<void>((closed) => {
      trial.answers.set(`/${name}`, (response) => {
        response.on('close', closed);
        stop.abort();
      });
    });
    expect(await download(updater(), { signal: stop.signal })).toBe('stopped');
    expect(left()).toEqual([]);
    await ended;
  });

  it('that goes on past its size is cut off', async () => {
    const ended = new Promise<void>((closed) => {
      trial.answers.set(`/${name}`, (response) => {
        response.on('close', closed);
        response.writeHead(200).write(randomBytes(content.byteLength + 1));
      });
    });
    await expect(download(updater())).rejects.toMatchObject({ reason: 'wrongChecksum' });
    expect(left()).toEqual([]);
    await ended;
  });
});

describe('installing', () => {
  it('puts the new AppImage in the place of the old one, whole, and starts it', async () => {
    serve(content);
    const made = updater();
    await download(made);
    made.install();
    expect(readFileSync(appImage).equals(content)).toBe(true);
    expect(made.ended).toEqual(['start again', 'quit']);
  });

  it('that can’t be done leaves the old one where it is, and starts it again', async () => {
    serve(content);
    const made = updater();
    await download(made);
    // In the way of what is written beside it.
    mkdirSync(`${appImage}.new`);
    made.install();
    expect(readFileSync(appImage)).toEqual(present);
    expect(made.ended).toEqual(['start again', 'quit']);
  });
});
