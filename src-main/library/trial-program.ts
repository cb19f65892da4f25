/** Programs that tests start and kill. */
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Builds `trial-NAME.ts` as the app's main process is built: CommonJS for the oldest Node. */
export async function buildTrialProgram(name: string, folder: string): Promise<string> {
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
        input: fileURLToPath(new URL(`trial-${name}.ts`, import.meta.url)),
        output: { format: 'cjs', entryFileNames: `trial-${name}.cjs` },
      },
    },
  });
  return join(folder, `trial-${name}.cjs`);
}
