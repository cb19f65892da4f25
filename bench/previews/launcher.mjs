// From the global shortcut to a focused field, Foyer running: the keys are pressed by xdotool, whose
// own start is in the figure. The control is a bare Electron window, hidden, with the same keys.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron } from '@playwright/test';
import { sandboxSwitches } from '../../tools/electron-runtime.mjs';
import { median, tell } from '../statistics.mjs';
import { now, startFoyer, startService } from './service.mjs';

const runs = 30;
/** Milliseconds after which the keys count as lost. */
const longest = 10_000;

/**
 * Has main note when the system gives the window its focus; in the page the field has it all along.
 * Not the page itself: under Playwright it believes that it is in focus always.
 */
function watchFocus(app, ending) {
  return app.evaluate(({ BrowserWindow }, ending) => {
    const window = BrowserWindow.getAllWindows().find((one) =>
      one.webContents.getURL().endsWith(ending),
    );
    window.on('focus', () => (globalThis.focusedAt = Date.now()));
  }, ending);
}

async function press(app, page, keys, hide) {
  await app.evaluate(() => (globalThis.focusedAt = 0));
  const began = now();
  spawn('xdotool', ['key', keys]);
  let at = 0;
  const until = began + longest;
  while (at === 0 && now() < until) at = await app.evaluate(() => globalThis.focusedAt);
  if (at === 0) throw new Error(`${keys} brought no window into focus.`);
  const field = await page.evaluate(() => globalThis.document.activeElement?.localName);
  if (field !== 'input') throw new Error(`The focus is in ${field}.`);
  await hide();
  return at - began;
}

async function startBare(folder) {
  const place = join(folder, 'bare');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), '{ "name": "bare", "main": "main.js" }\n');
  writeFileSync(join(place, 'index.html'), '<!doctype html><title>Bare</title><input autofocus>\n');
  writeFileSync(
    join(place, 'main.js'),
    `const { app, BrowserWindow, globalShortcut } = require('electron');
app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 516, height: 300, show: false, frame: false });
  window.loadFile('index.html');
  globalShortcut.register('Control+Shift+F10', () => { window.show(); window.focus(); });
});
`,
  );
  const app = await _electron.launch({
    args: [...sandboxSwitches(), place, `--user-data-dir=${join(folder, 'bare-profile')}`],
  });
  const page = await app.firstWindow();
  await page.locator('input').focus();
  const hide = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0].hide());
  return { app, page, hide };
}

export async function launcher() {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'));
  const service = await startService();
  const { app, window } = await startFoyer(folder, service);
  const bare = await startBare(folder);
  try {
    const isLauncher = (page) => page.url().endsWith('/launcher.html');
    await window.evaluate(() =>
      globalThis.foyer.invoke('launcher.setKeys', { keys: 'Control+Shift+F9' }),
    );
    const page =
      app.windows().find(isLauncher) ??
      (await app.waitForEvent('window', { predicate: isLauncher }));
    await page.getByRole('option').first().waitFor();
    await watchFocus(app, '/launcher.html');
    await watchFocus(bare.app, '/index.html');
    const isVisible = () =>
      app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()
          .find((one) => one.webContents.getURL().endsWith('/launcher.html'))
          .isVisible(),
      );
    const leave = async () => {
      await page.keyboard.press('Escape');
      while (await isVisible());
    };
    const own = () => press(app, page, 'ctrl+shift+F9', leave);
    const control = () => press(bare.app, bare.page, 'ctrl+shift+F10', bare.hide);
    await control();
    await own();
    const samples = [];
    for (let run = 0; run < runs; run += 1) {
      const first = run % 2 === 0 ? await control() : undefined;
      const took = await own();
      samples.push({ own: took, control: first ?? (await control()) });
    }
    console.log(
      `  bare window ${median(samples.map(({ control: one }) => one)).toFixed(0)} ms (median), ` +
        'the start of xdotool included in both',
    );
    return tell({
      name: 'launcher',
      values: samples.map(({ own: took }) => took),
      unit: ' ms',
      goal: { p95: 50 },
      samples,
    });
  } finally {
    await app.close();
    await bare.app.close();
    await service.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
