// `npm run bench`: the measurements, on a display, a keychain and a profile of their own.
import { join } from 'node:path';
import { packedApp } from '../bench/packed-app.mjs';
import { build } from './build.mjs';
import { inOwnDesktop } from './desktop-session.mjs';
import { runtimeEnvironment } from './electron-runtime.mjs';
import { root, runCommand, runNode } from './running.mjs';
import { setUp } from './set-up.mjs';

/** Node 20 has WebSocket behind a switch; later ones take the switch and need it no more. */
const node20 = ['--experimental-websocket'];

await runCommand(async () => {
  const { runtime } = await setUp({ needs: ['window', 'display', 'keychain', 'package'] });
  await build();
  const program = await packedApp(runtime);
  return inOwnDesktop(async (env) => {
    const { code } = await runNode(
      [...node20, join(root, 'bench', 'run.mjs'), ...process.argv.slice(2)],
      {
        env: { ...env, ...runtimeEnvironment(runtime), FOYER_PACKED: program },
      },
    );
    return code;
  });
});
