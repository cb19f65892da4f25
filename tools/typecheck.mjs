// Checks all types, and first that the check itself can see an error.
//
// svelte-check reads TypeScript and Svelte files alike, with the widest set of types; the main
// process and the shared source are read again with no more than they may use (no DOM; no Node).
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isStarted, packageCommand, root, run, runCommand, runNode } from './running.mjs';

const fixture = join(root, 'tools', 'fixtures', 'type-error');

/**
 * @returns {Promise<boolean>} whether everything is well typed; what is not has been printed
 */
export async function typecheck() {
  let good = await seesErrors();
  good = (await svelteCheck(['--tsconfig', './tsconfig.json', '--fail-on-warnings'])) && good;
  for (const project of ['tsconfig.main.json', 'tsconfig.shared.json']) {
    if (!existsSync(join(root, project))) continue;
    const { code } = await runNode([packageCommand('typescript', 'tsc'), '--project', project]);
    if (code !== 0) console.error(`(as ${project} has it)`);
    good = code === 0 && good;
  }
  return good;
}

async function svelteCheck(parameters) {
  const { code } = await runNode([
    ...[packageCommand('svelte-check'), '--output', 'human', ...parameters],
  ]);
  return code === 0;
}

/** A checker that finds nothing where something is wrong would pass everything. */
async function seesErrors() {
  const { code, output } = await run(
    process.execPath,
    [
      ...[packageCommand('svelte-check'), '--workspace', fixture],
      ...['--tsconfig', join(fixture, 'tsconfig.json'), '--output', 'machine'],
    ],
    { quiet: true },
  );
  const unseen = ['wrong.ts', 'Wrong.svelte'].filter(
    (file) =>
      !output.split('\n').some((line) => line.includes(' ERROR ') && line.includes(`"${file}"`)),
  );
  if (code !== 0 && unseen.length === 0) return true;
  console.error(
    `The type check does not report the deliberate errors in tools/fixtures/type-error ` +
      `(${unseen.join(', ') || 'it ended with code 0'}), so it cannot be trusted. It said:\n${output}`,
  );
  return false;
}

if (isStarted(import.meta.url)) {
  await runCommand(async () => {
    if (!(await typecheck())) return 1;
    console.log('All types are right.');
    return 0;
  });
}
