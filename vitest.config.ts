import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';

// What comes first is tried first.
const alias = [
  // One module a message is for the screens' sake; see tools/messages.mjs.
  {
    find: /^(?:@shared|\.{1,2})\/messages\/messages$/u,
    replacement: resolve('src-shared/messages/in-one-module.js'),
  },
  { find: '@shared', replacement: resolve('src-shared') },
];

export default defineConfig({
  test: {
    // By itself vitest leaves one core free, which is half of a machine with two.
    maxWorkers: availableParallelism(),
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            'src-shared/**/*.test.ts',
            'src-main/**/*.test.ts',
            'tools/**/*.test.mjs',
            'security/**/*.test.mjs',
            'packaging/**/*.test.mjs',
          ],
          testTimeout: 20_000,
        },
      },
      {
        plugins: [svelte(), svelteTesting()],
        resolve: { alias },
        test: {
          name: 'components',
          environment: 'jsdom',
          include: ['src-renderer/**/*.test.ts'],
          setupFiles: ['src-renderer/testing/test-setup.ts'],
          testTimeout: 20_000,
        },
      },
    ],
  },
});
