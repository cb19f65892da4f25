// Which files import themselves by way of others, types included. Files that need each other can't
// be read, moved or tested without one another. `node tools/import-circles.mjs` lists them.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { isStarted, root } from './running.mjs';

/** The messages, which TypeScript would take longer to read than all else. */
const generated = /(?:^|[/\\])messages[/\\]/u;
const endings = ['', '.ts'];

/** Every import between the files of `folders`, as a map of a file to those it imports. */
export function importGraph(folders, base = root) {
  const files = folders.flatMap((folder) =>
    readdirSync(join(base, folder), { recursive: true })
      .filter((name) => /\.(?:ts|svelte)$/u.test(name) && !generated.test(name))
      .map((name) => join(base, folder, name)),
  );
  const known = new Set(files);
  const find = (path) => endings.map((ending) => path + ending).find((file) => known.has(file));
  return new Map(
    files.map((file) => {
      const imported = importsOf(file).map((name) =>
        name.startsWith('@shared/')
          ? find(join(base, 'src-shared', name.slice('@shared/'.length)))
          : name.startsWith('.') && find(resolve(dirname(file), name)),
      );
      return [relative(base, file), imported.filter(Boolean).map((path) => relative(base, path))];
    }),
  );
}

/** The names after `from` and in `import(…)`: TypeScript's own reader, which knows types as well. */
function importsOf(file) {
  const text = readFileSync(file, 'utf8');
  const scripts = file.endsWith('.svelte')
    ? [...text.matchAll(/<script\b[^>]*>(.*?)<\/script>/gsu)].map(([, script]) => script)
    : [text];
  return scripts.flatMap((script) =>
    ts.preProcessFile(script, true, true).importedFiles.map(({ fileName }) => fileName),
  );
}

/** One circle for each knot of files that reach each other: the shortest way back to its first file. */
export function circlesIn(graph) {
  const circles = [];
  const seen = new Set();
  for (const start of [...graph.keys()].sort()) {
    if (seen.has(start)) continue;
    const way = shortestWayBack(graph, start);
    if (!way) continue;
    for (const file of way) seen.add(file);
    circles.push(way);
  }
  return circles;
}

function shortestWayBack(graph, start) {
  const cameFrom = new Map();
  const waiting = [start];
  for (const file of waiting) {
    for (const next of graph.get(file) ?? []) {
      if (next === start) {
        const way = [start];
        for (let at = file; at !== start; at = cameFrom.get(at)) way.splice(1, 0, at);
        return [...way, start];
      }
      if (!cameFrom.has(next)) {
        cameFrom.set(next, file);
        waiting.push(next);
      }
    }
  }
  return undefined;
}

if (isStarted(import.meta.url)) {
  const graph = importGraph(['src-main', 'src-preload', 'src-renderer', 'src-shared']);
  for (const way of circlesIn(graph)) console.log(way.join(' → '));
}
