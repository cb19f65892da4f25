import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleProgram } from '../../tools/bundle-program.mjs';

export interface Programs {
  /** The path of a built program that plain Node runs. */
  path(name: ProgramName): string;
  remove(): Promise<void>;
}

const names = ['durable-writer', 'plain-writer', 'write-once'] as const;

export type ProgramName = (typeof names)[number];

/** Builds the programs that tests start and kill. */
export async function buildPrograms(): Promise<Programs> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-programs-'));
  for (const name of names) {
    await bundleProgram(new URL(`trial-${name}.ts`, import.meta.url), folder);
  }
  // Another user runs them too.
  await chmod(folder, 0o755);
  return {
    path: (name) => join(folder, `trial-${name}.cjs`),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
