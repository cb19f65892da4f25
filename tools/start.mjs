// `npm start`: everything that is missing, the build, the app on the person's own profile.
import { sandboxSwitches } from './electron-runtime.mjs';
import { build } from './build.mjs';
import { root, run, runCommand } from './running.mjs';
import { checkSandbox, setUp } from './set-up.mjs';
import { tour } from './tour.mjs';

function hasDisplay() {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env.DISPLAY) || Boolean(process.env.WAYLAND_DISPLAY);
}

await runCommand(async () => {
  const parameters = process.argv.slice(2);
  if (!hasDisplay()) {
    console.log(
      'There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set), so the guided tour is ' +
        'run instead: the same app, on a display of its own that nobody sees.\n',
    );
    return tour([]);
  }
  const { runtime } = await setUp({ needs: ['window'] });
  await build();
  await checkSandbox(runtime);
  const { code } = await run(runtime.path, [...sandboxSwitches(), root, ...parameters], {
    // Set in the terminals of some editors, and Electron would then be no more than Node.
    env: { ELECTRON_RUN_AS_NODE: undefined },
  });
  return code;
});
