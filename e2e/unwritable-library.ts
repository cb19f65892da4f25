/** A library on a disk that is full, or refuses writes, for as long as a test wants. */
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Home } from './foyer';

const isLinuxRoot = process.platform === 'linux' && process.getuid?.() === 0;

/** Makes the library folder one that can be closed for writing: by a full disk where root can. */
export async function unwritable(home: Home) {
  await mkdir(home.library, { recursive: true });
  if (!isLinuxRoot) {
    return {
      says: /may not|permission/iu,
      close: () => chmod(home.library, 0o555),
      open: () => chmod(home.library, 0o755),
      remove: () => chmod(home.library, 0o755),
    };
  }
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', home.library]);
  const ballast = join(home.library, 'ballast');
  return {
    says: /The disk is full/u,
    async close() {
      await writeFile(ballast, '');
      await writeFile(ballast, Buffer.alloc(2 * 1024 * 1024)).catch((error: unknown) => {
        expect(error).toMatchObject({ code: 'ENOSPC' });
      });
    },
    async open() {
      await truncate(ballast, 0);
      await rm(ballast);
    },
    async remove() {
      execFileSync('umount', ['--lazy', home.library]);
    },
  };
}
