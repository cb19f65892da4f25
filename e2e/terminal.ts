/** Foyer as a terminal starts it: a process of its own, with words behind it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { findElectron, sandboxSwitches } from '../tools/electron-runtime.mjs';
import type { Home } from './foyer';

const root = resolve(import.meta.dirname, '..');

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Runs `foyer WORDS` in the profile of a test, to its end. */
export async function inTerminal(...start: Parameters<typeof typedInTerminal>): Promise<Ended> {
  return (await typedInTerminal(...start)).ended;
}

/** Starts `foyer WORDS` in the profile of a test, for what happens to it before its end. */
export async function typedInTerminal(
  home: Home,
  words: readonly string[],
  environment: Record<string, string | undefined> = {},
  /** The caller's working folder. */
  folder?: string,
): Promise<{ ended: Promise<Ended>; interrupt: () => void }> {
  const { path } = await findElectron();
  const places = [`--profile=${home.profile}`, `--library=${home.library}`];
  const child = spawn(path, [...sandboxSwitches(), root, ...places, ...words], {
    env: { ...process.env, ...home.keychain.env, ...environment },
    cwd: folder,
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => (out += String(chunk)));
  child.stderr.on('data', (chunk) => (err += String(chunk)));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, out, err }));
  return { ended, interrupt: () => void child.kill('SIGINT') };
}
