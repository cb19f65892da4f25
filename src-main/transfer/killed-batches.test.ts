/**
 * kill -9 in the middle of what is done with many themes: importing, restoring a backup, deleting,
 * restoring from the bin, emptying it. What the window said was done is there after the next start, and
 * everything else is as it was or as it shall be, whole; doing it again brings it to its end, once.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { publicationKey, newTheme, type ThemeDocument } from '@shared/theme/theme';
import { bundleProgram } from '../../tools/bundle-program.mjs';
import {
  endLibrary,
  northwind,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
  themesOnDisk,
  type LibraryFolders,
} from '../library/testing/fixture-library';
import { attempt, chances, expectControlToFail, sideBySide, times } from '../testing/fault-tally';
import type { Job } from './testing/batch-program';

const kills = times(6, 100);
/** How many are tried side by side: most of the time they wait for the disk. */
const lanes = 4;
const mineCount = 4;
const batchCount = 12;

let program = '';
beforeAll(async () => {
  program = await bundleProgram(
    new URL('testing/batch-program.ts', import.meta.url),
    join('node_modules', '.cache', 'foyer-trials'),
  );
}, 60_000);

const key = publicationKey(northwind);
const theme = { ...newTheme(), customCss: '/* long */'.repeat(4_000) };

/** Themes of which every second one is on a service. */
function documents(kind: 'Mine' | 'Batch', count: number): ThemeDocument[] {
  return Array.from({ length: count }, (_none, number) => {
    const name = `${kind} ${String(number)}`;
    const publication = {
      templateId: `template of ${name}`,
      at: '2026-01-02T03:04:05.000Z',
      sent: { name, theme },
    };
    const publications = number % 2 === 0 ? { [key]: publication } : {};
    return themeDocument({ name, theme, publications });
  });
}

interface Trial {
  readonly folders: LibraryFolders;
  readonly mine: readonly ThemeDocument[];
  readonly batch: readonly ThemeDocument[];
  /** What is imported or restored. */
  readonly file: string;
}

/** What a person begins with; `inLibrary`: the batch is in the library, too. */
async function trial(inLibrary: boolean): Promise<Trial> {
  const folders = await temporaryLibraryFolders();
  const made = {
    folders,
    mine: documents('Mine', mineCount),
    batch: documents('Batch', batchCount),
    file: join(folders.root, 'batch.json'),
  };
  const there = inLibrary ? [...made.mine, ...made.batch] : made.mine;
  for (const document of there) await putTheme(folders, `${document.name}.json`, document);
  return made;
}

interface Ended {
  /** So many the window showed as done. */
  readonly done: number;
  /** From its beginning to its end, in ms; absent where it was killed before. */
  readonly tookMs: number | undefined;
}

/** Runs a job; killed so many ms after it began, if it has not ended by then. */
function run(parameters: readonly string[], killAfterMs?: number): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, parameters);
    let rest = '';
    let trouble = '';
    let done = 0;
    let beganAt = 0;
    let tookMs: number | undefined;
    let timer: NodeJS.Timeout | undefined;
    child.stderr.on('data', (chunk: Buffer) => (trouble += chunk.toString()));
    child.stdout.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const [word, number] = line.split(' ');
        if (word === 'done') done = Math.max(done, Number(number));
        if (word === 'ended') tookMs = performance.now() - beganAt;
        if (word !== 'begins') continue;
        beganAt = performance.now();
        if (killAfterMs !== undefined) {
          timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
        }
      }
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (signal === 'SIGKILL' || code === 0) resolve({ done, tookMs });
      else reject(new Error(`it ended by itself: ${trouble}`));
    });
  });
}

const runJob = ({ folders, file }: Trial, job: Job, killAfterMs?: number): Promise<Ended> =>
  run([program, folders.root, job, file], killAfterMs);

/** What a person sees after the next start. */
async function nextStart({ folders }: Trial) {
  const { library } = testLibrary(folders);
  const { themes, unreadable } = await library.handlers.list(undefined);
  const bin = await library.handlers.bin(undefined);
  await endLibrary(library);
  expect(unreadable).toEqual([]);
  expect([...bin.damaged, ...bin.unread]).toEqual([]);
  return { names: themes.map(({ name }) => name).sort(), binned: bin.themes };
}

const names = (all: readonly { name: string }[]): string[] => all.map(({ name }) => name).sort();

