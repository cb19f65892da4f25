/**
 * For tests: a disk that fails, or takes its time over a call, under everything that the library
 * does. A test mocks `node:fs/promises` with it.
 */
import type * as Disk from 'node:fs/promises';
import { onTestFinished } from 'vitest';

type Call = 'stat' | 'readFrom' | 'writeTo' | 'rename' | 'link' | 'unlink';
/** What comes before a call for a path goes on; of a rename and a link both paths are told. */
type Before = (call: Call, paths: readonly string[]) => Promise<void>;

const all = new Set<Before>();

async function before(call: Call, ...paths: readonly unknown[]): Promise<void> {
  for (const each of [...all]) await each(call, paths.map(String));
}

/** The real disk, with what the test puts before its calls. */
export function fakeDisk(real: typeof Disk): typeof Disk {
  return {
    ...real,
    stat: (async (path: string, options?: object) => {
      await before('stat', path);
      return real.stat(path, options);
    }) as typeof real.stat,
    open: async (path, flags, mode) => {
      // A number is how files are opened to be read without being held up.
      await before(typeof flags === 'string' && flags !== 'r' ? 'writeTo' : 'readFrom', path);
      return real.open(path, flags, mode);
    },
    rename: async (from, to) => {
      await before('rename', from, to);
      return real.rename(from, to);
    },
    unlink: async (path) => {
      await before('unlink', path);
      return real.unlink(path);
    },
    link: async (from, to) => {
      await before('link', from, to);
      return real.link(from, to);
    },
  };
}

function put(each: Before): () => void {
  const end = (): void => {
    all.delete(each);
  };
  all.add(each);
  onTestFinished(end);
  return end;
}

function isCall(now: Call, call: Call | 'open'): boolean {
  return now === call || (call === 'open' && (now === 'readFrom' || now === 'writeTo'));
}

/** Makes such calls fail until they heal, or the test ends. */
export function failing(
  code:
    | 'EIO'
    | 'EBUSY'
    | 'EMFILE'
    | 'ENOSPC'
    | 'EACCES'
    | 'ENAMETOOLONG'
    | 'EINVAL'
    | 'EILSEQ'
    | 'ENOENT',
  call: Call | 'open',
  isIt: (path: string) => boolean = () => true,
): { readonly heal: () => void } {
  const heal = put((now, paths) =>
    isCall(now, call) && paths.some(isIt)
      ? Promise.reject(Object.assign(new Error(code), { code }))
      : Promise.resolve(),
  );
  return { heal };
}

/** Holds the next such call until it is let go, or the test ends. */
export function held(
  call: Call,
  isIt: (path: string) => boolean,
): { readonly isReached: Promise<void>; readonly letGo: () => void } {
  let letGo: () => void = () => undefined;
  let reach: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  const isReached = new Promise<void>((resolve) => (reach = resolve));
  const end = put(async (now, paths) => {
    if (now !== call || !paths.some(isIt)) return;
    end();
    reach();
    await gate;
  });
  onTestFinished(() => {
    letGo();
  });
  return { isReached, letGo };
}

/** Runs `then` each time before a file at a path is read, until it is ended or the test ends. */
export function beforeEachRead(
  isIt: (path: string) => boolean,
  then: () => Promise<void>,
): { readonly end: () => void } {
  const end = put(async (now, paths) => {
    if (now === 'readFrom' && paths.some(isIt)) await then();
  });
  return { end };
}

/** Runs `then` in the moment in which the file at a path is taken away, once. */
export function whenTakenAway(path: string, then: () => Promise<void>): void {
  const end = put(async (now, paths) => {
    if ((now !== 'unlink' && now !== 'rename') || paths[0] !== path) return;
    end();
    await then();
  });
}
