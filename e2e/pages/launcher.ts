/** The launcher: the small window over all apps. */
import { execFileSync } from 'node:child_process';
import type { ElectronApplication, Page } from '@playwright/test';

const isLauncher = (page: Page) => page.url().endsWith('/launcher.html');

export class Launcher {
  private constructor(
    readonly app: ElectronApplication,
    readonly page: Page,
  ) {}

  /** Chooses keys for it, which makes its window, hidden. */
  static async prepare(app: ElectronApplication, window: Page): Promise<Launcher> {
    await window.evaluate(() =>
      self.foyer.invoke('launcher.setKeys', { keys: 'Control+Alt+Shift+F9' }),
    );
    const page =
      app.windows().find(isLauncher) ??
      (await app.waitForEvent('window', { predicate: isLauncher }));
    await page.getByRole('combobox').waitFor();
    return new Launcher(app, page);
  }

  /** Presses the keys as the system hears them, and waits for the field. */
  async show(): Promise<void> {
    const display = await this.app.evaluate(() => process.env['DISPLAY']);
    execFileSync('xdotool', ['key', 'ctrl+alt+shift+F9'], {
      env: { ...process.env, DISPLAY: display },
    });
    await this.page.waitForFunction(
      () => document.hasFocus() && document.activeElement?.getAttribute('role') === 'combobox',
    );
  }

  option(name: string) {
    return this.page.getByRole('option', { name: new RegExp(name, 'u') });
  }

  isVisible(): Promise<boolean> {
    return this.app.evaluate(
      ({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()
          .find((one) => one.webContents.getURL().endsWith('/launcher.html'))
          ?.isVisible() ?? false,
    );
  }
}
