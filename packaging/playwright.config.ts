import { defineConfig } from '@playwright/test';

/** The installed app, walked through on this machine: one thing after the other, as root. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results/package',
  workers: 1,
  timeout: 40_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  retries: 0,
  reporter: 'list',
});
