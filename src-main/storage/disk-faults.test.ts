import { execFile, execFileSync, spawn } from 'node:child_process';
import {
  chmod,
  chown,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { writeDurably } from './durable-write';
import { openAppendLog } from './append-log';
import { StorageError } from './storage-error';
import { numberedContent, readNumber } from './trial-content';
import { buildPrograms, type ProgramName, type Programs } from './trial-programs';
import { attempt, chances, expectControlToFail, times } from '../testing/fault-tally';
import { temporaryFolder } from '../testing/temporary-folder';

const linux = process.platform === 'linux';
const posix = process.platform !== 'win32';
const root = posix && process.getuid?.() === 0;
const kilobyte = 1024;
const run = promisify(execFile);

let programs: Programs;
beforeAll(async () => {
  programs = await buildPrograms();
}, 20_000);
afterAll(() => programs.remove());

interface Killed {
  /** The last number that the writer said was safe; undefined if it came to none. */
  readonly acknowledged: number | undefined;
}

/** Starts a writer and kills it with SIGKILL as soon as `moment` resolves. */
async function writeUntilKilled(
  program: ProgramName,
  path: string,
  size: number,
  first: number,
  moment: (firstAcknowledged: Promise<void>) => Promise<void>,
): Promise<Killed> {
  const args = [programs.path(program), path, String(size), String(first)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  const ended = new Promise<void>((resolve) => {
    child.on('close', () => {
      resolve();
    });
  });
  const firstAcknowledged = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      resolve();
    });
  });
  await moment(Promise.race([firstAcknowledged, ended]));
  child.kill('SIGKILL');
  await ended;
  const whole = said.slice(0, said.lastIndexOf('\n') + 1).trim();
  return { acknowledged: whole === '' ? undefined : Number(whole.split('\n').pop()) };
}

/** Resolves while a file that `find` names holds a part of what is being written to it. */
async function halfWritten(find: () => string | undefined, whole: number): Promise<void> {
  for (;;) {
    const path = find();
    const size = path === undefined ? 0 : (statSync(path, { throwIfNoEntry: false })?.size ?? 0);
    if (size > 0 && size < whole) return;
    await nextTurn();
  }
}

describe('kill -9 in the middle', () => {
  it('leaves the file whole and at least as new as what was said to be safe', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'one.json');
    let newest = 0;
    await writeFile(path, numberedContent(newest, 10));
    const chance = chances('kill while a document is written');
    for (let round = 0; round < times(30, 100); round += 1) {
      const ms = chance() * 20;
      await attempt('lost', { ms }, async () => {
        const { acknowledged = newest } = await writeUntilKilled(
          'durable-writer',
          path,
          200 * kilobyte,
          newest + 1,
          async (firstAcknowledged) => {
            await firstAcknowledged;
            // Anywhere in one of the next few writes; each takes some milliseconds.
            const until = performance.now() + ms;
            while (performance.now() < until) await nextTurn();
          },
        );
        const found = readNumber(await readFile(path, 'utf8'));
        expect(found, 'the file is whole').toBeDefined();
        expect(found).toBeGreaterThanOrEqual(acknowledged);
        expect(acknowledged).toBeGreaterThan(newest);
        newest = found ?? 0;
      });
    }
  }, 120_000);

  const large = 48 * kilobyte * kilobyte;

  it('holds when aimed at the middle of the bytes', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'one.json');
    await writeFile(path, numberedContent(1, 10));
    await writeUntilKilled('durable-writer', path, large, 2, () =>
      halfWritten(() => {
        const temporary = readdirSync(folder).find((name) => name.endsWith('.tmp'));
        return temporary === undefined ? undefined : join(folder, temporary);
      }, large),
    );
    expect(readNumber(await readFile(path, 'utf8'))).toBeDefined();
  });

  it('control: a plain writeFile loses old and new under the same kill', async () => {
    const path = join(await temporaryFolder(), 'one.json');
    let whole = 0;
    // The kill may come a moment too late for one write; not for one of five.
    for (let round = 0; round < 5 && whole === round; round += 1) {
      await rm(path, { force: true });
      await writeUntilKilled('plain-writer', path, large, 2, () => halfWritten(() => path, large));
      if (readNumber(await readFile(path, 'utf8')) !== undefined) whole += 1;
    }
    expect(readNumber(await readFile(path, 'utf8'))).toBeUndefined();
    expectControlToFail('a document written by a plain writeFile', 5 - whole);
  });
});

