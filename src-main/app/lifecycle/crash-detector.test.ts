import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCrashDetector, type CrashDetector } from './crash-detector';

async function runs(): Promise<{ file: string; begin: () => CrashDetector }> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-run-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'profile', 'run.json');
  const warn = (event: string): void => expect(event).toBe('main.safeMode');
  return {
    file,
    begin() {
      const run = createCrashDetector(file, { warn });
      run.begin();
      return run;
    },
  };
}

describe('safe mode', () => {
  it('comes after two starts in a row that got nowhere', async () => {
    const { begin } = await runs();
    expect(begin().isSafeMode()).toBe(false);
    expect(begin().isSafeMode()).toBe(false);
    expect(begin().isSafeMode()).toBe(true);
  });

  it('comes after two runs whose window died', async () => {
    const { begin } = await runs();
    for (const isSafe of [false, false, true]) {
      const run = begin();
      expect(run.isSafeMode()).toBe(isSafe);
      run.shown();
      run.crashed();
    }
  });

  it('does not come where the window was shown, however the app ended', async () => {
    const { begin } = await runs();
    for (let round = 0; round < 5; round += 1) {
      const run = begin();
      expect(run.isSafeMode()).toBe(false);
      run.shown();
    }
  });

  it('is over after a run that ended well', async () => {
    const { begin } = await runs();
    begin();
    begin();
    const safe = begin();
    expect(safe.isSafeMode()).toBe(true);
    safe.shown();
    safe.ended();
    expect(begin().isSafeMode()).toBe(false);
  });

  it('counts a run that was ended while its window was dead', async () => {
    const { begin } = await runs();
    begin();
    const run = begin();
    run.shown();
    run.crashed();
    run.ended();
    expect(begin().isSafeMode()).toBe(true);
  });

  it('counts no run that has no window', async () => {
    const { begin, file } = await runs();
    begin();
    begin();
    const command = createCrashDetector(file, { warn: () => expect.unreachable() });
    command.shown();
    command.ended();
    expect(command.isSafeMode()).toBe(false);
    expect(begin().isSafeMode()).toBe(true);
  });

  it('takes a marker that makes no sense for none', async () => {
    const { begin, file } = await runs();
    begin();
    await writeFile(file, '{"crashes":"many"');
    expect(begin().isSafeMode()).toBe(false);
  });
});
