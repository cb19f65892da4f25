/**
 * Each way in sends exactly one request with exactly the right body, or none where it must not; and
 * a command in the terminal ends with the code of what came of it.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import fc from 'fast-check';
import type { PracticePlace, PracticeService } from '../src-main/practice/practice';
import type { Outcome } from '../src-shared/service/outcome';
import { outcomeText } from '../src-shared/service/outcome-text';
import { expect, test, type Home } from './foyer';
import { Launcher } from './pages/launcher';
import { Library } from './pages/library';
import { Outbox } from './pages/outbox';
import { Previews } from './pages/previews';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';
import { inTerminal } from './terminal';

type Service = PracticeService & PracticePlace;

const evening = {
  name: 'Booking, evening',
  botId: 'cl_booking',
  to: '+44 7700 900112',
  startGroupId: 'claims 1',
};
const body = { to: evening.to, startGroupId: evening.startGroupId };

/** Connects to the service of the test, and keeps a shortcut. */
async function prepare(window: Page, service: Service): Promise<void> {
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  await window.evaluate(async (shortcut) => {
    const connections = await self.foyer.invoke('connections.list', undefined);
    if (!connections.ok) throw new Error('no connections');
    const { currentId } = connections.value as { currentId: string };
    const added = await self.foyer.invoke('previews.addShortcut', {
      ...shortcut,
      connectionId: currentId,
    });
    if (!added.ok) throw new Error(JSON.stringify(added.problem));
  }, evening);
}

/** Sends the shortcut once, so that its recipient is no new one, and forgets it at the service. */
async function sendBefore(window: Page, service: Service): Promise<void> {
  await window.evaluate(async () => {
    const { value } = (await self.foyer.invoke('previews.list', undefined)) as {
      value: { shortcuts: object[] };
    };
    await self.foyer.invoke('previews.start', { ...value.shortcuts[0], isConfirmed: true });
  });
  expect(service.received()).toHaveLength(1);
  service.reset();
}

/** The one request that the service got. */
function expectOne(service: Service, expected: object = body): void {
  const received = service.received();
  expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/v1/bots/cl_booking/chat-app/start-preview',
  ]);
  expect(JSON.parse(received[0]?.body ?? '')).toEqual(expected);
}

/** Another start of Foyer, as the system tells the one that runs. */
function startAgain(app: ElectronApplication, data: unknown): Promise<void> {
  return app.evaluate(({ app }, data) => {
    app.emit('second-instance', {}, [], '', data);
  }, data);
}

/** Counts the notifications that the app wants to show; this session has nobody who shows them. */
function countNotifications(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ Notification }) => {
    const counted = globalThis as unknown as { wanted: number };
    counted.wanted = 0;
    Notification.isSupported = () => {
      counted.wanted += 1;
      return false;
    };
  });
}

const notifications = (app: ElectronApplication) =>
  app.evaluate(() => (globalThis as unknown as { wanted: number }).wanted);

const dialog = (window: Page) => window.getByRole('dialog');

test('the form, a shortcut’s button and Ctrl with a digit', async ({
  foyer: { window },
  service,
}) => {
  await prepare(window, service);
  await new Shell(window).goTo('Previews');
  const previews = new Previews(window);
  await previews.fill({ botId: 'cl_booking', recipient: evening.to, startGroup: 'claims 1' });
  await previews.startButton.click();
  await dialog(window).waitFor();
  // The safe button has the focus: Enter, pressed twice or held, sends nothing.
  await window.keyboard.press('Enter');
  await expect(dialog(window)).toBeHidden();
  expect(service.received()).toEqual([]);
  await previews.start();
  await expect(previews.notice('The service accepted the preview.')).toBeVisible();
  expectOne(service);
  service.reset();

  await window.getByRole('button', { name: 'Start Booking, evening' }).click();
  await expect(dialog(window).getByText('The service accepted the preview.')).toBeVisible();
  expectOne(service);
  await window.keyboard.press('Escape');
  service.reset();

  await window.keyboard.press('Control+1');
  await expect(dialog(window).getByText(evening.to)).toBeVisible();
  await expect(dialog(window).getByRole('button', { name: 'Send once' })).toBeFocused();
  expect(service.received()).toEqual([]);
  await window.keyboard.press('Enter');
  await window.keyboard.press('Enter');
  // The form behind still says so of the one before.
  await expect(dialog(window).getByText('The service accepted the preview.')).toBeVisible();
  expectOne(service);
});