describe('a full disk', () => {
  it.runIf(linux && root)('keeps the old version at every 4 KB, 200 times', async () => {
    const folder = await temporaryFolder();
    const disk = join(folder, 'disk');
    await mkdir(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk]);
    onTestFinished(() => {
      execFileSync('umount', [disk]);
    });
    const path = join(disk, 'one.json');
    const ballast = join(disk, 'ballast');
    const old = numberedContent(1, 100);
    await writeFile(path, old);
    const content = numberedContent(2, 201 * 4 * kilobyte);
    let failures = 0;
    for (let step = 0; step < 200; step += 1) {
      await attempt('lost', { kilobytesLeft: 4 * step }, async () => {
        await fillUpTo(ballast, step * 4 * kilobyte);
        await expect(writeDurably(path, content)).rejects.toMatchObject({
          name: 'StorageError',
          kind: 'full',
        });
        failures += 1;
        expect(await readFile(path, 'utf8')).toBe(old);
        expect((await readdir(disk)).sort()).toEqual(['ballast', 'one.json']);
      });
    }
    expect(failures).toBe(200);
    await rm(ballast);
    await writeDurably(path, content);
    expect(readNumber(await readFile(path, 'utf8'))).toBe(2);
  });

  it.runIf(linux && root)('control: a plain writeFile loses the old version', async () => {
    const disk = join(await temporaryFolder(), 'disk');
    await mkdir(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk]);
    onTestFinished(() => {
      execFileSync('umount', [disk]);
    });
    const path = join(disk, 'one.json');
    const old = numberedContent(1, 100);
    const content = numberedContent(2, 201 * 4 * kilobyte);
    let lost = 0;
    for (let step = 0; step < 200; step += 10) {
      await rm(path, { force: true });
      await writeFile(path, old);
      await fillUpTo(join(disk, 'ballast'), step * 4 * kilobyte);
      await expect(writeFile(path, content)).rejects.toMatchObject({ code: 'ENOSPC' });
      if (readNumber(await readFile(path, 'utf8')) === undefined) lost += 1;
      await rm(join(disk, 'ballast'));
    }
    expectControlToFail('a plain writeFile on a full disk', lost);
  });

  it.runIf(linux && root)('takes half a record back from an append-only log', async () => {
    const disk = join(await temporaryFolder(), 'disk');
    await mkdir(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
    onTestFinished(() => {
      execFileSync('umount', [disk]);
    });
    const schema = (input: unknown): unknown => input;
    const log = await openAppendLog({ folder: disk, name: 'activity', schema });
    await log.append({ text: 'first' });
    const huge = { text: 'x'.repeat(100 * kilobyte) };
    await expect(log.append(huge)).rejects.toMatchObject({ kind: 'full' });
    await log.append({ text: 'second' });
    const { entries, unreadable } = await log.page();
    expect(entries.map((entry) => entry.record)).toEqual([{ text: 'second' }, { text: 'first' }]);
    expect(unreadable).toBe(0);
  });

  it.runIf(posix)('keeps the old version when the file may not grow further', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'one.json');
    const old = numberedContent(1, 100);
    await writeFile(path, old);
    const size = String(256 * kilobyte);
    // Blocks of 512 bytes by POSIX, of 1,024 in bash: below the size either way.
    const limited = `ulimit -f 64; exec "$0" "$@"`;
    const args = ['-c', limited, process.execPath, programs.path('write-once'), path, size, '2'];
    expect((await run('sh', args)).stdout).toBe('full');
    expect(await readFile(path, 'utf8')).toBe(old);
    expect(await readdir(folder)).toEqual(['one.json']);
  });
});

/** Makes `ballast` so large that the disk has `free` bytes left, whole pages. */
async function fillUpTo(ballast: string, free: number): Promise<void> {
  if (existsSync(ballast)) await truncate(ballast, 0);
  const page = 4 * kilobyte;
  try {
    await writeFile(ballast, Buffer.alloc(4 * kilobyte * kilobyte, 1));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
  const { size } = statSync(ballast);
  await truncate(ballast, Math.ceil(size / page) * page - free);
}

describe('a place that may not be written', () => {
  const nobody = 65_534;

  /** Runs as an ordinary user, because permissions do not bind root. */
  async function writeAsNobody(path: string): Promise<string> {
    const options = root ? { uid: nobody, gid: nobody } : {};
    const args = [programs.path('write-once'), path, '100', '2'];
    return (await run(process.execPath, args, options)).stdout;
  }

  async function fileOfNobody(folder: string): Promise<string> {
    const path = join(folder, 'one.json');
    await writeFile(path, 'old');
    if (root) {
      await chown(folder, nobody, nobody);
      await chown(path, nobody, nobody);
    }
    return path;
  }

  it.runIf(posix)('says so of a folder without permission, and changes nothing', async () => {
    const folder = await temporaryFolder();
    const path = await fileOfNobody(folder);
    expect(await writeAsNobody(path)).toBe('written');
    const before = await readFile(path, 'utf8');
    await chmod(folder, 0o555);
    expect(await writeAsNobody(path)).toBe('noPermission');
    expect(await readFile(path, 'utf8')).toBe(before);
    expect(await readdir(folder)).toEqual(['one.json']);
    await chmod(folder, 0o755);
  });

  it.runIf(posix)('honours a read-only file, which a rename would replace', async () => {
    const folder = await temporaryFolder();
    const path = await fileOfNobody(folder);
    await chmod(path, 0o444);
    expect(await writeAsNobody(path)).toBe('noPermission');
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['one.json']);
  });

  it.runIf(posix)('control: a file of its own that is renamed over it replaces it', async () => {
    const path = join(await temporaryFolder(), 'one.json');
    await writeFile(path, 'old', { mode: 0o444 });
    await writeFile(`${path}.tmp`, 'new');
    await rename(`${path}.tmp`, path);
    const replaced = (await readFile(path, 'utf8')) === 'old' ? 0 : 1;
    expectControlToFail('a rename over a read-only file', replaced);
  });

  it.runIf(linux && root)('says so of a disk that is mounted read-only', async () => {
    const disk = join(await temporaryFolder(), 'disk');
    await mkdir(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
    onTestFinished(() => {
      execFileSync('umount', [disk]);
    });
    const path = join(disk, 'one.json');
    await writeFile(path, 'old');
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    const failure = await writeDurably(path, 'new').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StorageError);
    expect(failure).toMatchObject({ kind: 'readOnly', path });
    expect(await readFile(path, 'utf8')).toBe('old');
  });

  it.runIf(posix)('says so when no file can be opened any more', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'one.json');
    await writeFile(path, 'old');
    const limited = `ulimit -n 64; exec "$0" "$@"`;
    const program = programs.path('write-once');
    const args = ['-c', limited, process.execPath, program, path, '100', '2', 'no-files-left'];
    expect((await run('sh', args)).stdout).toBe('tooManyFiles');
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['one.json']);
  });
});