/** Each theme in the library and in the bin is what it was, whole. */
async function expectWhole(made: Trial, hasId = true): Promise<void> {
  const known = new Map([...made.mine, ...made.batch].map((document) => [document.name, document]));
  const binned = (await entriesOnDisk(made)).flatMap(({ text }) =>
    text === null ? [] : [JSON.parse(text) as ThemeDocument],
  );
  for (const document of [...(await themesOnDisk(made.folders)), ...binned]) {
    const was = known.get(document.name);
    // Told in a word: they are long.
    expect(isDeepStrictEqual(document.theme, was?.theme), `${document.name} is whole`).toBe(true);
    if (!hasId) continue;
    expect(document.id).toBe(was?.id);
    const isLinked = isDeepStrictEqual(document.publications, was?.publications);
    expect(isLinked, `${document.name} has its links`).toBe(true);
  }
}

interface Entry {
  readonly id: string;
  readonly text: string | null;
  readonly publications: ThemeDocument['publications'];
}

/** What the bin holds, with what is left of themes that are gone for good. */
async function entriesOnDisk({ folders }: Trial): Promise<Entry[]> {
  const folder = join(folders.profile, 'bin');
  // There is none before the first deletion.
  const files = existsSync(folder) ? await readdir(folder) : [];
  const texts = files
    .filter((name) => name.endsWith('.json'))
    .map((name) => readFile(join(folder, name), 'utf8'));
  return (await Promise.all(texts)).map((text) => JSON.parse(text) as Entry);
}

/** How a job is prepared, and what must hold when it was killed and Foyer was started again. */
interface Case {
  readonly prepare: () => Promise<Trial>;
  readonly check: (made: Trial, ended: Ended) => Promise<void>;
}

/** What is in the batch is in the library or in the bin; the names in the library. */
async function expectNoneLost(made: Trial): Promise<{ there: string[]; binned: string[] }> {
  const { names: there, binned } = await nextStart(made);
  await expectWhole(made);
  for (const { name } of made.mine) expect(there).toContain(name);
  const all = new Set([...there, ...binned.map(({ name }) => name)]);
  for (const { name } of made.batch) expect(all).toContain(name);
  return { there, binned: names(binned) };
}

const cases: Record<Exclude<Job, 'backup'>, Case> = {
  import: {
    async prepare() {
      const made = await trial(false);
      await writeFile(made.file, JSON.stringify(made.batch.map(({ name }) => ({ name, theme }))));
      return made;
    },
    async check(made, { done }) {
      const { names: there } = await nextStart(made);
      await expectWhole(made, false);
      expect(new Set(there).size).toBe(there.length);
      for (const { name } of made.mine) expect(there).toContain(name);
      expect(there.length).toBeGreaterThanOrEqual(mineCount + done);
      expect(there.length).toBeLessThanOrEqual(mineCount + batchCount);
    },
  },
  'restore a backup': {
    async prepare() {
      const whole = await trial(true);
      await runJob(whole, 'backup');
      const made = await trial(false);
      const mine = whole.mine.map((document, index) =>
        // Two that were changed since the backup.
        index < 2 ? { ...document, tags: ['changed since'] } : document,
      );
      for (const document of mine) await putTheme(made.folders, `${document.name}.json`, document);
      return { ...made, mine, batch: whole.batch, file: whole.file };
    },
    async check(made, { done }) {
      const { names: there } = await nextStart(made);
      await expectWhole(made);
      expect(new Set(there).size).toBe(there.length);
      for (const { name } of made.mine) expect(there).toContain(name);
      // In the order of the backup, in which those that were here already may come first.
      expect(there.length).toBeGreaterThanOrEqual(done);
      await runJob(made, 'restore a backup');
      const again = await nextStart(made);
      expect(again.names).toEqual(names([...made.mine, ...made.batch]));
      await expectWhole(made);
    },
  },
  delete: {
    prepare: () => trial(true),
    async check(made, { done }) {
      const { there, binned } = await expectNoneLost(made);
      expect(binned.length).toBeGreaterThanOrEqual(done);
      expect(new Set(there).size).toBe(there.length);
      await runJob(made, 'delete');
      expect((await nextStart(made)).names).toEqual(names(made.mine));
    },
  },
  'restore from the bin': {
    async prepare() {
      const made = await trial(true);
      await runJob(made, 'delete');
      return made;
    },
    async check(made, { done }) {
      const { there } = await expectNoneLost(made);
      expect(there.length).toBeGreaterThanOrEqual(mineCount + done);
      await runJob(made, 'restore from the bin');
      const again = await nextStart(made);
      expect(again.names).toEqual(names([...made.mine, ...made.batch]));
      expect(again.binned).toEqual([]);
      await expectWhole(made);
    },
  },
  'empty the bin': {
    async prepare() {
      const made = await trial(true);
      await runJob(made, 'delete');
      return made;
    },
    async check(made) {
      const { names: there } = await nextStart(made);
      expect(there).toEqual(names(made.mine));
      await expectWhole(made);
      await expectLinks(made);
      await runJob(made, 'empty the bin');
      expect((await nextStart(made)).binned).toEqual([]);
      await expectLinks(made);
    },
  },
};

