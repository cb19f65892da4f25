/**
 * Loads main's own code, with what V8 made of it when it was packed (decision 0021). What is run is
 * the source: the cache only saves compiling it. One that isn't of this very source, by this very
 * runtime, is passed over.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { Script } from 'node:vm';

/** Beside each file of the code; `packaging/code-cache.mjs` makes them. */
const cacheOf = (file: string) => `${file}.cache`;

/** What V8 itself looks at (its version, its flags) says nothing of the processor. */
const runtime = [process.versions.v8, process.platform, process.arch].join(' ');

/** At the beginning of a cache, as JSON behind its length; V8's data follow. */
interface Head {
  runtime: string;
  sourceSha256: string;
  /** Of V8's data. */
  sha256: string;
}

export interface OwnCode {
  /** What a file of the folder exports; its own files that it requires are loaded likewise. */
  load(name: string): unknown;
  /** The files whose cache was there and was not taken. */
  refused(): readonly string[];
}

const hashOf = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

/**
 * @param folder main's built code
 * @param requireOther for what is not in it: packages, Node's and Electron's own
 */
export function openOwnCode(folder: string, requireOther: NodeJS.Require): OwnCode {
  const refused: string[] = [];

  function load(file: string): unknown {
    // Where Node itself says what is loaded.
    const before = requireOther.cache[file];
    // Also one that is being loaded: files may require each other, as Node's own do.
    if (before) return before.exports as unknown;
    const module = { exports: {} as unknown };
    Object.assign(requireOther.cache, { [file]: module });
    const own = (id: string) =>
      id.startsWith('.') ? load(join(dirname(file), id)) : (requireOther(id) as unknown);
    const run = compile(file) as (...given: unknown[]) => void;
    run.call(module.exports, module.exports, own, module, file, dirname(file));
    return module.exports;
  }

  function compile(file: string): unknown {
    const source = readFileSync(file);
    // Closed on a line of its own: the last one may be a comment.
    const text = `(function (exports, require, module, __filename, __dirname) {${source.toString()}\n})`;
    const cached = readIfThere(cacheOf(file));
    const cachedData = cached && dataOf(cached, source);
    const script = new Script(text, { filename: file, cachedData });
    const isTaken = cachedData !== undefined && script.cachedDataRejected === false;
    if (cached && !isTaken) refused.push(relative(folder, file).split(sep).join('/'));
    return script.runInThisContext();
  }

  return { load: (name) => load(join(folder, name)), refused: () => refused };
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    // Only a package has them.
    return undefined;
  }
}

/** What V8 is given; `undefined`: it is damaged, or of another source or runtime. */
function dataOf(cached: Buffer, source: Uint8Array): Buffer | undefined {
  try {
    const begin = 4 + cached.readUInt32LE();
    const head = JSON.parse(cached.toString('utf8', 4, begin)) as Head;
    const data = cached.subarray(begin);
    // V8 looks at the length of what it is given, and no further.
    const isOurs =
      head.runtime === runtime &&
      head.sourceSha256 === hashOf(source) &&
      head.sha256 === hashOf(data);
    return isOurs ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Writes what V8 made of a file beside it. */
export function writeCache(file: string, data: Buffer): void {
  const sourceSha256 = hashOf(readFileSync(file));
  const head = Buffer.from(JSON.stringify({ runtime, sourceSha256, sha256: hashOf(data) }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  writeFileSync(cacheOf(file), Buffer.concat([length, head, data]));
}
