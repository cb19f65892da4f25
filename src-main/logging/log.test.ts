import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLog } from './log';
import { temporaryFolder } from '../testing/temporary-folder';

type Line = Record<string, unknown>;

async function lines(path: string): Promise<Line[]> {
  const text = await readFile(path, 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

describe('the log', () => {
  it('has each line on disk when the call returns', async () => {
    const folder = join(await temporaryFolder(), 'logs');
    const log = createLog({ folder });
    log.debug('too.quiet');
    log.info('app.started', { version: '1.0' });
    log.error('send.failed', { error: new RangeError('odd') });
    const written = await lines(log.paths[0] ?? '');
    expect(written).toMatchObject([
      { level: 'info', event: 'app.started', version: '1.0' },
      { level: 'error', event: 'send.failed', error: { name: 'RangeError', message: 'odd' } },
    ]);
    expect(new Date(String(written[0]?.['time'])).getTime()).toBeGreaterThan(0);
    if (process.platform !== 'win32') {
      expect((await stat(log.paths[0] ?? '')).mode & 0o777).toBe(0o600);
    }
  });

  it('never lets fields take the place of its own', async () => {
    const log = createLog({ folder: await temporaryFolder(), level: 'debug' });
    log.debug('real', { event: 'forged', level: 'error', time: 'never' });
    log.debug('list', ['a']);
    expect((await lines(log.paths[0] ?? ''))[0]).toMatchObject({ event: 'real', level: 'debug' });
  });

  it('writes no secret, in no form', async () => {
    const secret = 'canary/+ token';
    const log = createLog({ folder: await temporaryFolder() });
    log.registerSecret(secret);
    const base64 = Buffer.from(`user:${secret}`).toString('base64');
    log.warn(`refused ${secret}`, {
      url: `https://x.example/?q=${encodeURIComponent(secret)}`,
      header: `Basic ${base64}`,
      [secret]: 1,
      authorization: 'Bearer other',
    });
    const text = await readFile(log.paths[0] ?? '', 'utf8');
    for (const part of ['canary', base64.slice(8, -4), 'other']) expect(text).not.toContain(part);
  });

  it('keeps so many files of such a size', async () => {
    const folder = await temporaryFolder();
    const log = createLog({ folder, maxBytes: 1000, files: 3 });
    for (let number = 1; number <= 100; number += 1) log.info('step', { number });
    expect((await readdir(folder)).sort()).toEqual(['foyer.1.log', 'foyer.2.log', 'foyer.log']);
    const newestFirst: number[] = [];
    for (const path of log.paths) {
      expect((await stat(path)).size).toBeLessThanOrEqual(1000);
      newestFirst.push(...(await lines(path)).map((line) => Number(line['number'])).reverse());
    }
    expect(newestFirst[0]).toBe(100);
    expect(newestFirst).toEqual(newestFirst.map((_, index) => 100 - index));
  });

  it('keeps one file below its size, and can not be stopped by what lies in the way', async () => {
    const folder = await temporaryFolder();
    const single = createLog({ folder, name: 'single', maxBytes: 500, files: 1 });
    for (let number = 1; number <= 50; number += 1) single.info('step', { number });
    expect((await stat(single.paths[0] ?? '')).size).toBeLessThanOrEqual(500);
    expect((await lines(single.paths[0] ?? '')).pop()).toMatchObject({ number: 50 });

    await mkdir(join(folder, 'blocked.1.log', 'full'), { recursive: true });
    const blocked = createLog({ folder, name: 'blocked', maxBytes: 500, files: 2 });
    for (let number = 1; number <= 50; number += 1) blocked.info('step', { number });
    expect((await stat(blocked.paths[0] ?? '')).size).toBeLessThanOrEqual(500);
    expect((await lines(blocked.paths[0] ?? '')).pop()).toMatchObject({ number: 50 });
  });

  it('never throws, and tells later how many lines were lost', async () => {
    const folder = await temporaryFolder();
    const inTheWay = join(folder, 'logs');
    await writeFile(inTheWay, 'a file where the folder should be');
    const log = createLog({ folder: inTheWay });
    log.info('lost');
    log.error('lost too', { big: 10n });
    await rm(inTheWay);
    log.info('found');
    log.info('next');
    const written = await lines(log.paths[0] ?? '');
    expect(written).toMatchObject([{ event: 'found', linesLostBefore: 2 }, { event: 'next' }]);
    expect(written[1]).not.toHaveProperty('linesLostBefore');
    await chmod(inTheWay, 0o755);
  });
});
