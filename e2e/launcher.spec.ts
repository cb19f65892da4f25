/** The launcher over any app: a preview is sent once or not at all, and told in place. */
import type { Outcome } from '../src-shared/service/outcome';
import { outcomeText } from '../src-shared/service/outcome-text';
import { expect, test } from './foyer';
import { Launcher } from './pages/launcher';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';
import { evening, expectOne, prepare, sendBefore } from './preview-shortcut';

test.describe('over any app', () => {
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
    await page.getByRole('button', { name: 'Send once' }).click();
    await expect(page.getByText(/The service accepted the preview/u).first()).toBeVisible();
    expectOne(service);
    service.reset();

    const release = service.holdAnswers();
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/Already in progress/u).first()).toBeVisible();
    await expect.poll(() => service.received()).toHaveLength(1);
    release();
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

  test('the launcher has a line for the name and one for the recipient', async ({
    foyer: { app, window },
    service,
  }) => {
    await prepare(window, service);
    const launcher = await Launcher.prepare(app, window);
    await launcher.show();
    const row = launcher.option(evening.name);
    await expect(row).toContainText(evening.to);
    const linesOf = (text: string) =>
      row.getByText(text).evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      });
    expect(await linesOf(evening.name)).toBe(1);
    expect(await linesOf(evening.to)).toBe(1);
    await expect(launcher.page.getByText('Northwind')).toHaveCount(1);
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
      await expect(page.locator('.message').getByText(says)).toBeVisible();
      expectOne(service);
      service.reset();
    }
    await service.stop();
    const notSent: Outcome = { kind: 'notSent', reason: 'connectionRefused', detail: '' };
    const { title } = outcomeText(notSent, 'startChatAppPreview');
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await expect(page.locator('.message').getByText(title)).toBeVisible();
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
  await expect(window.getByText(/^Include Ctrl, Alt/u)).toBeVisible();
  await record.press('Control+Alt+F8');
  await expect(window.getByRole('alert')).toContainText('Control+Alt+F8 isn’t available to Foyer');
  await record.click();
  await record.press('Control+Alt+F7');
  await expect(window.getByRole('button', { name: 'Remove' })).toBeVisible();
  const state = await window.evaluate(() => self.foyer.invoke('launcher.state', undefined));
  expect(state).toMatchObject({ value: { keys: 'Control+Alt+F7', keysWork: true } });
});

test('keys that a Wayland desktop refuses are bound in its own settings instead', async ({
  home,
}) => {
  const { app, window } = await home.start({ XDG_SESSION_TYPE: 'wayland' });
  await app.evaluate(({ globalShortcut }) => {
    globalShortcut.register('Control+Alt+F8', () => undefined);
  });
  await new Welcome(window).practise();
  await new Shell(window).goTo('Settings');
  // The screen gives its heading the focus as it comes, which would end the recording.
  await expect(window.getByRole('heading', { name: 'Settings', level: 1 })).toBeFocused();
  const record = window.getByRole('button', { name: 'Choose keys' });
  await record.click();
  await expect(record).toHaveAttribute('aria-pressed', 'true');
  await record.press('Control+Alt+F8');
  await expect(window.getByRole('alert')).toContainText('the command foyer opens Foyer');
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
