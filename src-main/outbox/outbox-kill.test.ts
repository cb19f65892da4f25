import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { bundleProgram } from '../../tools/bundle-program.mjs';
import { newTheme, type ThemeDocument } from '@shared/theme/theme';
import {
  createPracticeService,
  type PracticeEndpoint,
  type PracticeService,
} from '../practice/practice';
import { newId } from '../storage/storage';
import { attempt, chances, expectControlToFail, times } from '../testing/fault-tally';
import { removeAfterTest } from '../testing/temporary-folder';

const themes = 50;
let program = '';

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-publisher-'));
  program = await bundleProgram(new URL('testing/publisher-program.ts', import.meta.url), folder);
  return () => rm(folder, { recursive: true, force: true });
}, 60_000);

interface Place {
  readonly root: string;
  readonly practice: PracticeService;
  readonly place: PracticeEndpoint;
}

async function newPlace(): Promise<Place> {
  const root = await mkdtemp(join(tmpdir(), 'foyer-publish-kill-'));
  removeAfterTest(root);
  await Promise.all(['themes', 'profile'].map((name) => mkdir(join(root, name))));
  for (let index = 0; index < themes; index += 1) {
    const document: ThemeDocument = {
      format: 1,
      id: newId(),
      name: `0 theme${String(index)}`,
      tags: [],
      updatedAt: '2026-01-02T03:04:05.000Z',
      publications: {},
      theme: newTheme(),
    };
    await writeFile(
      join(root, 'themes', `${String(index)}.json`),
      `${JSON.stringify(document, null, 2)}\n`,
    );
  }
  const practice = createPracticeService();
  const place = await practice.start();
  onTestFinished(() => practice.stop());
  return { root, practice, place };
}

interface Run {
  /** The last round that was said to be in the outbox whole. */
  readonly queued: number;
  readonly isKilled: boolean;
  /** What was not as it must be, each time that nothing went by itself any more. */
  readonly wrong: readonly string[];
}

/** When to kill: so many ms after the publisher says that it begins, or that all is queued. */
interface Kill {
  readonly after: 'publishing' | 'queued';
  readonly ms: number;
}

const round = (name: string) => Number(name.split(' ')[0]);
/** Which theme it is, whatever the round. */
const themeOf = (name: string): string => name.split(' ')[1] ?? '';

/** The themes of which it is not known whether they arrived, as the disk has them. */
function undecided({ root }: Place): Set<string> {
  const folder = join(root, 'profile', 'outbox');
  return new Set(
    readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => {
        const text = readFileSync(join(folder, file), 'utf8');
        return themeOf((JSON.parse(text) as { doubt: { name: string } }).doubt.name);
      }),
  );
}

/**
 * What is missing or there twice at the service, once nothing goes by itself any more. `queued`: the
 * last round that was in the outbox whole.
 */
function wrongAfter(made: Place, queued: number): string[] {
  if (queued === 0) return [];
  const names = made.practice.state().templates.map(({ name }) => name);
  const asked = undecided(made);
  return Array.from({ length: themes }, (_none, index) => `theme${String(index)}`).flatMap(
    (theme) => {
      const there = names.filter((name) => themeOf(name) === theme);
      if (there.length > 1) return [`${theme} is there twice`];
      if (asked.has(theme)) return [];
      if (there.length === 0) return [`${theme} is lost`];
      return there.some((name) => round(name) < queued) ? [`${theme} is not the newest`] : [];
    },
  );
}

/**
 * Runs the publisher, and kills it if it is not done before. `queuedBefore`: by an earlier run, which
 * this one has to publish first.
 */
function run(made: Place, rounds: number, killAt?: Kill, queuedBefore = 0): Promise<Run> {
  const { root, place } = made;
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [
      program,
      root,
      place.baseAddress,
      place.token,
      String(rounds),
    ]);
    let queued = 0;
    let rest = '';
    let trouble = '';
    const wrong: string[] = [];
    let timer: NodeJS.Timeout | undefined;
    child.stdout.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const [word, number] = line.split(' ');
        if (word === 'queued') queued = Number(number);
        if (word === 'drained') wrong.push(...wrongAfter(made, Math.max(queued, queuedBefore)));
        if (killAt !== undefined && word === killAt.after) {
          timer ??= setTimeout(() => child.kill('SIGKILL'), killAt.ms);
        }
      }
    });
    child.stderr.on('data', (chunk: Buffer) => (trouble += chunk.toString()));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (signal === 'SIGKILL' || code === 0) {
        done({ queued, isKilled: signal === 'SIGKILL', wrong });
      } else failed(new Error(`the publisher ended by itself: ${trouble}`));
    });
  });
}

