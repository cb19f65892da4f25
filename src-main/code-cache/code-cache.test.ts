import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder';
import { openOwnCode, writeCache } from './code-cache';

const files = {
  'begin.cjs':
    "exports.early = 1; const { word } = require('./chunks/word.cjs'); exports.said = () => word() + require('node:path').sep;",
  'chunks/word.cjs':
    "const begin = require('../begin.cjs'); exports.word = () => `early ${begin.early} “`; // the last",
};

/** Main's code, in a folder of the test's own. */
async function codeFolder(): Promise<string> {
  const folder = await temporaryFolder();
  mkdirSync(join(folder, 'chunks'));
  for (const [name, source] of Object.entries(files)) writeFileSync(join(folder, name), source);
  return folder;
}

const open = (folder: string) => openOwnCode(folder, createRequire(import.meta.url));
const saidBy = (code: ReturnType<typeof open>) =>
  (code.load('begin.cjs') as { said: () => string }).said();

const wordFile = join('chunks', 'word.cjs');

/** Writes the caches of what is in the folder, as V8 has it when all of it ran. */
function makeCaches(folder: string): void {
  for (const name of Object.keys(files)) {
    const file = join(folder, name);
    const source = readFileSync(file, 'utf8');
    const text = `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
    // Under another name: V8 itself remembers what it compiled in this process.
    writeCache(file, new Script(text, { filename: `made of ${file}` }).createCachedData());
  }
}

test('without a cache, files load each other as Node has them do', async () => {
  const folder = await codeFolder();
  const code = open(folder);
  expect(saidBy(code)).toMatch(/^early 1 “[/\\]$/u);
  expect(code.refused()).toEqual([]);
});

test('a cache of this very source is taken', async () => {
  const folder = await codeFolder();
  makeCaches(folder);
  const code = open(folder);
  expect(saidBy(code)).toMatch(/^early 1 “/u);
  expect(code.refused()).toEqual([]);
});

test('what is run is the source: another of the same length is compiled anew', async () => {
  const folder = await codeFolder();
  makeCaches(folder);
  writeFileSync(
    join(folder, 'chunks/word.cjs'),
    files['chunks/word.cjs'].replace('early', 'later'),
  );
  const code = open(folder);
  expect(saidBy(code)).toMatch(/^later 1 “/u);
  expect(code.refused()).toEqual(['chunks/word.cjs']);
});

test.each<[string, (cache: Buffer) => Buffer]>([
  ['of another processor', (cache) => swap(cache, process.arch, 'z'.repeat(process.arch.length))],
  ['with a flipped bit', flipped],
  ['that is cut off', (cache) => cache.subarray(0, cache.length - 100)],
  ['cut off in its head', (cache) => cache.subarray(0, 40)],
  ['that is empty', () => Buffer.alloc(0)],
])('a cache %s is refused, and the source runs', async (_which, spoil) => {
  const folder = await codeFolder();
  makeCaches(folder);
  const file = join(folder, `${wordFile}.cache`);
  writeFileSync(file, spoil(readFileSync(file)));
  const code = open(folder);
  expect(saidBy(code)).toMatch(/^early 1 “/u);
  expect(code.refused()).toEqual(['chunks/word.cjs']);
});

test('what V8 itself refuses is told', async () => {
  const folder = await codeFolder();
  for (const name of Object.keys(files)) writeCache(join(folder, name), Buffer.alloc(64));
  const code = open(folder);
  expect(saidBy(code)).toMatch(/^early 1 “/u);
  expect(code.refused()).toEqual(['begin.cjs', 'chunks/word.cjs']);
});

function flipped(cache: Buffer): Buffer {
  const copy = Buffer.from(cache);
  copy.writeUInt8(copy.readUInt8(copy.length - 9) ^ 1, copy.length - 9);
  return copy;
}

function swap(cache: Buffer, before: string, after: string): Buffer {
  const at = cache.indexOf(before);
  const rest = cache.subarray(at + before.length);
  return Buffer.concat([cache.subarray(0, at), Buffer.from(after), rest]);
}
