/** The tray: its previews send once or ask first, and the window closes to it. */
import type { ElectronApplication } from '@playwright/test';
import { expect, test } from './foyer';
import { countNotifications, notifications } from './outside-window';
import { Library } from './pages/library';
import { Outbox } from './pages/outbox';
import { Welcome } from './pages/welcome';
import { playTray } from './played-tray';
import { dialog, evening, expectOne, prepare, sendBefore } from './preview-shortcut';

test.describe('the tray', () => {
  // Elsewhere there always is one, and its menu can't be reached from outside.
  test.skip(process.platform !== 'linux', 'the tray is played on Linux');

  /** Has the app remember the menu that it builds next: the tray's, which shows its own nowhere. */
  function rememberMenu(app: ElectronApplication): Promise<void> {
    return app.evaluate(({ Menu }) => {
      const build = Menu.buildFromTemplate.bind(Menu);
      Menu.buildFromTemplate = (template) => {
        const menu = build(template);
        (globalThis as unknown as { menu: Electron.Menu }).menu = menu;
        return menu;
      };
    });
  }

  const labels = (app: ElectronApplication) =>
    app.evaluate(() =>
      (globalThis as unknown as { menu?: Electron.Menu }).menu?.items.map(({ label }) => label),
    );
  const click = (app: ElectronApplication, label: string) =>
    app.evaluate((_electron, wanted) => {
      const { items } = (globalThis as unknown as { menu: Electron.Menu }).menu;
      const found = items.find(({ label }) => label === wanted);
      if (!found) throw new Error(`The menu has no “${wanted}”.`);
      (found.click as () => void)();
    }, label);

  test('its numbered previews send once, or ask first', async ({ home, service }) => {
    await playTray(home);
    const { app, window } = await home.start();
    await expect
      .poll(() => window.evaluate(() => self.foyer.invoke('launcher.state', undefined)))
      .toMatchObject({ value: { hasTray: true } });
    await rememberMenu(app);
    await countNotifications(app);
    await prepare(window, service);
    const first = '1  Booking, evening, to +44 7700 900112';
    await expect
      .poll(() => labels(app))
      .toEqual([
        ...[`${first}…`, ''],
        ...['Nothing waiting to publish', 'Pause publishing', ''],
        ...['Open Foyer', 'Quit Foyer'],
      ]);

    await click(app, `${first}…`);
    await expect(dialog(window).getByText(evening.to)).toBeVisible();
    expect(service.received()).toEqual([]);
    await window.keyboard.press('Escape');
    await sendBefore(window, service);
    await expect.poll(() => labels(app)).toContain(first);
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
    await click(app, first);
    await expect.poll(() => notifications(app)).toBe(1);
    expectOne(service);
    await click(app, 'Open Foyer');
    await expect
      .poll(() =>
        app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()),
      )
      .toBe(true);
  });

  test('it says what waits to be published, and pauses it', async ({ home, service }) => {
    await playTray(home);
    const { app, window } = await home.start();
    await expect
      .poll(() => window.evaluate(() => self.foyer.invoke('launcher.state', undefined)))
      .toMatchObject({ value: { hasTray: true } });
    await rememberMenu(app);
    await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
    await expect.poll(() => labels(app)).toContain('Nothing waiting to publish');
    await click(app, 'Pause publishing');
    await expect
      .poll(() => window.evaluate(() => self.foyer.invoke('outbox.list', undefined)))
      .toMatchObject({ value: { isPaused: true } });
    const studio = await new Library(window).newTheme();
    await studio.publishButton.click();
    await expect.poll(() => labels(app)).toContain('1 waiting to publish');
    await expect(new Outbox(window).button).toHaveText('1 in the outbox, paused');
    expect(service.received()).toEqual([]);

    await click(app, 'Pause publishing');
    await expect(studio.notice('The service saved the theme.')).toBeVisible();
    await expect.poll(() => labels(app)).toContain('Nothing waiting to publish');
    expect(service.received()).toHaveLength(1);

    // What the service refused waits for nothing but a person.
    service.setBehaviour('saveThemeTemplate', { status: 400 });
    await studio.publishButton.click();
    await expect.poll(() => labels(app)).toContain('1 needs attention…');
    expect(await labels(app)).toContain('Nothing waiting to publish');
  });

  test('the window closes to it, and never to one that is gone', async ({ home }) => {
    const tray = await playTray(home);
    const { app, window } = await home.start();
    const gone = new Promise<void>((done) => app.once('close', () => done()));
    await expect
      .poll(() =>
        window.evaluate(() => self.foyer.invoke('launcher.setTray', { closesToTray: true })),
      )
      .toMatchObject({ value: { hasTray: true, closesToTray: true } });
    const close = () =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    await close();
    await expect
      .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length))
      .toBe(1);
    await expect
      .poll(() =>
        app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()),
      )
      .toBe(false);
    tray.end();
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.show());
    await close();
    await gone;
  });
});
