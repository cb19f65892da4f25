import { execFileSync, spawn } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { bundleProgram } from '../../../tools/bundle-program.mjs';
import { newTheme, type ThemeDocument } from '@shared/theme/theme';
import { openDocumentFolder } from '../../storage/storage';
import { attempt, chances, expectControlToFail, times } from '../../testing/fault-tally';
import {
  endLibrary,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
} from '../testing/fixture-library';
import type { LibraryFolders } from '../testing/fixture-library';

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

let program = '';
beforeAll(async () => {
  // Beside the tests' own folders, because it outlives each of them.
  program = await bundleProgram(
    new URL('../testing/moving-program.ts', import.meta.url),
    join('node_modules', '.cache', 'foyer-trials'),
  );
});

interface Ended {
  /** How long the move took, in ms; absent for one that was killed before. */
  readonly tookMs?: number;
}

/** Moves the library; killed so many ms after it began, or when it has ended. */
function moveAndKill(
  parameters: readonly string[],
  afterMs: number,
  mover = program,
): Promise<Ended> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [mover, ...parameters]);
    let said = '';
    let trouble = '';
    let beganAt: number | undefined;
    let tookMs: number | undefined;
    child.stderr.on('data', (chunk: Buffer) => (trouble += chunk.toString()));
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (beganAt === undefined && said.includes('moving')) {
        beganAt = performance.now();
        setTimeout(() => child.kill('SIGKILL'), afterMs);
      }
      if (beganAt === undefined || !said.includes('ended')) return;
      tookMs ??= performance.now() - beganAt;
      child.kill('SIGKILL');
    });
    child.on('close', (_code, signal) => {
      if (signal !== 'SIGKILL') failed(new Error(`the mover ended by itself: ${trouble}`));
      else done(tookMs === undefined ? {} : { tookMs });
    });
  });
}

const count = 6;

interface Trial {
  readonly folders: LibraryFolders;
  readonly to: string;
  readonly documents: readonly ThemeDocument[];
  /** What lay in the new folder before, by name. */
  readonly before: ReadonlyMap<string, string>;
}

/** A library of a few themes, and a folder to which it shall go. */
async function trial(prepare: Prepare): Promise<Trial> {
  const folders = await temporaryLibraryFolders();
  const customCss = '/* long */'.repeat(5_000);
  const documents = Array.from({ length: count }, (_each, number) =>
    themeDocument({ name: `Theme ${String(number)}`, theme: { ...newTheme(), customCss } }),
  );
  for (const [number, document] of documents.entries()) {
    await putTheme(folders, `${String(number)}.json`, document);
  }
  const real = join(folders.root, 'to');
  await mkdir(real);
  const to = (await prepare(real, documents, folders)) ?? real;
  const before = new Map<string, string>();
  for (const name of await readdir(to)) before.set(name, await readFile(join(to, name), 'utf8'));
  return { folders, to, documents, before };
}

type Prepare = (
  to: string,
  documents: readonly ThemeDocument[],
  folders: LibraryFolders,
) => Promise<string | undefined>;

function mount(path: string, ...parameters: string[]): void {
  execFileSync('mount', [...parameters, path]);
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', path]);
  });
}

const prepares = {
  'an empty folder': () => Promise.resolve(undefined),
  'an older copy of itself': async (to, documents) => {
    for (const [number, document] of documents.entries()) {
      const older = number === 0 ? document : { ...document, name: `Older ${String(number)}` };
      const file = join(to, `${String(number)}.json`);
      await writeFile(file, `${JSON.stringify(older, null, 2)}\n`);
      await utimes(file, new Date('2025-01-01'), new Date('2025-01-01'));
    }
    return undefined;
  },
  'a link to a folder': async (to, _documents, { root }) => {
    await symlink(to, join(root, 'link'));
    return join(root, 'link');
  },
  'a folder that is mounted a second time': async (to, _documents, { root }) => {
    const alias = join(root, 'alias');
    await mkdir(alias);
    mount(alias, '--bind', to);
    return alias;
  },
  'itself, mounted a second time': (to, _documents, { themes }) => {
    mount(to, '--bind', themes);
    return Promise.resolve(undefined);
  },
  'a full disk': (to) => {
    // Room for some of the files.
    mount(to, '--types', 'tmpfs', '--options', 'size=180k', 'tmpfs');
    return Promise.resolve(undefined);
  },
  'a read-only disk': (to) => {
    mount(to, '--types', 'tmpfs', '--options', 'ro', 'tmpfs');
    return Promise.resolve(undefined);
  },
} satisfies Record<string, Prepare>;

const documentsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => !name.startsWith('.')).sort();

