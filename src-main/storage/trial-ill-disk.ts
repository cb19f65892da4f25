/** A disk that can't read some files for a while, under everything that reads through the seam. */
import { onTestFinished, vi } from 'vitest';
import { realDisk } from './disk';

/** What failing disks, scanners that hold a file, and too many open files answer. */
export const momentaryCodes = ['EIO', 'EBUSY', 'EMFILE'] as const;
/** Where on the way to the bytes it fails. */
export const momentaryPlaces = ['stat', 'open', 'read'] as const;

export interface IllDisk {
  /** How often a read has failed so far. */
  failures(): number;
  /** From now on everything can be read again. */
  heal(): void;
}

/** Makes reads of the paths that `isIll` names fail until they heal, or the test ends. */
export function illDisk(
  isIll: (path: string) => boolean,
  code: (typeof momentaryCodes)[number],
  place: (typeof momentaryPlaces)[number],
): IllDisk {
  let failures = 0;
  const fail = (): Promise<never> => {
    failures += 1;
    return Promise.reject(Object.assign(new Error(code), { code }));
  };
  const well = { ...realDisk };
  const spies = [
    vi
      .spyOn(realDisk, 'stat')
      .mockImplementation((path) => (place === 'stat' && isIll(path) ? fail() : well.stat(path))),
    vi.spyOn(realDisk, 'openToRead').mockImplementation(async (path) => {
      if (!isIll(path) || place === 'stat') return well.openToRead(path);
      if (place === 'open') return fail();
      const handle = await well.openToRead(path);
      return { readFile: fail, stat: () => handle.stat(), close: () => handle.close() };
    }),
  ];
  spies.push(
    vi.spyOn(realDisk, 'readAtOnce').mockImplementation((path) => {
      if (!isIll(path)) return well.readAtOnce(path);
      failures += 1;
      throw Object.assign(new Error(code), { code });
    }) as never,
  );
  const heal = () => {
    for (const spy of spies) spy.mockRestore();
  };
  onTestFinished(heal);
  return { failures: () => failures, heal };
}
