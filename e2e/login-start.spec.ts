/** Starting at login: the setting, and the start into the tray. */
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { expect, test } from './foyer';
import { Shell } from './pages/shell';
import { playTray } from './played-tray';
import { inTerminal } from './terminal';

test.describe('starting at login', () => {
  test.skip(process.platform !== 'linux', 'the tray and the autostart folder are played on Linux');

  const windows = (app: ElectronApplication) =>
    app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((one) => one.isVisible() || one.isMinimized()),
    );
  const runs = async (profile: string) => {
    const marker = join(profile, 'run.json');
    return existsSync(marker) ? readFile(marker, 'utf8') : '';
  };

  test('a hidden start opens no window while there is a tray, and the next start opens one', async ({
    home,
  }) => {
    await playTray(home);
    const app = await home.startWithoutWindow(['--hidden']);
    await expect.poll(() => runs(home.profile)).toContain('"isOpen":false');
    // Another one at login, such as one of two entries, changes nothing.
    expect(await inTerminal(home, ['--hidden'])).toMatchObject({ code: 0 });
    // The control: Foyer answers what is asked behind it.
    expect(await inTerminal(home, ['list'])).toMatchObject({ code: 0 });
    expect(await windows(app)).toEqual([]);

    const opened = app.waitForEvent('window');
    await inTerminal(home, []);
    await (await opened).getByRole('heading', { level: 1 }).first().waitFor();
    expect(await windows(app)).toEqual([true]);
  });

  test('a hidden start without a tray is never invisible', async ({ home }) => {
    (await playTray(home)).end();
    const app = await home.startWithoutWindow(['--hidden']);
    await expect.poll(() => windows(app), { timeout: 30_000 }).toEqual([true]);
  });

  test('the setting writes the desktop’s own file, and believes it when a person changed it', async ({
    home,
  }) => {
    const config = join(dirname(home.profile), 'config Übung');
    const { app, window } = await home.start({ XDG_CONFIG_HOME: config });
    await window.getByRole('button', { name: 'Look around first' }).click();
    const shell = new Shell(window);
    const settings = () => shell.goTo('Settings');
    const elsewhere = () => shell.goTo('Library');
    await settings();
    await expect(window.getByText('To start Foyer when you sign in, install it.')).toBeVisible();

    await app.evaluate(({ app }) => Object.defineProperty(app, 'isPackaged', { value: true }));
    const file = join(config, 'autostart');
    const setting = window.getByRole('switch', { name: 'Start Foyer in the tray' });
    await elsewhere();
    await settings();
    await expect(setting).not.toBeChecked();
    await setting.click();
    await expect(setting).toBeChecked();
    // The switch moves under the finger; the folder is made then, and in it the file is written
    // beside and takes its name when it is whole.
    const written = async () =>
      (await readdir(file).catch(() => [])).filter((one) => one.endsWith('.desktop'));
    await expect.poll(written).toHaveLength(1);
    const [name = ''] = await written();
    const entry = join(file, name);
    const text = await readFile(entry, 'utf8');
    expect(text).toContain(`"--profile=${home.profile}"`);
    expect(text).toContain('"--hidden"');

    await writeFile(entry, `${text}Hidden=true\n`);
    await elsewhere();
    await settings();
    await expect(setting).not.toBeChecked();
    await setting.click();
    await expect(setting).toBeChecked();
    // The file follows here, too.
    await expect.poll(() => readFile(entry, 'utf8')).not.toContain('Hidden');
    await setting.click();
    await expect(setting).not.toBeChecked();
    await expect.poll(() => readdir(file)).toEqual([]);
  });
});
