// Breaks one rule of the outbox or the library at a time, and looks whether the tests by random
// sequences see it: `node tools/mutations.mjs [WORD…]`, with words for those that have one in their name.
// It writes into the source while it runs, and puts it back.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { packageCommand, root } from './running.mjs';
import { mutations } from './suites/mutations.mjs';

const words = process.argv.slice(2);
const chosen = mutations.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
);
const runs = process.env['MODEL_RUNS'] ?? '2000';

/** What the files held that are changed, to be put back. */
const before = new Map();
const putBack = () => {
  for (const [path, text] of before) writeFileSync(path, text);
  before.clear();
};
process.on('exit', putBack);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

function change(file, from, to) {
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`${file} does not have this once: ${from}`);
  if (!before.has(path)) before.set(path, text);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
}

function vitest(test) {
  const env = { ...process.env, MODEL_RUNS: runs, MODEL_SHRINK: 'no' };
  const child = spawn(process.execPath, [packageCommand('vitest'), 'run', test], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
  return new Promise((done) => child.on('close', (code) => done({ code, output })));
}

/** After how many sequences it was found, and as what; nothing where it was not. */
function foundIn({ code, output }) {
  if (code === 0) return undefined;
  const plain = stripVTControlCharacters(output);
  const [, after] = /failed after (\d+) tests?/u.exec(plain) ?? [];
  const [, what = 'an error'] =
    /^\+ {3}"(.*)",$/mu.exec(plain) ??
    /^(?:Caused by: )?Error: (?!Property)(.*)$/mu.exec(plain) ??
    [];
  // What no test said itself, such as a file that isn't TypeScript any more, proves nothing.
  if (!/^ FAIL .* > /mu.test(plain)) throw new Error(plain);
  const known =
    after === undefined || /× no more: /u.test(plain) ? 'by a test of its own' : `after ${after}`;
  return `${known}: ${what}`;
}

let missed = 0;
for (const { name, file, from, to, and, test } of chosen) {
  try {
    change(file, from, to);
    if (and) change(and.file ?? file, and.from, and.to);
    const found = foundIn(await vitest(test));
    if (found === undefined) missed += 1;
    console.log(
      `${found === undefined ? 'MISSED' : 'found '}  ${name}  (${found ?? `${runs} runs`})`,
    );
  } finally {
    putBack();
  }
}
console.log(`${String(chosen.length - missed)} found, ${String(missed)} missed`);
process.exitCode = missed === 0 ? 0 : 1;
