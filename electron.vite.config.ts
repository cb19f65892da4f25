import { resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { calls } from './src-shared/bridge/calls';
import { namesOf } from './src-shared/bridge/contract';
import { events } from './src-shared/bridge/events';
import { namedFeed } from './packaging/named-feed.mjs';
import { floor } from './tools/floor.mjs';

const alias = { '@shared': resolve('src-shared') };

/** What is really bundled, with its licence: packages are made with notices of it. */
const license = { fileName: 'licenses.json' };

/**
 * electron-store can check what it holds with ajv, a quarter of main's code, where it is given a JSON
 * schema. Foyer checks with zod and gives none, so ajv stays out and need not be parsed at each start.
 */
const withoutAjv = {
  name: 'without-ajv',
  enforce: 'pre' as const,
  resolveId: (id: string) => (/^ajv(?:-formats$|\/)/u.test(id) ? '\0no-ajv' : null),
  load: (id: string) =>
    id === '\0no-ajv' ? 'export const Ajv2020 = undefined;\nexport default undefined;\n' : null,
};

/**
 * What electron-store writes its files with takes the signals that end a program, and ends it by them:
 * a command that is broken off would not say what became of its request. It has nothing to do at an end
 * (the durable store writes the preferences), so it hears of none.
 */
const withoutSignals = {
  name: 'without-signals',
  enforce: 'pre' as const,
  resolveId: (id: string) => (id === 'when-exit' ? '\0no-signals' : null),
  load: (id: string) => (id === '\0no-signals' ? 'export default () => () => undefined;\n' : null),
};

/**
 * Schemas are for main. A shared file that a window takes a value from brings the schemas beside it
 * along, and zod with them: a third more to read before the first screen.
 */
const withoutZod: Plugin = {
  name: 'without-zod',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      const found = Object.keys(chunk.modules).find((path) => path.includes('/node_modules/zod/'));
      if (found !== undefined) this.error(`${chunk.fileName} carries zod, which no window needs.`);
    }
  },
};

/**
 * The window is shown when its page is painted. Without this the first paint is of an empty page, where
 * the scripts come later than the first frame.
 */
const paintedWhole: Plugin = {
  name: 'painted-whole',
  transformIndexHtml: {
    order: 'post',
    handler: (page) => page.replaceAll('<script type="module"', '$& blocking="render"'),
  },
};

export default defineConfig({
  main: {
    resolve: { alias },
    plugins: [withoutAjv, withoutSignals],
    define: {
      ...namedFeed(process.env),
      // A build for tests of the installed program can be driven by a debugger; no other can.
      FOYER_TEST_BUILD: JSON.stringify(process.env['FOYER_TEST_BUILD'] === '1'),
    },
    build: {
      target: floor.node,
      license,
      minify: true,
      // keytar is native code and stays a package of its own; all else is bundled, because the
      // CommonJS main of Electron 25 cannot load packages that are ESM only.
      externalizeDeps: false,
      rollupOptions: {
        input: {
          index: resolve('src-main/main.ts'),
          // By way of the code cache, which Vite must not see through.
          launch: resolve('src-main/launch.ts'),
          'practice-service': resolve('src-main/practice/command.ts'),
        },
        external: ['electron', 'keytar'],
        output: {
          format: 'cjs',
          // By `require`: in a package's archive Electron 25 can't `import` keytar.
          dynamicImportInCjs: false,
          entryFileNames: '[name].cjs',
          chunkFileNames: 'chunks/[name].cjs',
          // Without a chunk of its own, what several share drags zod into the command line's start.
          codeSplitting: {
            groups: [
              {
                name: 'shared',
                test: /node_modules.zod/u,
                minShareCount: 2,
              },
            ],
          },
        },
      },
    },
  },
  preload: {
    resolve: { alias },
    define: {
      CALL_NAMES: JSON.stringify(namesOf(calls)),
      EVENT_NAMES: JSON.stringify(namesOf(events)),
    },
    build: {
      target: floor.node,
      license,
      minify: true,
      externalizeDeps: false,
      rollupOptions: {
        input: { index: resolve('src-preload/index.ts') },
        external: ['electron'],
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src-renderer',
    resolve: { alias },
    plugins: [withoutZod, paintedWhole, svelte({ configFile: resolve('svelte.config.js') })],
    build: {
      target: floor.chromium,
      license,
      minify: true,
      modulePreload: { polyfill: false },
      // Nothing is inlined: the pages' policy allows no data: scripts, styles or fonts.
      assetsInlineLimit: 0,
      rollupOptions: {
        input: {
          index: resolve('src-renderer/index.html'),
          launcher: resolve('src-renderer/launcher.html'),
          chat: resolve('src-renderer/chat.html'),
        },
        // Schemas are for main: where a window uses a type beside one, the schema falls away.
        treeshake: { manualPureFunctions: ['z', 'call'] },
      },
    },
  },
});
