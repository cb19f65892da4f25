// `npm run bench`: the measurements, on a display, a keychain and a profile of their own.
import { join } from 'node:path';
import { build } from './build.mjs';
import { inOwnDesktop } from './desktop-session.mjs';
import { runtimeEnvironment } from './electron-runtime.mjs';
import { root, runCommand, runNode } from './running.mjs';
import { setUp } from './set-up.mjs';

await runCommand(async () => {
  const { runtime } = await setUp({ needs: ['window', 'display', 'keychain'] });
  await build();
  return inOwnDesktop(async (env) => {
    const { code } = await runNode([join(root, 'bench', 'run.mjs'), ...process.argv.slice(2)], {
      env: { ...env, ...runtimeEnvironment(runtime) },
    });
    return code;
  });
});
