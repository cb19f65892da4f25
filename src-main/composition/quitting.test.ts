import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { writeDurably } from '../storage/storage';
import { endRooms } from './ended-rooms';
import { shortWorkDone, workUnderWay } from './work-at-quit';

/** Long work when a person quits: short work is waited for, long work for a moment only. */
describe('work under way', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('waits for nothing where there is none', async () => {
    await shortWorkDone(() => []);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits for nothing where a person has to decide first', async () => {
    await shortWorkDone(() => ['openedBackup']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('goes on when it has ended, and at the latest a second later', async () => {
    let left = 4;
    await Promise.all([
      shortWorkDone(() => ((left -= 1) > 0 ? ['import'] : [])),
      vi.advanceTimersByTimeAsync(200),
    ]);
    const never = shortWorkDone(() => ['restore']);
    await Promise.all([never, vi.advanceTimersByTimeAsync(1_000)]);
  });

  it('is that of both rooms, and none of a room that is not there yet', () => {
    const transfer = { underWay: () => ['import'] as const };
    expect(workUnderWay({ isAtWork: () => true }, transfer, [])).toEqual(['import', 'change']);
    expect(workUnderWay({ isAtWork: () => false }, undefined, [])).toEqual([]);
  });

  it('is the window’s own as well, each kind once', () => {
    const transfer = { underWay: () => ['import'] as const };
    const ofWindow = ['import', 'make'] as const;
    const all = workUnderWay({ isAtWork: () => true }, transfer, ofWindow);
    expect(all).toEqual(['import', 'change', 'make']);
    expect(workUnderWay({ isAtWork: () => false }, undefined, ['import'])).toEqual(['import']);
  });
});

describe('what each room has to write', () => {
  it('writes what each room has to write, and waits for it, where another one can’t end', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-ending-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, 'a file'), '');
    await mkdir(join(folder, 'profile'));
    const written = join(folder, 'profile', 'previews.json');
    const told: unknown[] = [];
    const write = async (path: string) => void (await writeDurably(path, 'whole'));
    await endRooms(
      {
        billing: () => write(join(folder, 'a file', 'billing.json')),
        domains: () => {
          throw new Error('at once');
        },
        previews: () => write(written),
      },
      { error: (event, fields) => void told.push({ event, ...fields }) },
    );
    expect(await readFile(written, 'utf8')).toBe('whole');
    expect(told).toMatchObject([
      { event: 'main.roomNotEnded', room: 'domains', error: 'Error: at once' },
      { event: 'main.roomNotEnded', room: 'billing' },
    ]);
  });
});
