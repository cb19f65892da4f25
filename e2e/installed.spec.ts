/** What only an installed Foyer does, in a program that Electron takes for one. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from './foyer';
import { install, startInstalled } from './installed';
import { findElectron } from '../tools/electron-runtime.mjs';

test.describe('an installed Foyer', () => {
  test.skip(process.platform !== 'linux', 'the program is put together as on Linux');

  test('listens for no debugger, whatever the command line says', async ({ home }) => {
    const program = await install(join(dirname(home.profile), 'Programs ü'));
    const words = ['--remote-debugging-port=0', '--remote-debugging-address=0.0.0.0'];
    const marker = join(home.profile, 'run.json');
    const installed = startInstalled(program, home, words);
    try {
      // It runs, with its window, when it says that it is well.
      await expect
        .poll(async () => (existsSync(marker) ? readFile(marker, 'utf8') : ''), { timeout: 30_000 })
        .toContain('"isOpen":false');
      expect(installed.said()).not.toContain('DevTools listening');
    } finally {
      await installed.end();
    }

    // The control: the same switch where it may be used.
    const { path } = await findElectron();
    const root = join(import.meta.dirname, '..');
    const development = startInstalled(path, home, [], [...words, root]);
    await expect
      .poll(() => development.said(), { timeout: 30_000 })
      .toContain('DevTools listening');
    await development.end();
  });
});