test('the palette: Enter sends once, or asks first', async ({ foyer: { window }, service }) => {
  await prepare(window, service);
  const palette = window.getByRole('dialog', { name: 'Find and do anything' });
  const choose = async () => {
    await window.keyboard.press('Control+k');
    await palette.getByRole('combobox').fill('booking');
    await expect(palette.getByRole('option', { selected: true })).toContainText(evening.name);
    expect(service.received()).toEqual([]);
    await window.keyboard.press('Enter');
    await palette.waitFor({ state: 'detached' });
  };
  await choose();
  // A first recipient: the safe button has the focus.
  await expect(dialog(window).getByText(evening.to)).toBeVisible();
  await window.keyboard.press('Enter');
  await expect(dialog(window)).toBeHidden();
  expect(service.received()).toEqual([]);

  await sendBefore(window, service);
  await choose();
  await expect(dialog(window).getByText('The service accepted the preview.')).toBeVisible();
  await window.keyboard.press('Enter');
  expectOne(service);
});

test('shortcuts are moved by the keyboard and by dragging, deleted, and put back', async ({
  foyer: { window },
  service,
}) => {
  await prepare(window, service);
  await new Shell(window).goTo('Previews');
  const region = window.getByRole('region', { name: 'Preview shortcuts' });
  const previews = new Previews(window);
  for (const name of ['Claims', 'Flowers']) {
    await previews.fill({ botId: 'cl_other', recipient: '+1 555 0142' });
    await window.getByRole('button', { name: 'Keep as a shortcut' }).click();
    await dialog(window).getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog(window).getByRole('button', { name: 'Save shortcut' }).click();
    await expect(dialog(window)).toBeHidden();
  }
  const names = () =>
    region.getByRole('listitem').evaluateAll((all) => all.map((one) => one.ariaLabel));
  await expect.poll(names).toEqual(['Booking, evening', 'Claims', 'Flowers']);
  const handle = region.getByRole('button', { name: 'Move Flowers' });
  await handle.press('ArrowUp');
  await expect.poll(names).toEqual(['Booking, evening', 'Flowers', 'Claims']);
  await expect(handle).toBeFocused();
  await handle.press('ArrowUp');
  await expect.poll(names).toEqual(['Flowers', 'Booking, evening', 'Claims']);
  await region
    .getByRole('listitem', { name: 'Claims' })
    .dragTo(region.getByRole('listitem', { name: 'Flowers' }));
  await expect.poll(names).toEqual(['Claims', 'Flowers', 'Booking, evening']);

  await region.getByRole('button', { name: 'More for Flowers' }).click();
  await window.getByRole('menuitem', { name: 'Delete' }).click();
  await expect.poll(names).toEqual(['Claims', 'Booking, evening']);
  await window.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(names).toEqual(['Claims', 'Flowers', 'Booking, evening']);
  expect(service.received()).toEqual([]);
});

