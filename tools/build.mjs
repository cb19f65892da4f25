// Builds the app into out/, only when something that goes into it has changed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { withLock } from './lock.mjs';
import { packageCommand, root, runNode, ToolError } from './running.mjs';

const stampFile = join(root, 'out', '.foyer-stamp');
const lockFile = join(root, '.runtime', 'build.lock');

const sources = [
  ...['src-shared', 'src-main', 'src-preload', 'src-renderer', 'resources'],
  ...['messages', 'project.inlang/settings.json', 'tools/messages.mjs'],
  ...['package.json', 'package-lock.json', 'electron.vite.config.ts', 'svelte.config.js'],
  ...['tsconfig.json', 'tsconfig.main.json', 'tsconfig.shared.json'],
];
const generated = ['src-shared/messages'];
const results = ['out/main/index.cjs', 'out/preload/index.cjs', 'out/renderer/index.html'];

/**
 * A hash of the names and the content of all files that the build reads. What is generated from
 * others of them, and tests, do not count.
 *
 * @param {string} folder the repository
 * @returns {string}
 */
export function sourcesHash(folder) {
  const hash = createHash('sha256');
  const take = (path) => {
    const name = relative(folder, path).split(sep).join('/');
    if (generated.includes(name) || /\.test\.m?ts$/u.test(name) || !existsSync(path)) return;
    if (statSync(path).isDirectory()) {
      for (const entry of readdirSync(path).sort()) take(join(path, entry));
    } else {
      const content = readFileSync(path);
      hash.update(`${name}\0${String(content.length)}\0`).update(content);
    }
  };
  for (const source of sources) take(join(folder, source));
  // What is built for tests is not what is built for people.
  hash.update(process.env.FOYER_TEST_BUILD === '1' ? 'test build' : '');
  return hash.digest('hex');
}

/**
 * Builds the app if it is not built from what is here now.
 *
 * @param {object} [options]
 * @param {(line: string) => void} [options.say]
 * @returns {Promise<boolean>} whether anything had to be built
 * @throws {ToolError} when the build fails; what it said has been printed
 */
export async function build(options = {}) {
  const { say = console.log } = options;
  if (isBuilt()) return false;
  return withLock(
    lockFile,
    async () => {
      if (isBuilt()) return false;
      const began = Date.now();
      const hash = sourcesHash(root);
      say('Building the app …');
      await step('The message catalogue', [join(root, 'tools', 'messages.mjs')]);
      await step('The build', [packageCommand('electron-vite'), 'build', '--logLevel', 'warn']);
      mkdirSync(join(root, 'out'), { recursive: true });
      // The hash is from before: a file that was changed meanwhile makes the next build a new one.
      writeFileSync(stampFile, hash);
      say(`Built in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
      return true;
    },
    () => {
      say('Another command is building; waiting for it.');
    },
  );
}

function isBuilt() {
  return (
    results.every((file) => existsSync(join(root, file))) &&
    existsSync(stampFile) &&
    readFileSync(stampFile, 'utf8') === sourcesHash(root)
  );
}

async function step(what, parameters) {
  const { code, output } = await runNode(parameters, { quiet: true });
  if (code === 0) return;
  console.error(output.trimEnd());
  throw new ToolError(`${what} failed; what it said stands above.`);
}