/** Starts Foyer again where it was told to, and looks at everything. */
async function checkNextStart({ folders, to, documents, before }: Trial): Promise<'old' | 'new'> {
  const choice = await readFile(join(folders.profile, 'choice'), 'utf8').catch(() => undefined);
  const folder = choice ?? folders.themes;
  const { library } = testLibrary(folders, { folder: openDocumentFolder(folder) });
  const { themes, unreadable } = await library.handlers.list(undefined);
  await endLibrary(library);
  expect(unreadable).toEqual([]);
  // Each with the id that it had; what lay there before are themes of their own.
  const shown = new Map(themes.map(({ id, name }) => [id, name]));
  for (const { id, name } of documents) expect(shown.get(id)).toBe(name);
  const isMoved = folder === to;
  const mine = await documentsIn(folders.themes);
  if (!isMoved) {
    expect(themes).toHaveLength(count);
    expect(mine).toHaveLength(count);
    const there = await documentsIn(to);
    const isSame = (await readdir(folders.themes)).join() === (await readdir(to)).join();
    if (before.size > 0 || !isSame) expect(there).toEqual([...before.keys()].sort());
    for (const [name, text] of before) expect(await readFile(join(to, name), 'utf8')).toBe(text);
    return 'old';
  }
  const files = await documentsIn(to);
  expect(themes).toHaveLength(files.length);
  // Those of which the same bytes lay there before are in both.
  const stayed = documents.filter(({ name }) => before.size > 0 && name === 'Theme 0').length;
  expect(mine).toHaveLength(stayed);
  expect(files).toHaveLength(count + before.size - stayed);
  return 'new';
}

/** Killed at many points; what is found out before the first copy needs fewer. */
const longest: readonly string[] = ['an empty folder', 'an older copy of itself'];

const needRoot: readonly string[] = [
  'a folder that is mounted a second time',
  'itself, mounted a second time',
  'a full disk',
  'a read-only disk',
];

describe('kill -9 while the library moves', () => {
  const cases = Object.entries(prepares).filter(([name]) => isRoot || !needRoot.includes(name));
  it.each(cases)(
    'loses nothing and leaves nothing twice, whenever it comes, into %s',
    async (name, prepare) => {
      const points = longest.includes(name) ? times(10, 40) : times(4, 10);
      const chance = chances(`kill while moving into ${name}`);
      const whole = await trial(prepare);
      const { tookMs = 0 } = await moveAndKill(
        [whole.folders.profile, whole.folders.themes, whole.to],
        60_000,
      );
      const ends = [await checkNextStart(whole)];
      for (let point = 0; point < points; point += 1) {
        // One at the very beginning, and one at the very end.
        const ms = (tookMs * 1.1 * (point === 0 ? 0 : point + chance())) / points;
        await attempt('lost', { into: name, ms }, async () => {
          const each = await trial(prepare);
          const { folders, to } = each;
          await moveAndKill([folders.profile, folders.themes, to], ms);
          ends.push(await checkNextStart(each));
        });
      }
      // Some were killed before the library had moved, and some after, where it can.
      const canMove = !/itself, mounted|disk/.test(name);
      expect(new Set(ends)).toEqual(new Set(canMove ? ['old', 'new'] : ['old']));
    },
    300_000,
  );

  it('control: files that are renamed and copied by hand are in neither folder', async () => {
    const whole = await trial(prepares['an empty folder']);
    const file = join(whole.folders.root, 'plain.cjs');
    await writeFile(file, plainMover);
    let missing = 0;
    for (let point = 0; point < 40 && missing === 0; point += 1) {
      const { folders, to, documents } = await trial(prepares['an empty folder']);
      await moveAndKill([folders.profile, folders.themes, to], point * 2, file);
      const choice = await readFile(join(folders.profile, 'choice'), 'utf8').catch(() => undefined);
      const { library } = testLibrary(folders, {
        folder: openDocumentFolder(choice ?? folders.themes),
      });
      const { themes } = await library.handlers.list(undefined);
      await endLibrary(library);
      missing += documents.filter(({ id }) => !themes.some((theme) => theme.id === id)).length;
    }
    expectControlToFail('a library moved file by file', missing);
  }, 120_000);
});

/** Moves the files as one would without a plan of the move. */
const plainMover = `
const { readdirSync, readFileSync, writeFileSync, unlinkSync, writeSync } = require('node:fs');
const { join } = require('node:path');
const [profile, from, to] = process.argv.slice(2);
writeSync(1, 'moving\\n');
setInterval(() => undefined, 1_000);
(async () => {
  for (const name of readdirSync(from)) {
    writeFileSync(join(to, name), readFileSync(join(from, name)));
    unlinkSync(join(from, name));
    await new Promise((done) => setTimeout(done, 5));
  }
  writeFileSync(join(profile, 'choice'), to);
  writeSync(1, 'ended\\n');
})();
`;