test.describe('over any app', () => {
  test.use({ ownDisplay: true });

  test('the launcher: a digit chooses, Enter sends once', async ({
    foyer: { app, window },
    service,
  }) => {
    await prepare(window, service);
    const launcher = await Launcher.prepare(app, window);
    await launcher.show();
    const { page } = launcher;
    await page.keyboard.press('1');
    await expect(launcher.option(evening.name)).toHaveAttribute('aria-selected', 'true');
    expect(service.received()).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Not now' })).toBeFocused();
    // A second Enter is the safe answer to a first recipient.
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Not now' })).toBeHidden();
    expect(service.received()).toEqual([]);

    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Start the first preview' }).click();
    await expect(page.getByText(/The service accepted the preview/u).first()).toBeVisible();
    expectOne(service);
    service.reset();

    service.setBehaviour('startChatAppPreview', { delayMs: 3_000 });
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/being sent already/u).first()).toBeVisible();
    await expect(page.getByText(/The service accepted the preview/u).first()).toBeVisible();
    // Nothing is chosen after a send, so Enter again does nothing.
    await page.keyboard.press('Enter');
    expectOne(service);

    await page.keyboard.press('Escape');
    await expect.poll(() => launcher.isVisible()).toBe(false);
    await launcher.show();
    await app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()
        .find((one) => !one.webContents.getURL().endsWith('/launcher.html'))
        ?.focus();
    });
    await expect.poll(() => launcher.isVisible()).toBe(false);
    expectOne(service);
  });

  test('the launcher says in place what came of it', async ({
    foyer: { app, window },
    service,
  }) => {
    await prepare(window, service);
    await sendBefore(window, service);
    const launcher = await Launcher.prepare(app, window);
    await launcher.show();
    const { page } = launcher;
    for (const [behaviour, says] of [
      [{}, /The service accepted the preview/u],
      [{ status: 400 }, /The service refused it \(400\)/u],
      [{ status: 401 }, /The service refused the token/u],
      [{ status: 500 }, /The service failed \(500\)/u],
      [{ cut: 'afterActing' }, /connection closed before the answer/u],
    ] as const) {
      service.setBehaviour('startChatAppPreview', behaviour);
      await page.keyboard.press('1');
      await page.keyboard.press('Enter');
      await expect(page.locator('.said').getByText(says)).toBeVisible();
      expectOne(service);
      service.reset();
    }
    await service.stop();
    const notSent: Outcome = { kind: 'notSent', reason: 'connectionRefused', detail: '' };
    const { title } = outcomeText(notSent, 'startChatAppPreview');
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await expect(page.locator('.said').getByText(title)).toBeVisible();
    expect(service.received()).toEqual([]);
  });

  test('the launcher opens nothing at the service: no connection before Enter', async ({
    foyer: { app, window },
    service,
  }) => {
    await prepare(window, service);
    await sendBefore(window, service);
    const launcher = await Launcher.prepare(app, window);
    await launcher.show();
    service.setBehaviour('startChatAppPreview', { cut: 'afterReading' });
    await launcher.page.keyboard.press('1');
    await launcher.page.keyboard.press('Enter');
    await expect(
      launcher.page.getByText(/connection closed before the answer/u).first(),
    ).toBeVisible();
    // A warmed connection would have sent it again.
    expectOne(service);
  });
});

test('keys that the system refuses are said, and the ones before stay', async ({
  foyer: { app, window },
}) => {
  await app.evaluate(({ globalShortcut }) => {
    globalShortcut.register('Control+Alt+F8', () => undefined);
  });
  await new Welcome(window).practise();
  await new Shell(window).goTo('Settings');
  const record = window.getByRole('button', { name: 'Choose keys' });
  await record.click();
  await record.press('a');
  await expect(window.getByText(/^Hold Ctrl, Alt/u)).toBeVisible();
  await record.press('Control+Alt+F8');
  await expect(window.getByRole('alert')).toContainText('doesn’t give Control+Alt+F8 to Foyer');
  await record.click();
  await record.press('Control+Alt+F7');
  await expect(window.getByRole('button', { name: 'Use none' })).toBeVisible();
  const state = await window.evaluate(() => self.foyer.invoke('launcher.state', undefined));
  expect(state).toMatchObject({ value: { keys: 'Control+Alt+F7', keysWork: true } });
});

test('a page in the launcher’s frames has no say in main', async ({ foyer: { app, window } }) => {
  const launcher = await Launcher.prepare(app, window);
  const ask = (name: string) =>
    launcher.page.evaluate((name) => self.foyer.invoke(name as never, undefined as never), name);
  expect(await ask('previews.list')).toMatchObject({ ok: true });
  // What its own page never asks for, it has no right to.
  for (const name of [
    'launcher.state',
    'library.list',
    'billing.send',
    'connections.forgetToken',
  ]) {
    expect(await ask(name), name).toMatchObject({ ok: false });
  }
  const elsewhere = await launcher.page.evaluate(async () => {
    const before = location.href;
    location.href = 'https://northwind.example/';
    const opened = self.open('https://northwind.example/');
    await new Promise((done) => requestAnimationFrame(done));
    return { stayed: location.href === before, opened: opened !== null };
  });
  expect(elsewhere).toEqual({ stayed: true, opened: false });
});

