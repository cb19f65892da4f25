// `npm run dev`: the app with hot reload. Without a display it runs on one of its own.
import { join } from 'node:path';
import { withDisplay } from './desktop-session.mjs';
import { sandboxSwitches } from './electron-runtime.mjs';
import { packageCommand, root, runCommand, runNode } from './running.mjs';
import { checkSandbox, setUp } from './set-up.mjs';

await runCommand(async () => {
  const hidden =
    process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;
  const { runtime } = await setUp({ needs: hidden ? ['window', 'display'] : ['window'] });
  await checkSandbox(runtime);
  const { code: compiled } = await runNode([join(root, 'tools', 'messages.mjs')]);
  if (compiled !== 0) return compiled;

  const display = hidden ? await withDisplay() : undefined;
  if (display !== undefined) {
    console.log(
      `There is no display here; the window is on ${display.display}, where nobody sees it.`,
    );
  }
  try {
    const { code } = await runNode(
      [
        ...[packageCommand('electron-vite'), 'dev'],
        ...(sandboxSwitches().length > 0 ? ['--noSandbox'] : []),
        ...process.argv.slice(2),
      ],
      {
        env: { ...display?.env, ELECTRON_EXEC_PATH: runtime.path, ELECTRON_RUN_AS_NODE: undefined },
      },
    );
    return code;
  } finally {
    await display?.stop();
  }
});
