import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './running.mjs';

const rooms = readdirSync(root).filter((name) => name.startsWith('src-'));
const generated = join('src-shared', 'messages');

const productFiles = () =>
  rooms
    .flatMap((room) => readdirSync(join(root, room), { recursive: true }).map((p) => join(room, p)))
    .filter((path) => /\.(?:ts|svelte)$/u.test(path) && !/\.test\.ts$/u.test(path))
    .filter((path) => !path.startsWith(generated));

// Neither the compiler nor the check for unused exports sees that a sentence is shown nowhere any more.
it('every message of the catalogue is used by the product', () => {
  const catalogue = join(root, 'messages', 'en');
  const keys = readdirSync(catalogue).flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(join(catalogue, file), 'utf8'))),
  );
  const used = new Set(
    productFiles()
      .flatMap((path) => [...readFileSync(join(root, path), 'utf8').matchAll(/\bm\.(\w+)/gu)])
      .map(([, key]) => key),
  );
  const unused = keys.filter((key) => !key.startsWith('$') && !used.has(key));
  expect(unused).toEqual([]);
});