test('a link opens a filled-in confirmation, and sends nothing', async ({
  foyer: { app, window },
  service,
}) => {
  await prepare(window, service);
  await sendBefore(window, service);
  const link = (text: string) => startAgain(app, { asked: { kind: 'link', link: text } });

  await link('foyer://preview/booking%2C%20evening');
  await expect(dialog(window).getByText('A link asks for this. Nothing was sent.')).toBeVisible();
  await expect(dialog(window).getByText(evening.to)).toBeVisible();
  await expect(dialog(window).getByRole('button', { name: 'Not now' })).toBeFocused();
  await window.keyboard.press('Enter');
  await expect(dialog(window)).toBeHidden();

  await link('foyer://preview?bot=cl_booking&to=%2B44%207700%20900112&group=claims%201');
  await expect(dialog(window).getByText('cl_booking')).toBeVisible();
  // Another one waits until this one is answered: nothing changes under a finger.
  await link('foyer://preview?bot=cl_evil&to=%2B1');
  await expect(dialog(window).getByText('cl_booking')).toBeVisible();
  expect(service.received()).toEqual([]);
  await dialog(window).getByRole('button', { name: 'Send once' }).click();
  await expect(dialog(window).getByText('The service accepted the preview.')).toBeVisible();
  expectOne(service);
  await window.keyboard.press('Escape');
  await expect(dialog(window).getByText('cl_evil')).toBeVisible();
  await window.keyboard.press('Escape');

  await link('foyer://preview/nobody');
  await expect(dialog(window)).toContainText('There is no preview shortcut named nobody');
  await window.keyboard.press('Escape');
  expectOne(service);
});

test('a link starts Foyer with its confirmation, and opens a theme', async ({ home, service }) => {
  const first = await home.start();
  await prepare(first.window, service);
  const { id } = await first.window.evaluate(async () => {
    const made = await self.foyer.invoke('library.create', { name: 'Linked' });
    return (made as { value: { id: string } }).value;
  });
  // The real way of a second start: another process, the link behind `--`.
  const second = await inTerminal(home, ['--', 'foyer://preview/Booking%2C%20evening']);
  expect(second).toMatchObject({ code: 0 });
  await expect(dialog(first.window).getByText(evening.to)).toBeVisible();
  await first.window.keyboard.press('Escape');
  await inTerminal(home, [`foyer://theme/${id}`, '--profile=/nowhere']);
  await expect(first.window.getByText('Linked').first()).toBeVisible();
  expect(service.received()).toEqual([]);
});

test.describe('the tray', () => {
  // Elsewhere there always is one, and its menu can't be reached from outside.
  test.skip(process.platform !== 'linux', 'the tray is played on Linux');

  /** A desktop that says that it has a tray for as long as a file is there. */
  async function playTray(home: Home, folder: string): Promise<{ end(): Promise<void> }> {
    const sign = join(folder, 'has-a-tray');
    const script = `#!/bin/sh\nif [ -e '${sign}' ]; then echo '   boolean true'; else echo '   boolean false'; fi\n`;
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'dbus-send'), script, { mode: 0o755 });
    await writeFile(sign, '');
    home.keychain.env['PATH'] = `${folder}:${process.env['PATH'] ?? ''}`;
    return { end: () => rm(sign) };
  }

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

  test('its numbered previews send once, or ask first', async ({ home, service }, testInfo) => {
    await playTray(home, testInfo.outputPath('bin'));
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
        ...['Nothing waits to be published', 'Pause publishing', ''],
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

  test('it says what waits to be published, and pauses it', async ({ home, service }, testInfo) => {
    await playTray(home, testInfo.outputPath('bin'));
    const { app, window } = await home.start();
    await expect
      .poll(() => window.evaluate(() => self.foyer.invoke('launcher.state', undefined)))
      .toMatchObject({ value: { hasTray: true } });
    await rememberMenu(app);
    await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
    await expect.poll(() => labels(app)).toContain('Nothing waits to be published');
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
    await expect.poll(() => labels(app)).toContain('Nothing waits to be published');
    expect(service.received()).toHaveLength(1);
  });

  test('the window closes to it, and never to one that is gone', async ({ home }, testInfo) => {
    const tray = await playTray(home, testInfo.outputPath('bin'));
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
    await tray.end();
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.show());
    await close();
    await gone;
  });
});