/** What links a theme to its template stays, however its theme goes. */
async function expectLinks(made: Trial): Promise<void> {
  const kept = await entriesOnDisk(made);
  for (const { id, publications } of made.batch) {
    if (Object.keys(publications).length === 0) continue;
    const entry = kept.find((each) => each.id === id);
    expect(entry?.publications[key]?.templateId).toBe(publications[key]?.templateId);
  }
}

describe('kill -9 in the middle of the work with many themes', () => {
  it.each(Object.entries(cases) as [Job, Case][])(
    '%s: nothing is lost, nothing is there twice',
    async (job, { prepare, check }) => {
      const whole = await prepare();
      const ended = await runJob(whole, job);
      await check(whole, ended);
      const chance = chances(`kill at: ${job}`);
      let killed = 0;
      const moments = Array.from({ length: kills }, () => chance() * (ended.tookMs ?? 0) * 1.1);
      await sideBySide(lanes, moments, (ms) =>
        attempt('lost', { job, ms }, async () => {
          const made = await prepare();
          const each = await runJob(made, job, ms);
          killed += Number(each.tookMs === undefined);
          await check(made, each);
        }),
      );
      expect(killed).toBeGreaterThan(kills / 4);
    },
    600_000,
  );

  it.each(['import', 'restore a backup', 'delete', 'restore from the bin', 'empty the bin'])(
    'control, %s: files that a plain writeFile writes anew lose themes under the same kills',
    async (job) => {
      const { root, themes } = await temporaryLibraryFolders();
      const plain = join(root, 'plain.cjs');
      await writeFile(plain, plainBatch);
      await mkdir(join(root, 'plain'));
      const files = { library: join(root, 'plain', 'library.json'), bin: join(root, 'bin.json') };
      const entry = (name: string) => ({ name, theme });
      const before = {
        library: documents('Mine', mineCount).map(({ name }) => entry(name)),
        bin: documents('Batch', batchCount).map(({ name }) => entry(name)),
      };
      const all = async () => {
        const texts = await Promise.all(Object.values(files).map((file) => readFile(file, 'utf8')));
        return texts.flatMap((text) => JSON.parse(text) as { name: string }[]);
      };
      // Of a bin that is emptied, only what is beside it has to stay.
      const least =
        job === 'empty the bin' || job === 'import' ? mineCount : mineCount + batchCount;
      let lost = 0;
      for (let kill = 0; kill < 60 && lost === 0; kill += 1) {
        for (const [name, content] of Object.entries(before)) {
          await writeFile(files[name as keyof typeof files], JSON.stringify(content));
        }
        await run([plain, files.library, files.bin, job], Math.random() * 40);
        const left = await all().catch(() => []);
        if (left.length < least) lost += 1;
      }
      expect(await readdir(themes)).toEqual([]);
      expectControlToFail(`${job}, by a plain writeFile`, lost);
    },
    60_000,
  );
});

/** The same work as one would do it without a store: a file for the themes, a file for the bin. */
const plainBatch = `
const { readFileSync, writeSync } = require('node:fs');
const { writeFile } = require('node:fs/promises');
const [libraryFile, binFile, job] = process.argv.slice(2);
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
(async () => {
  const library = read(libraryFile);
  const bin = read(binFile);
  writeSync(1, 'begins\\n');
  while (bin.length > 0) {
    const entry = bin.pop();
    if (job !== 'empty the bin') library.push(entry);
    await writeFile(binFile, JSON.stringify(bin));
    await writeFile(libraryFile, JSON.stringify(library));
  }
  writeSync(1, 'ended\\n');
})();
`;
