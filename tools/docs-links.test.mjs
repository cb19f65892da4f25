import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './running.mjs';

/** Where a page leads within the project, without the part of the page. */
const linksIn = (text) =>
  [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)\s]+)\)/gu)].map(
    ([, link]) => link.split('#')[0],
  );

it('every link of the documents leads to a file', async () => {
  const docs = await readdir(join(root, 'docs'), { recursive: true });
  const pages = [...docs.map((page) => join('docs', page)), 'README.md', 'CHANGELOG.md'].filter(
    (page) => page.endsWith('.md'),
  );
  const broken = pages.flatMap((page) => {
    const path = join(root, page);
    return linksIn(readFileSync(path, 'utf8'))
      .filter((link) => !existsSync(resolve(dirname(path), link)))
      .map((link) => `${page}: ${link}`);
  });
  expect(broken).toEqual([]);
});
