/** What a person cancels must not go out after a power cut, because the disk still had it. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { outboxFixture } from './testing/fixture-outbox';

describe.runIf(process.platform !== 'win32')('a cancelled publication', () => {
  it('is off the disk for good when cancelling has ended', async () => {
    const { realDisk } = await import('../storage/disk');
    const made = await outboxFixture();
    await made.outbox.handlers.setPaused({ isPaused: true });
    await made.publish();
    const folder = join(made.root, 'profile', 'outbox');
    expect(readdirSync(folder)).toHaveLength(1);
    /** What lay in the folder each time that the disk was told to keep what lies there. */
    const kept: string[][] = [];
    const real = realDisk.open;
    const spy = vi.spyOn(realDisk, 'open').mockImplementation(async (path, flags, mode) => {
      const handle = await real(path, flags, mode);
      if (path !== folder) return handle;
      const sync = async () => {
        await handle.sync();
        kept.push(readdirSync(folder));
      };
      return new Proxy(handle, {
        get: (target, key) => {
          if (key === 'sync') return sync;
          const value: unknown = Reflect.get(target, key);
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      });
    });
    onTestFinished(() => {
      spy.mockRestore();
    });
    await made.outbox.handlers.cancel({ only: made.place });
    expect(kept.at(-1)).toEqual([]);
  });
});
