/**
 * The system ends Foyer, on Windows, while a virus scanner looks through a file that was saved a moment ago. It lets go
 * of it within a blink, and nothing can be waited for later: what was typed last is on the disk all the same.
 */
import { writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder';
import { contentHash } from './content-hash';
import { replaceAtOnce, writeAtOnce } from './write-at-once';

/** How often a rename is refused yet, and what happens as one is. */
const scanner = vi.hoisted(() => ({ refusals: 0, meanwhile: (): void => undefined }));

vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  const refused = (): Error => Object.assign(new Error('EPERM'), { code: 'EPERM' });
  return {
    ...real,
    // A disk without links.
    linkSync: () => {
      throw refused();
    },
    renameSync: (from: string, to: string) => {
      if (scanner.refusals > 0) {
        scanner.refusals -= 1;
        scanner.meanwhile();
        throw refused();
      }
      real.renameSync(from, to);
    },
  };
});

beforeEach(() => {
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value: 'win32' });
  onTestFinished(() => {
    scanner.refusals = 0;
    scanner.meanwhile = () => undefined;
    Object.defineProperty(process, 'platform', { value: platform });
  });
});

async function file(): Promise<string> {
  const path = join(await temporaryFolder(), 'a.json');
  await writeFile(path, 'before');
  return path;
}

const theme = (path: string): unknown => writeAtOnce(path, 'typed last', [contentHash('before')]);
const preferences = (path: string): void => replaceAtOnce(path, 'typed last', 0o600);

it.each([
  ['the control: a theme that nobody holds', 0, theme],
  ['the control: preferences that a scanner holds', 2, preferences],
  ['a theme that a scanner holds', 2, theme],
] as const)('what was typed last is on the disk: %s', async (_what, refusals, write) => {
  const path = await file();
  scanner.refusals = refusals;
  expect(() => write(path)).not.toThrow();
  expect(await readFile(path, 'utf8')).toBe('typed last');
});

it('what was typed last is beside what another program wrote, where a scanner holds that', async () => {
  const path = await file();
  scanner.refusals = 2;
  const result = writeAtOnce(path, 'typed last', []);
  if (result.outcome !== 'conflict') throw new Error('theirs was replaced');
  expect(await readFile(result.conflictPath, 'utf8')).toBe('typed last');
});

it('what another program writes while the file is waited for is not replaced', async () => {
  const path = await file();
  scanner.refusals = 1;
  scanner.meanwhile = () => {
    writeFileSync(path, 'theirs');
  };
  expect(theme(path)).toMatchObject({ outcome: 'conflict' });
  expect(await readFile(path, 'utf8')).toBe('theirs');
});
