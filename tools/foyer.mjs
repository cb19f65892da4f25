// `npm run foyer -- preview …`: the app's commands for the terminal, in development. What it prints
// besides goes to standard error, so that scripts can read the rest.
import { build } from './build.mjs';
import { sandboxSwitches } from './electron-runtime.mjs';
import { root, run, runCommand } from './running.mjs';
import { setUp } from './set-up.mjs';

await runCommand(async () => {
  const say = (line) => console.error(line);
  const { runtime } = await setUp({ needs: ['window'], say });
  await build({ say });
  const { code } = await run(
    runtime.path,
    [...sandboxSwitches(), root, ...process.argv.slice(2)],
    // Set in the terminals of some editors, and Electron would then be no more than Node.
    { env: { ELECTRON_RUN_AS_NODE: undefined } },
  );
  return code;
});
