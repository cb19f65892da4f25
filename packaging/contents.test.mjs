import { describe, expect, it } from 'vitest';
import { strangersAmong } from './contents.mjs';

describe('what may be in the archive', () => {
  it('is the app', () => {
    expect(
      strangersAmong([
        'package.json',
        'out/main/index.cjs',
        'out/main/launch.cjs',
        'out/main/launch.cjs.cache',
        'out/main/chunks/src-main.cjs',
        'out/renderer/assets/index-BllAyrCB.js',
        'resources/themes/fern.json',
        'node_modules/keytar/prebuilds/linux-x64/keytar.node',
      ]),
    ).toEqual([]);
  });

  it.each([
    'out/main/index.cjs.map',
    'out/main/practice-service.cjs',
    'out/renderer/licenses.json',
    'src-main/index.ts',
    'node_modules/zod/index.js',
    'node_modules/keytar/binding.gyp',
    '.env',
    'package-lock.json',
  ])('is not %s', (name) => {
    expect(strangersAmong([name])).toEqual([name]);
  });
});
