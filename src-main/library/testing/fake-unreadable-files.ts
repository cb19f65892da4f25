/** Files that can't be opened for a while, under everything that reads; for `vi.mock`. */
import type * as files from 'node:fs/promises';
import { onTestFinished } from 'vitest';

let isIll: (path: string) => boolean = () => false;
let illCode = '';

/** The module with an `open` that fails for the files that are ill. */
export function withIllFiles(real: typeof files): typeof files {
  const open = ((...parameters: Parameters<typeof real.open>) =>
    isIll(String(parameters[0]))
      ? Promise.reject(Object.assign(new Error(illCode), { code: illCode }))
      : real.open(...parameters)) as typeof real.open;
  return { ...real, open };
}

/** Makes files ill until the returned function is called, or the test ends. */
export function illFiles(which: (path: string) => boolean, code: 'EIO' | 'EMFILE'): () => void {
  isIll = which;
  illCode = code;
  const heal = () => {
    isIll = () => false;
  };
  onTestFinished(heal);
  return heal;
}
