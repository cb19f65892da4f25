// No file imports itself by way of others. The generated messages are left out.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { circlesIn, importGraph } from './import-circles.mjs';

it('finds circles of values, of types, of components and of files that come later', () => {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-circles-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = {
    'src-main/a/one.ts': "import { two } from './two';",
    'src-main/a/two.ts': "export { three } from '../b/three';",
    'src-main/b/three.ts': "import type { One } from '../a/one';",
    'src-main/b/aside.ts': "import './three';",
    'src-main/later.ts': "import { type Kind } from '@shared/kind';",
    'src-shared/kind.ts': "export const later = () => import('../src-main/later');",
    'src-shared/Part.svelte':
      "<script module>import { x } from './part.svelte';</script><p>import './Part.svelte'</p>",
    'src-shared/part.svelte.ts': "let all: import('./Part.svelte').Part;",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  expect(circlesIn(importGraph(['src-main', 'src-shared'], folder))).toEqual([
    ['src-main/a/one.ts', 'src-main/a/two.ts', 'src-main/b/three.ts', 'src-main/a/one.ts'],
    ['src-main/later.ts', 'src-shared/kind.ts', 'src-main/later.ts'],
    ['src-shared/Part.svelte', 'src-shared/part.svelte.ts', 'src-shared/Part.svelte'],
  ]);
});

it('no file of Foyer is in a circle', () => {
  const graph = importGraph(['src-main', 'src-preload', 'src-renderer', 'src-shared']);
  expect(circlesIn(graph).map((way) => way.join(' → '))).toEqual([]);
});
