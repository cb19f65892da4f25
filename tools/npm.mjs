// Starting npm, wherever it is on this machine.
import { findProgram, run, runNode, ToolError } from './running.mjs';

/**
 * Runs npm: by its script where that is known, because Windows starts npm.cmd through a shell only.
 *
 * @param {string[]} parameters
 * @param {Parameters<typeof run>[2]} [options]
 * @throws {ToolError} when there is none
 */
export function npm(parameters, options) {
  const script = process.env.npm_execpath;
  if (script !== undefined && /npm-cli\.c?js$/u.test(script)) {
    return runNode([script, ...parameters], options);
  }
  if (process.platform === 'win32') {
    const shell = process.env.ComSpec ?? 'cmd.exe';
    return run(shell, ['/d', '/s', '/c', ['npm', ...parameters].join(' ')], options);
  }
  if (findProgram('npm') === undefined) {
    throw new ToolError('npm is not on PATH; it comes with Node. Install it and run this again.');
  }
  return run('npm', parameters, options);
}
