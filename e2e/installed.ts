/** The built app as an installed program: Electron under another name, with the app in its resources. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, link, mkdir, readdir, symlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { findElectron, sandboxSwitches } from '../tools/electron-runtime.mjs';
import type { Home } from './foyer';

const root = resolve(import.meta.dirname, '..');

/** Makes the program in a folder, and returns its path. On Linux. */
export async function install(folder: string): Promise<string> {
  const { path } = await findElectron();
  const dist = dirname(path);
  await mkdir(join(folder, 'resources', 'app'), { recursive: true });
  for (const name of await readdir(dist)) {
    if (name === 'resources' || name === basename(path)) continue;
    await symlink(join(dist, name), join(folder, name));
  }
  for (const name of ['package.json', 'out', 'resources', 'node_modules']) {
    await symlink(join(root, name), join(folder, 'resources', 'app', name));
  }
  // Its own name, not a link's: that is what tells an installed program.
  const program = join(folder, 'foyer');
  await link(path, program).catch(() => copyFile(path, program));
  return program;
}

export interface Installed {
  process: ChildProcess;
  /** What it wrote so far. */
  said(): string;
  end(): Promise<void>;
}

/** Starts the program in the profile of a test; `app` is what the development runtime needs first. */
export function startInstalled(
  program: string,
  home: Home,
  words: readonly string[],
  app: readonly string[] = [],
): Installed {
  const places = [`--profile=${home.profile}`, `--library=${home.library}`];
  const child = spawn(program, [...sandboxSwitches(), ...app, ...places, ...words], {
    env: { ...process.env, ...home.keychain.env },
  });
  let said = '';
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  const closed = once(child, 'close');
  return {
    process: child,
    said: () => said,
    async end() {
      child.kill('SIGKILL');
      await closed;
    },
  };
}
