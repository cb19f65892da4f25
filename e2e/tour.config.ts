import { defineConfig } from '@playwright/test';

/** The guided tour: one walk through the main job, told step by step. */
export default defineConfig({
  testDir: '.',
  testMatch: 'tour.spec.ts',
  outputDir: '../test-results/tour',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: './tour-reporter.ts',
});
