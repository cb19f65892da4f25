import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { build } from 'vite';

export interface Programs {
  /** The path of a built program that plain Node runs. */
  path(name: ProgramName): string;
  remove(): Promise<void>;
}

export type ProgramName = 'durable-writer' | 'plain-writer' | 'write-once';

/** Builds the programs that tests start and kill, as the app's main process is built: CommonJS for Node 16. */
export async function buildPrograms(): Promise<Programs> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-programs-'));
  const source = (name: string): string =>
    fileURLToPath(new URL(`trial-${name}.ts`, import.meta.url));
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'node16',
      minify: false,
      rollupOptions: {
        input: {
          'durable-writer': source('durable-writer'),
          'plain-writer': source('plain-writer'),
          'write-once': source('write-once'),
        },
        output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' },
      },
    },
  });
  // Another user runs them too.
  await chmod(folder, 0o755);
  return {
    path: (name) => join(folder, `${name}.cjs`),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
