/** Moments on the way of a durable write, for what happens just then. */
import { dirname } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { realDisk } from './disk';

/** Runs `then` when the next write of `path` has its content and is about to begin on the disk. */
export function whenWriteBegins(path: string, then: () => void): void {
  const well = { ...realDisk };
  const spy = vi.spyOn(realDisk, 'open').mockImplementation((...parameters) => {
    if (dirname(parameters[0]) === dirname(path)) {
      spy.mockRestore();
      then();
    }
    return well.open(...parameters);
  });
  onTestFinished(() => spy.mockRestore());
}

/** Runs `then` after the next look at what `path` holds, as soon as anything is waited for. */
export function whenLookedAt(path: string, then: () => void): void {
  const well = { ...realDisk };
  const spy = vi.spyOn(realDisk, 'readAtOnce').mockImplementation((each) => {
    const bytes = well.readAtOnce(each);
    if (each === path) {
      spy.mockRestore();
      process.nextTick(then);
    }
    return bytes;
  });
  onTestFinished(() => spy.mockRestore());
}
