import { defineConfig } from '@playwright/test';
export default defineConfig({
  testDir: '.',
  outputDir: '/tmp/once-results',
  timeout: 60000,
  workers: 1,
  reporter: 'list',
});
