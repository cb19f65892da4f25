/**
 * A new theme’s name is being typed when the window is closed, and the window was once set to close to a tray
 * that is switched off, or that the desktop no longer has.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { expect, test } from './foyer';
import { playTray } from './played-tray';
import { startWith } from './theme-files';

test.skip(process.platform !== 'linux', 'the tray is played on Linux');
test.describe.configure({ retries: 0 });

/** Who closes the window is asked nothing: what is typed by then is to be kept. */
function closeWindow(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ BrowserWindow }) => {
    for (const one of BrowserWindow.getAllWindows()) if (one.isVisible()) one.close();
  });
}

const ways = [
  'and nothing was ever said of a tray',
  'and the icon in the tray is switched off again',
  'and the tray is gone',
] as const;

for (const how of ways) {
  test(`a name typed as the window is closed is kept, ${how}`, async ({ home }) => {
    const tray = await playTray(home);
    const { app, window } = await startWith(home, []);
    const set = (tray: { isInTray?: boolean; closesToTray?: boolean }) =>
      window.evaluate((wanted) => self.foyer.invoke('launcher.setTray', wanted), tray);
    await expect
      .poll(() => window.evaluate(() => self.foyer.invoke('launcher.state', undefined)))
      .toMatchObject({ value: { hasTray: true } });
    // As the two switches in Settings do.
    if (how !== 'and nothing was ever said of a tray') await set({ closesToTray: true });
    if (how === 'and the icon in the tray is switched off again') await set({ isInTray: false });
    if (how === 'and the tray is gone') tray.end();
    await window.keyboard.press('Control+n');
    const name = window.getByRole('textbox', { name: 'Theme name' });
    await expect(name).toBeFocused();
    await window.keyboard.type('Summer sale');
    await expect(name).toHaveValue('Summer sale');
    const gone = new Promise((done) => app.process().once('exit', done));
    await closeWindow(app);
    await gone;
    const files = (await readdir(home.library)).filter((file) => file.endsWith('.json'));
    const texts = await Promise.all(
      files.map((file) => readFile(join(home.library, file), 'utf8')),
    );
    expect(texts.map((text) => (JSON.parse(text) as { name: string }).name)).toEqual([
      'Summer sale',
    ]);
  });
}
