import { defineConfig } from '@playwright/test';

/** The end-to-end tests: the real app, each test with a profile, a library and a keychain of its own. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  testIgnore: '**/tour.spec.ts',
  outputDir: '../test-results/e2e',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  // On CI a window that was slow once is tried once more and named in the summary. The tests that
  // count what was sent or kept aren't: there, once is a fault.
  retries: process.env['CI'] ? 1 : 0,
  reporter: 'list',
});
