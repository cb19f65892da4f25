import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withLock } from './lock.mjs';

const lockModule = new URL('./lock.mjs', import.meta.url).href;
let folder;
let file;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-lock-'));
  file = join(folder, 'deep', 'a.lock');
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Another process that takes the lock, says so, and then does `rest`. */
function holder(rest) {
  const code = `
    import { appendFileSync } from 'node:fs';
    import { setTimeout as pause } from 'node:timers/promises';
    import { withLock } from ${JSON.stringify(lockModule)};
    await withLock(${JSON.stringify(file)}, async () => { console.log('has it'); ${rest} });`;
  return spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

describe('a lock', () => {
  it('lets processes in one at a time', async () => {
    const log = join(folder, 'log');
    const rest = `
      appendFileSync(${JSON.stringify(log)}, 'in ');
      await pause(30);
      appendFileSync(${JSON.stringify(log)}, 'out ');`;
    const holders = Array.from({ length: 4 }, () => holder(rest));
    const codes = await Promise.all(holders.map(async (one) => (await once(one, 'exit'))[0]));
    expect(codes).toEqual([0, 0, 0, 0]);
    expect(readFileSync(log, 'utf8')).toBe('in out '.repeat(4));
    expect(existsSync(file)).toBe(false);
  });

  it('is taken over from a process that was killed, and says that it waits for one that lives', async () => {
    const other = holder('await pause(60_000);');
    await once(other.stdout, 'data');
    let told = 0;
    const mine = withLock(
      file,
      () => Promise.resolve('done'),
      () => {
        told += 1;
        other.kill('SIGKILL');
      },
    );
    expect(await mine).toBe('done');
    expect(told).toBe(1);
  });

  it('is taken over when its owner, elsewhere, has not refreshed it for long', async () => {
    await withLock(file, () => Promise.resolve());
    writeFileSync(file, JSON.stringify({ process: 1, host: 'elsewhere', token: 'x' }));
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(file, longAgo, longAgo);
    expect(await withLock(file, () => Promise.resolve('done'))).toBe('done');
  });

  it('is given back when the work fails', async () => {
    await expect(withLock(file, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(existsSync(file)).toBe(false);
  });
});
