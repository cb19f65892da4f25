// A command that fails ends with its code, also where a library that it loads would end it with 0.
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const running = new URL('running.mjs', import.meta.url).href;

function endsWith(main) {
  const program = `
    import { runCommand, ToolError } from ${JSON.stringify(running)};
    import onExit from 'async-exit-hook';
    onExit(() => console.log('tidied up'));
    await runCommand(${main});`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: new URL('..', import.meta.url),
    encoding: 'utf8',
  });
  return { status, isTidiedUp: stdout.includes('tidied up') };
}

it('ends with 1 after a failure, and leaves the library its tidying up', () => {
  const main = `async () => { throw new ToolError('The disk is full.'); }`;
  expect(endsWith(main)).toEqual({ status: 1, isTidiedUp: true });
});

it('ends with the code that it was given', () => {
  expect(endsWith('async () => 3')).toEqual({ status: 3, isTidiedUp: true });
});

it('ends with 0 otherwise', () => {
  expect(endsWith('async () => undefined')).toEqual({ status: 0, isTidiedUp: true });
});
