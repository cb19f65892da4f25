// `npm run faults`: tries to make Foyer lose something, send it twice, or say what isn't so, with
// controls that do (faults/rows.mjs).
import { asked, play } from '../faults/run.mjs';
import { build } from './build.mjs';
import { withDisplay } from './desktop-session.mjs';
import { runtimeEnvironment } from './electron-runtime.mjs';
import { runCommand } from './running.mjs';
import { setUp } from './set-up.mjs';

await runCommand(async () => {
  const what = asked(process.argv.slice(2));
  const hasWindows = what.rows.some(({ specs }) => specs.length > 0);
  const { runtime } = await setUp({
    needs: hasWindows ? ['window', 'display', 'keychain', 'python', 'compiler'] : [],
  });
  if (runtime === undefined) return play(what, {});
  await build();
  const display = await withDisplay();
  try {
    return await play(what, { ...display.env, ...runtimeEnvironment(runtime) });
  } finally {
    await display.stop();
  }
});
