// Bundles a program of the tests or the measurements as the app's main process is built.
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { floor } from './floor.mjs';
import { root } from './running.mjs';

/**
 * One file for the oldest Node that Foyer runs on.
 *
 * @param {URL} source a TypeScript file
 * @param {string} folder where it goes
 * @param {object} [options]
 * @param {'cjs' | 'es'} [options.format]
 * @param {boolean} [options.minify]
 * @returns {Promise<string>} its path
 */
export async function bundleProgram(source, folder, { format = 'cjs', minify = false } = {}) {
  const input = fileURLToPath(source);
  const file = `${basename(input, '.ts')}.${format === 'cjs' ? 'cjs' : 'mjs'}`;
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    resolve: { alias: { '@shared': join(root, 'src-shared') } },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: floor.node,
      minify,
      rollupOptions: {
        input,
        external: ['electron'],
        output: { format, entryFileNames: file },
      },
    },
  });
  return join(folder, file);
}