test.describe('in the terminal', () => {
  const byName = ['preview', evening.name];
  const byParts = [
    ...['preview', '--bot', 'cl_booking', '--to', evening.to],
    ...['--group=claims 1', '--connection', 'northwind'],
  ];

  for (const isRunning of [true, false]) {
    test(`with Foyer ${isRunning ? 'running' : 'not running'}`, async ({ home, service }) => {
      test.slow();
      const first = await home.start();
      await prepare(first.window, service);
      if (!isRunning) await first.app.close();

      const named = await inTerminal(home, byName);
      expect(named, named.err).toMatchObject({ code: 0 });
      expect(named.out).toContain('The service accepted the preview. (Northwind, to');
      expectOne(service);
      service.reset();

      const parts = await inTerminal(home, [...byParts, '--json']);
      expect(parts.code).toBe(0);
      expect(JSON.parse(parts.out)).toMatchObject({
        result: 'started',
        exitCode: 0,
        connection: 'Northwind',
        outcome: { kind: 'accepted' },
      });
      expectOne(service);
      service.reset();

      for (const [behaviour, code] of [
        [{ status: 400 }, 1],
        [{ status: 500 }, 4],
        [{ cut: 'afterReading' }, 4],
      ] as const) {
        service.setBehaviour('startChatAppPreview', behaviour);
        const ended = await inTerminal(home, byName);
        expect(ended, JSON.stringify(behaviour)).toMatchObject({ code, out: '' });
        expect(ended.err).not.toBe('');
        expectOne(service);
        service.reset();
      }

      const list = await inTerminal(home, ['list']);
      expect(list.code).toBe(0);
      expect(list.out).toContain('1  Booking, evening  +44 7700 900112  Northwind');
      for (const wrong of [
        ['preview', 'nobody'],
        ['preview', '--bot', 'x'],
        ['preview', '--token', 'secret'],
        ['preview', '--bot', '..', '--to', '1'],
        ['preview', '--bot', 'x', '--to', '1', '--connection', 'nobody'],
        ['publish'],
      ]) {
        const ended = await inTerminal(home, wrong);
        expect(ended, wrong.join(' ')).toMatchObject({ code: 2, out: '' });
        expect(ended.err).not.toContain('secret');
      }
      expect(service.received()).toEqual([]);

      await service.stop();
      expect(await inTerminal(home, byName)).toMatchObject({ code: 3 });
      if (isRunning) {
        const windows = await first.app.evaluate(
          ({ BrowserWindow }) => BrowserWindow.getAllWindows().length,
        );
        expect(windows).toBe(1);
      }
    });
  }

  test('no token, and no display', async ({ home, service }) => {
    const { app, window } = await home.start();
    await prepare(window, service);
    await window.evaluate(async () => {
      const { value } = (await self.foyer.invoke('connections.list', undefined)) as {
        value: { currentId: string };
      };
      await self.foyer.invoke('connections.forgetToken', { id: value.currentId });
    });
    expect(await inTerminal(home, byName)).toMatchObject({ code: 5, out: '' });
    await app.close();
    expect(await inTerminal(home, byName)).toMatchObject({ code: 5, out: '' });
    if (process.platform === 'linux') {
      const noDisplay = { DISPLAY: undefined, WAYLAND_DISPLAY: undefined };
      expect(await inTerminal(home, byName, noDisplay)).toMatchObject({ code: 6, out: '' });
      // What needs no window needs no display.
      expect(await inTerminal(home, ['--help'], noDisplay)).toMatchObject({ code: 0 });
    }
    expect(service.received()).toEqual([]);
  });

  for (const isRunning of [true, false]) {
    test(`a profile that can’t be written, with Foyer ${isRunning ? '' : 'not '}running`, async ({
      home,
      service,
    }) => {
      const { app, window } = await home.start();
      await prepare(window, service);
      if (!isRunning) await app.close();
      const calls = join(home.profile, 'calls');
      await rm(calls, { recursive: true, force: true });
      // In the place of the folder, which root could write to whatever its rights are.
      await writeFile(calls, '');
      const ended = await inTerminal(home, byName);
      expect(ended, ended.err).toMatchObject({ code: 3, out: '' });
      expect(ended.err).toContain('Nothing was sent.');
      expect(service.received()).toEqual([]);
    });
  }

  test('a proxy that wants to be signed in to is not waited for without a window', async ({
    home,
  }) => {
    const asked: string[] = [];
    const proxy = createServer();
    proxy.on('connect', ({ url = '' }, socket) => {
      asked.push(url);
      socket.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\n' +
          'Proxy-Authenticate: Basic realm="Office"\r\nContent-Length: 0\r\n\r\n',
      );
    });
    await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
    const { port } = proxy.address() as AddressInfo;
    const throughIt = { https_proxy: `http://127.0.0.1:${String(port)}` };
    const { app, window } = await home.start(throughIt);
    await new Welcome(window).connect({
      baseAddress: 'https://northwind.invalid/api/v1',
      token: 'secret',
    });
    await app.close();
    expect(asked, 'by the window').toEqual([]);
    const command = ['preview', '--bot', 'cl_booking', '--to', '1'];
    const ended = await inTerminal(home, command, throughIt);
    expect(ended, ended.err).toMatchObject({ code: 3, out: '' });
    expect(ended.err).toContain('proxy');
    // The service, once, and nobody else: no dictionary is fetched, no update looked for.
    expect(asked).toEqual(['northwind.invalid:443']);
    proxy.closeAllConnections();
    await new Promise((closed) => proxy.close(closed));
  });

  test('a command that nobody here called is not carried out', async ({
    foyer: { app, window },
    service,
  }) => {
    await prepare(window, service);
    const asked = { kind: 'preview', json: false, name: evening.name };
    await startAgain(app, { asked });
    await startAgain(app, { asked, callId: '0'.repeat(32) });
    await startAgain(app, { asked, callId: '../../connections.json' });
    // Answered after them, in order.
    await startAgain(app, { asked: { kind: 'link', link: 'foyer://preview/nobody' } });
    await dialog(window).waitFor();
    expect(service.received()).toEqual([]);
  });
});

