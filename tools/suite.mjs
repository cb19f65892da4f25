// `npm run faults` tries to make Foyer lose something, send it twice, or say what isn't so, and
// `npm run security` tries to get in, to get something out, or to bring it down: each beside controls
// with which that works (faults/rows.mjs, security/rows.mjs).
import { faults } from '../faults/rows.mjs';
import { security } from '../security/rows.mjs';
import { build } from './build.mjs';
import { withDisplay } from './desktop-session.mjs';
import { runtimeEnvironment } from './electron-runtime.mjs';
import { canInstallPackages } from './os-packages.mjs';
import { runCommand } from './running.mjs';
import { setUp } from './set-up.mjs';
import { asked, play } from './suites/run.mjs';

await runCommand(async () => {
  const [name, ...words] = process.argv.slice(2);
  const suite = name === 'security' ? security : faults;
  const what = asked(suite, words);
  const isPackaged = what.rows.some(({ packaged = [] }) => packaged.length > 0);
  const hasWindows = isPackaged || what.rows.some(({ specs }) => specs.length > 0);
  const { runtime } = await setUp({
    needs: [
      ...(hasWindows ? ['window', 'display', 'keychain', 'python', 'compiler'] : []),
      ...(isPackaged && canInstallPackages() ? ['package', 'installed'] : []),
    ],
  });
  if (runtime === undefined) return play(suite, what, {});
  await build();
  const display = await withDisplay();
  try {
    return await play(suite, what, { ...display.env, ...runtimeEnvironment(runtime) });
  } finally {
    await display.stop();
  }
});