/** A round that is killed, and at whose end nothing is wrong. */
async function runRight(made: Place, at: Kill, queuedBefore: number): Promise<Run> {
  const ended = await run(made, 1, at, queuedBefore);
  expect(ended.wrong, JSON.stringify(at)).toEqual([]);
  return ended;
}

/** A point in a round. */
const chance = chances('kill while publishing');
const moment = (): number => Math.round(chance() * 200);

/** How many libraries are published from at a time, each from programs of its own. */
const lanes = 5;

/** Does the work in each lane, with its share of the kills. */
async function inLanes(
  kills: number,
  work: (made: Place, moments: readonly Kill[]) => Promise<void>,
): Promise<void> {
  const moments = Array.from({ length: kills }, moment);
  await Promise.all(
    Array.from({ length: lanes }, async (_none, lane) => {
      await work(
        await newPlace(),
        // By turns while the outbox fills and while it drains, however busy the computer is.
        moments
          .filter((_moment, kill) => kill % lanes === lane)
          .map((ms, kill) => ({ after: kill % 2 === 0 ? 'publishing' : 'queued', ms })),
      );
    }),
  );
}

describe('kill -9 while 50 themes are being published', () => {
  const kills = times(20, 100);
  it(`publishes every theme once and loses nothing, ${String(kills)} times`, async () => {
    let killed = 0;
    await inLanes(kills, async (made, moments) => {
      let queued = 0;
      for (const at of moments) {
        const ended = await attempt('lost', at, () => runRight(made, at, queued));
        queued = Math.max(queued, ended.queued);
        killed += Number(ended.isKilled);
      }
      expect((await run(made, 0, undefined, queued)).wrong).toEqual([]);
      const { templates } = made.practice.state();
      expect(templates).toHaveLength(themes);
      for (const { name } of templates) expect(round(name)).toBeGreaterThanOrEqual(queued);
      expect(queued).toBeGreaterThan(0);
      expect(await readdir(join(made.root, 'profile', 'outbox'))).toEqual([]);
      // What the theme's own file says is there is what is there.
      for (const file of await readdir(join(made.root, 'themes'))) {
        if (!file.endsWith('.json')) continue;
        const text = await readFile(join(made.root, 'themes', file), 'utf8');
        const [publication] = Object.values((JSON.parse(text) as ThemeDocument).publications);
        const template = templates.find(({ id }) => id === publication?.templateId);
        expect(template?.name).toBe(publication?.sent?.name);
      }
    });
    expect(killed).toBeGreaterThan(kills / 3);
  }, 300_000);

  const ownKills = times(10, 25);
  it(`never repeats a first save unasked where ids are the service’s, ${String(ownKills)} times`, async () => {
    await inLanes(ownKills, async (made, moments) => {
      made.practice.setBehaviour('saveThemeTemplate', { ids: 'own', delayMs: 2 });
      let queued = 0;
      for (const at of moments) {
        const ended = await attempt('sentTwice', at, () => runRight(made, at, queued));
        queued = Math.max(queued, ended.queued);
      }
      expect((await run(made, 0, undefined, queued)).wrong).toEqual([]);
      expect(queued).toBeGreaterThan(0);
      // Under an id that Foyer picked only first saves go: each theme's went once.
      const firsts = made.practice.received().filter(({ path }) => path.split('-').length === 5);
      expect(new Set(firsts.map(({ path }) => path)).size).toBe(firsts.length);
      expect(made.practice.state().templates.length).toBeLessThanOrEqual(themes);
    });
  }, 300_000);

  it('the control: a queue in memory loses some', async () => {
    const made = await newPlace();
    made.practice.setBehaviour('saveThemeTemplate', { delayMs: 200 });
    await run(made, 1, { after: 'queued', ms: 0 });
    await rm(join(made.root, 'profile', 'outbox'), { recursive: true, force: true });
    await mkdir(join(made.root, 'profile', 'outbox'));
    const { wrong } = await run(made, 0, undefined, 1);
    const lost = wrong.filter((line) => line.endsWith('is lost'));
    expectControlToFail('a queue in memory', lost.length);
    expect(made.practice.state().templates.length).toBeLessThan(themes);
  }, 30_000);
});