test('a preview that ends behind hidden windows is told in a notification', async ({
  foyer: { app, window },
  home,
  service,
}) => {
  await prepare(window, service);
  await countNotifications(app);
  expect(await inTerminal(home, ['preview', evening.name])).toMatchObject({ code: 0 });
  // The window shows it.
  expect(await notifications(app)).toBe(0);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  expect(await inTerminal(home, ['preview', evening.name])).toMatchObject({ code: 0 });
  await expect.poll(() => notifications(app)).toBe(1);
});

test('hundreds of odd second starts send nothing, open nothing, crash nothing', async ({
  foyer: { app, window },
  service,
}) => {
  await prepare(window, service);
  await sendBefore(window, service);
  const word = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.constantFrom(
      'foyer://preview/%',
      'foyer://preview?bot=',
      'foyer:',
      '--no-sandbox',
      'preview',
    ),
    fc.webUrl(),
  );
  const data = fc.sample(
    fc.oneof(
      fc.anything(),
      fc.record({ asked: fc.anything(), callId: fc.string() }),
      fc.record({ asked: fc.record({ kind: fc.constant('link'), link: word }) }),
      fc.record({
        asked: fc.record({
          kind: fc.constantFrom('preview', 'list', 'open', 'help'),
          json: fc.boolean(),
          name: fc.constantFrom(evening.name, 'x'),
        }),
        callId: fc.string(),
      }),
    ),
    { numRuns: 400, seed: 7 },
  );
  // As the system hands it over: by way of JSON.
  const texts = data.map((one) => JSON.stringify(one) ?? 'null');
  await app.evaluate(({ app }, texts) => {
    for (const text of texts) app.emit('second-instance', {}, [], '', JSON.parse(text));
  }, texts);
  // The control: one that means something, behind all of them.
  await startAgain(app, { asked: { kind: 'link', link: 'foyer://preview/nobody' } });
  await expect(dialog(window)).toContainText('named nobody');
  expect(service.received()).toEqual([]);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});
