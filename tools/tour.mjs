// `npm run tour`: the main job from first run to a preview, in the real app, step by step.
import { join } from 'node:path';
import { build } from './build.mjs';
import { inOwnDesktop } from './desktop-session.mjs';
import { runtimeEnvironment } from './electron-runtime.mjs';
import { isStarted, packageCommand, root, runCommand, runNode } from './running.mjs';
import { setUp } from './set-up.mjs';

/**
 * Runs the guided tour, always on a display and a keychain of its own.
 *
 * @param {string[]} parameters `--docs` refreshes the pictures of the documents too; the rest goes to
 *   Playwright
 * @returns {Promise<number>} the exit code
 */
export async function tour(parameters) {
  const { runtime } = await setUp({ needs: ['window', 'display', 'keychain'] });
  await build();
  const docs = parameters.includes('--docs');
  return inOwnDesktop(async (env) => {
    const { code } = await runNode(
      [
        ...[packageCommand('@playwright/test', 'playwright'), 'test'],
        ...['--config', join(root, 'e2e', 'tour.config.ts')],
        ...parameters.filter((one) => one !== '--docs'),
      ],
      { env: { ...env, ...runtimeEnvironment(runtime), ...(docs ? { TOUR_DOCS: '1' } : {}) } },
    );
    return code;
  });
}

if (isStarted(import.meta.url)) await runCommand(() => tour(process.argv.slice(2)));
