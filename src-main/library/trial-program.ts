/** Programs that tests start and kill. */
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Builds a program as the app's main process is built: CommonJS for the oldest Node. */
export async function buildTrialProgram(source: URL, folder: string): Promise<string> {
  const input = fileURLToPath(source);
  const name = basename(input, '.ts');
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@shared': resolve('src-shared') } },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'node16',
      minify: false,
      rollupOptions: {
        input,
        output: { format: 'cjs', entryFileNames: `${name}.cjs` },
      },
    },
  });
  return join(folder, `${name}.cjs`);
}
