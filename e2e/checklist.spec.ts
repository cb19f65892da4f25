/**
 * The items of Electron's security checklist that are settings of windows: read from the windows that
 * are open, and not from the code that was meant to make them so.
 * https://www.electronjs.org/docs/latest/tutorial/security
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from './foyer';
import { Launcher } from './pages/launcher';
import { prepare } from './preview-shortcut';

/** What Electron says of a window's page; its documentation leaves the function out. */
interface Preferences {
  readonly [name: string]: unknown;
}

test('every window is sandboxed, isolated, without Node, and with nothing of Chromium’s switched off', async ({
  foyer: { app, window },
  service,
}) => {
  await prepare(window, service);
  await Launcher.prepare(app, window);
  const all = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map(({ webContents }) => {
      const read = webContents as unknown as { getLastWebPreferences(): Preferences };
      return read.getLastWebPreferences();
    }),
  );
  expect(all).toHaveLength(2);
  for (const preferences of all) {
    expect(preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
    });
    // Absent: nobody has switched them on.
    expect(preferences['nodeIntegrationInWorker'] ?? false).toBe(false);
    expect(preferences['enableBlinkFeatures'] ?? '').toBe('');
  }
});

test('a webview is no more than an element without a meaning', async ({ foyer: { window } }) => {
  const made = await window.evaluate(async () => {
    const element = document.createElement('webview');
    element.setAttribute('src', 'https://example.com/');
    document.body.append(element);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const { length } = self;
    const hasMethods = 'loadURL' in element;
    element.remove();
    return { hasMethods, frames: length };
  });
  expect(made).toEqual({ hasMethods: false, frames: 0 });
});

test('one function opens addresses outside, and two make windows', () => {
  const root = resolve(import.meta.dirname, '../src-main');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => ({
      file: file.replaceAll('\\', '/'),
      text: readFileSync(join(root, file), 'utf8'),
    }));
  const having = (words: RegExp) =>
    sources.filter(({ text }) => words.test(text)).map(({ file }) => file);
  expect(having(/shell\s*\.\s*openExternal|openExternal\s*\}\s*=\s*shell/u)).toEqual([
    'app/windows/open-in-browser.ts',
  ]);
  expect(having(/new BrowserWindow\b|new BrowserView\b|new WebContentsView\b/u).sort()).toEqual([
    'app/launcher/launcher-window.ts',
    'app/windows/main-window.ts',
  ]);
});
