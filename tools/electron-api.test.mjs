// What the source names of Electron: what isn't in the pinned version's types doesn't compile, and what
// they call deprecated is refused by ESLint. This sees that both are so.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from './running.mjs';

const read = (...path) => readFileSync(join(root, ...path), 'utf8');

describe('the types of Electron', () => {
  it('are those of the version that is released', () => {
    const { devDependencies } = JSON.parse(read('package.json'));
    const installed = JSON.parse(read('node_modules', 'electron', 'package.json'));
    expect(installed.version).toBe(devDependencies.electron);
    expect(Number.parseInt(installed.version, 10)).toBeGreaterThanOrEqual(45);
    expect(read('node_modules', 'electron', installed.types)).toContain('@deprecated');
  });

  const eslint = new ESLint({ cwd: root });
  const configOf = (file) => eslint.calculateConfigForFile(join(root, file));
  // Loading the rules takes its time, and is no part of what is tried.
  beforeAll(() => configOf('src-main/launch.ts'), 120_000);

  it.each(['src-main/launch.ts', 'src-main/app/windows/main-window.ts', 'src-preload/index.ts'])(
    'let nothing through that goes: %s',
    async (file) => {
      const { rules } = await configOf(file);
      expect(rules['@typescript-eslint/no-deprecated']?.[0]).toBe(2);
    },
  );
});
