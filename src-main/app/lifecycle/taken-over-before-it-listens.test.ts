/** A start that reaches a Foyer's socket before that listens on it takes its lock over, and has to give it back. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished, vi } from 'vitest';
import { bundleProgram } from '../../../tools/bundle-program.mjs';
import { temporaryFolder } from '../../testing/temporary-folder';
import { becomeSingleInstance } from './single-instance';

const { lock } = vi.hoisted(() => ({ lock: { take: (): boolean => true, release: () => {} } }));
vi.mock('electron', () => ({
  app: {
    requestSingleInstanceLock: () => lock.take(),
    releaseSingleInstanceLock: () => lock.release(),
  },
}));

it.skipIf(process.platform === 'win32')(
  'asks it to listen again until it can be handed over',
  async () => {
    const folder = await temporaryFolder();
    const profile = join(folder, 'profile');
    await mkdir(profile);
    const program = await bundleProgram(
      new URL('testing/claiming-program.ts', import.meta.url),
      folder,
    );
    const holder = spawn(process.execPath, [program, profile, '0'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    onTestFinished(() => void holder.kill('SIGKILL'));
    const said = createInterface(holder.stdout);
    expect(await once(said, 'line')).toEqual(['mine']);

    const links = ['SingletonLock', 'SingletonSocket', 'SingletonCookie'].map((name) =>
      join(profile, name),
    );
    const release = () => {
      for (const link of links) rmSync(link, { force: true });
    };
    let listens = 0;
    // Found by its files at once; it answers from the second time on.
    said.on('line', () => {
      void (async () => {
        listens += 1;
        const aside = join(folder, String(listens));
        const socket = join(aside, 'SingletonSocket');
        await mkdir(aside);
        await writeFile(socket, '');
        await symlink('1', join(aside, 'SingletonCookie'));
        await Promise.all(
          [`a-host-${String(holder.pid)}`, socket, '1'].map((text, number) =>
            symlink(text, links[number] ?? ''),
          ),
        );
      })();
    });
    lock.take = () => {
      if (listens > 1) return false;
      release();
      return true;
    };
    lock.release = release;

    const start = becomeSingleInstance(profile, '', new AbortController().signal);
    expect(await start).toBe('handedOver');
    expect(listens).toBe(2);
  },
  60_000,
);
