// Who signed the app: `node packaging/mac-identity.mjs APP TEAM`, on macOS, before it leaves the machine
// that made it. macOS binds an entry of the keychain to the identity that signed the program.
import { spawnSync } from 'node:child_process';
import { isStarted, runCommand, ToolError } from '../tools/running.mjs';

/**
 * Why the next version would be another program to macOS; none when it is the same.
 *
 * @param {string} said what `codesign --display --verbose=2` prints
 * @param {string} team the ten characters of the one team that signs Foyer
 * @returns {string | undefined} a whole sentence
 */
export function whyAnotherIdentity(said, team) {
  const authority = /^Authority=(Developer ID Application: .+)$/mu.exec(said)?.[1];
  if (authority === undefined) return 'The app is not signed with a Developer ID.';
  const found = /^TeamIdentifier=(.+)$/mu.exec(said)?.[1];
  return found === team ? undefined : `The app is signed by ${found ?? 'nobody'}, not by ${team}.`;
}

if (isStarted(import.meta.url)) {
  await runCommand(async () => {
    const [app = '', team = ''] = process.argv.slice(2);
    const { stderr, error } = spawnSync('codesign', ['--display', '--verbose=2', app], {
      encoding: 'utf8',
    });
    if (error) throw new ToolError(`codesign did not start: ${error.message}`);
    const reason = whyAnotherIdentity(stderr, team);
    if (reason !== undefined) throw new ToolError(reason);
  });
}
