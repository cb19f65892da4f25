/**
 * What a page tries that somebody has broken into: one way for each item of Electron's security
 * checklist that a page can try. And a careless app, which has everything that the checklist warns of.
 */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Runs in a page: tries everything but to leave it. Tells what got through, by its name. */
export async function tryEverything(target: string): Promise<{ tried: string[]; got: string[] }> {
  const tried: string[] = [];
  const got: string[] = [];
  const page = globalThis as unknown as Record<string, unknown>;
  const attack = async (name: string, way: () => unknown): Promise<void> => {
    tried.push(name);
    try {
      const limit = new Promise((done) => setTimeout(done, 3_000, false));
      if ((await Promise.race([way(), limit])) === true) got.push(name);
    } catch {
      // Refused, which is what is hoped for.
    }
  };
  const isThere = (...names: string[]) => names.some((name) => page[name] !== undefined);

  await attack('2 Node in the page', () => isThere('require', 'process', 'Buffer', 'module'));
  await attack('3 the preload script’s own world', async () => {
    // What the page replaces is what a preload script without a world of its own would use.
    const { stringify } = JSON;
    let isUsed = false;
    JSON.stringify = ((...given: Parameters<typeof stringify>) => {
      isUsed = true;
      return stringify(...given);
    }) as typeof stringify;
    try {
      const bridge = page['foyer'] as { invoke(name: string): Promise<unknown> };
      await bridge.invoke('app.state');
    } finally {
      JSON.stringify = stringify;
    }
    return isUsed;
  });
  await attack('5 notifications', async () => {
    return (await Notification.requestPermission()) === 'granted';
  });
  await attack('5 the clipboard', async () => {
    return (
      (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })).state ===
      'granted'
    );
  });
  await attack('6 a file, by its address', async () => (await fetch('file:///etc/passwd')).ok);
  await attack('1 a page of the network', async () => (await fetch(`${target}/fetched`)).ok);
  await attack('8 a picture of the network', () => {
    const picture = document.createElement('img');
    picture.src = `${target}/picture`;
    document.body.append(picture);
    // The server has no picture: to be asked is to have got through.
    return false;
  });
  const ran = (): boolean => page['hasRun'] === true;
  await attack('7 a script in the page', () => {
    const script = document.createElement('script');
    script.textContent = 'globalThis.hasRun = true';
    document.body.append(script);
    script.remove();
    return ran();
  });
  await attack('7 a handler in the page', () => {
    const box = document.createElement('div');
    document.body.append(box);
    page['hasRun'] = false;
    box.innerHTML = '<button onclick="globalThis.hasRun = true">x</button>';
    box.querySelector('button')?.click();
    box.remove();
    return ran();
  });
  await attack('11, 12 a webview', () => {
    const view = document.createElement('webview');
    document.body.append(view);
    const isOne = 'loadURL' in view;
    view.remove();
    return isOne;
  });
  await attack('17 the bridge in a frame', async () => {
    const frame = document.createElement('iframe');
    frame.src = 'chat.html';
    const loaded = new Promise((done) => frame.addEventListener('load', done, { once: true }));
    document.body.append(frame);
    await loaded;
    const inside = frame.contentWindow as unknown as Record<string, unknown> | null;
    const has = inside?.['foyer'] !== undefined || inside?.['require'] !== undefined;
    frame.remove();
    return has;
  });
  await attack('14 a window for the network', () => globalThis.open(`${target}/opened`) !== null);
  await attack('18 a window for a file', () => globalThis.open('file:///etc/passwd') !== null);
  await attack('20 Electron’s own functions', () => {
    const bridge = page['foyer'] as object;
    const isMore = Object.keys(bridge).sort().join() !== 'invoke,subscribe';
    return isMore || isThere('ipcRenderer', 'electron');
  });
  return { tried, got };
}

/** Makes an app with everything that the checklist warns of; gives its program and its folder. */
export function makeCarelessApp(
  folder: string,
  runtime: { readonly dist: string },
): { program: string; app: string } {
  const app = join(folder, 'app');
  mkdirSync(app, { recursive: true });
  cpSync(runtime.dist, join(folder, 'electron'), { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(app, name), text);
  write('package.json', '{ "name": "careless", "main": "main.js" }');
  write('index.html', '<!doctype html><title>Careless</title><h1>Careless</h1>');
  write('chat.html', '<!doctype html><title>Chat</title><p>Chat</p>');
  write(
    'preload.js',
    `const { ipcRenderer } = require('electron');
window.foyer = { ipcRenderer, invoke: (name) => ipcRenderer.invoke('call', JSON.stringify({ name })) };
`,
  );
  write(
    'main.js',
    `const { app, BrowserWindow, ipcMain } = require('electron');
const { join } = require('node:path');
app.whenReady().then(() => {
  ipcMain.handle('call', () => 'answered');
  const webPreferences = {
    nodeIntegration: true, nodeIntegrationInSubFrames: true, contextIsolation: false, sandbox: false,
    webSecurity: false, webviewTag: true, preload: join(__dirname, 'preload.js'),
  };
  new BrowserWindow({ webPreferences }).loadFile('index.html');
});
`,
  );
  return { program: join(folder, 'electron', 'electron'), app };
}
