/** Files that a desktop or the command line opens with Foyer. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ElectronApplication } from '@playwright/test';
import { findElectron, sandboxSwitches } from '../tools/electron-runtime.mjs';
import { newTheme } from '../src-shared/theme/theme';
import { expect, test, type Home } from './foyer';
import { Library } from './pages/library';
import { inTerminal } from './terminal';
import { choose, done, emptyLibrary, onDisk, report } from './transfers';

const theme = (name: string) => JSON.stringify({ name, tags: [], theme: newTheme() });

/** A folder of the caller's, with a name that needs care. */
async function callersFolder(home: Home): Promise<string> {
  const folder = join(dirname(home.profile), 'Übung 日本 100%');
  await mkdir(folder, { recursive: true });
  return folder;
}

async function file(folder: string, name: string, text = theme(name)): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

const names = async (home: Home) => (await onDisk(home)).map(({ name }) => name);

/** As macOS hands a file over. */
const openFile = (app: ElectronApplication, path: string) =>
  app.evaluate(({ app }, path) => {
    app.emit('open-file', { preventDefault: () => undefined }, path);
  }, path);

test('a file as the first word starts Foyer and is imported, with a report and its undo', async ({
  home,
}) => {
  const folder = await callersFolder(home);
  const path = await file(folder, 'Harbour.foyer', theme('Harbour'));
  const { window } = await home.start({}, [], [path]);
  await expect(report(window, '1 theme imported')).toBeVisible();
  expect(await names(home)).toEqual(['Harbour']);
  await window.getByRole('button', { name: 'Undo the import' }).click();
  await expect.poll(() => names(home)).toEqual([]);
});

/** Hands `path` over as a second start does and has Foyer quit, which waits for nothing else. */
const openAndQuit = (app: ElectronApplication, path: string) =>
  app.evaluate(async ({ app }, path) => {
    const asked = { kind: 'files', files: [path], link: null };
    app.emit('second-instance', {}, [], '', JSON.stringify({ asked }));
    await new Promise((done) => setImmediate(done));
    app.quit();
  }, path);

test('a file that is opened right before Foyer quits is imported', async ({ home }) => {
  const { app, window } = await home.start();
  await emptyLibrary(window);
  const path = await file(await callersFolder(home), 'Harbour.foyer', theme('Harbour'));
  const gone = new Promise<void>((done) => app.process().once('exit', () => done()));
  // It may end before it has answered.
  await openAndQuit(app, path).catch(() => undefined);
  await gone;
  expect(await names(home)).toContain('Harbour');
});

test('a file that is opened right before Foyer quits, while it starts, is imported', async ({
  home,
}) => {
  const { app: first, window } = await home.start();
  await emptyLibrary(window);
  await first.close();
  const path = await file(await callersFolder(home), 'Harbour.foyer', theme('Harbour'));
  const app = await home.startWithoutWindow([]);
  await expect
    .poll(() => app.evaluate(({ app }) => app.listenerCount('second-instance')), { intervals: [5] })
    .toBe(1);
  await openAndQuit(app, path).catch(() => undefined);
  await expect.poll(() => names(home)).toContain('Harbour');
});

test('a second start hands its files over, as its own folder names them', async ({ home }) => {
  const { window } = await home.start();
  await emptyLibrary(window);
  const folder = await callersFolder(home);
  await file(folder, 'a.foyer', theme('Relative'));
  const address = pathToFileURL(await file(folder, 'b c.json', theme('Address'))).href;
  const plain = await file(folder, 'plain', theme('Plain'));

  const ended = await inTerminal(
    home,
    ['a.foyer', address, '../Übung 日本 100%/plain'],
    {},
    folder,
  );
  expect(ended).toMatchObject({ code: 0 });
  await expect(report(window, '3 themes imported')).toBeVisible();
  expect((await names(home)).sort()).toEqual(['Address', 'Plain', 'Relative']);
  await done(window);

  // As a desktop file does it.
  await inTerminal(home, ['--', plain], {}, '/');
  await expect(report(window, '1 theme imported')).toBeVisible();
});

test('a word that is no file and no command gets its sentence, as before', async ({ home }) => {
  const folder = await callersFolder(home);
  const ended = await inTerminal(home, ['publich'], {}, folder);
  expect(ended.code).toBe(2);
  expect(ended.err).toContain('There is no command publich.');
});

test('what is no file that can be read is said in a sentence, and nothing else happens', async ({
  home,
}) => {
  const { window } = await home.start();
  await emptyLibrary(window);
  const folder = await callersFolder(home);
  const pipe = join(folder, 'pipe.foyer');
  if (process.platform !== 'win32') execFileSync('mkfifo', [pipe]);
  await inTerminal(
    home,
    ['gone.foyer', '.', ...(process.platform === 'win32' ? [] : [pipe])],
    {},
    folder,
  );
  const shown = report(window, 'Nothing was imported');
  await expect(shown).toContainText('gone.foyer');
  await expect(shown).toContainText('It isn’t there.');
  await expect(shown).toContainText('It’s a folder or a device, not a file.');
  if (process.platform !== 'win32') await expect(shown).toContainText('pipe.foyer');
  expect(await names(home)).toEqual([]);
});

test('a backup that is opened asks before it does anything', async ({ home }) => {
  const { app, window } = await home.start();
  await emptyLibrary(window);
  const folder = await callersFolder(home);
  await openFile(app, await file(folder, 'one.foyer', theme('One')));
  await expect(report(window, '1 theme imported')).toBeVisible();
  await done(window);
  const backup = join(folder, 'all.foyer');
  await choose(app, [backup]);
  await window.evaluate(() => self.foyer.invoke('transfer.backup', undefined));
  await new Library(window).card('One').focus();
  await window.keyboard.press('Delete');
  await expect.poll(() => names(home)).toEqual([]);

  await openFile(app, backup);
  const ask = window.getByRole('dialog', { name: 'Restore the backup all.foyer?' });
  await ask.getByRole('button', { name: 'Not now' }).click();
  await expect(ask).toBeHidden();
  await openFile(app, backup);
  await expect(ask).toBeVisible();
  expect(await names(home)).toEqual([]);
  await ask.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(report(window, 'Backup restored')).toContainText('One');
  await expect.poll(() => names(home)).toEqual(['One']);
});

test('files that come while a report is read are imported at once, and told of after it', async ({
  home,
}) => {
  const { app, window } = await home.start();
  await emptyLibrary(window);
  const folder = await callersFolder(home);
  await openFile(app, await file(folder, 'first.foyer', theme('First')));
  await expect(report(window, '1 theme imported')).toContainText('First');
  await openFile(app, await file(folder, 'second.foyer', theme('Second')));
  await openFile(app, await file(folder, 'third.foyer', theme('Third')));
  await openFile(app, join(folder, 'gone.foyer'));
  await expect.poll(() => names(home)).toEqual(['First', 'Second', 'Third']);
  await expect(report(window, '1 theme imported')).toContainText('First');
  await done(window);
  const next = report(window, '2 themes imported');
  await expect(next).toContainText('Third');
  await expect(next).toContainText('gone.foyer');
  await expect(next).not.toContainText('First');
});

test('files that are opened while a dialog asks something wait for its answer', async ({
  home,
}) => {
  const { app, window } = await home.start();
  await emptyLibrary(window);
  const folder = await callersFolder(home);
  await window.keyboard.press('?');
  const dialog = window.getByRole('dialog', { name: 'Shortcuts' });
  await expect(dialog).toBeVisible();
  await openFile(app, await file(folder, 'late.foyer', theme('Late')));
  // The control: main has handed it over, and the window has heard of it.
  await window.evaluate(() => self.foyer.invoke('transfer.lastBackup', undefined));
  await expect(dialog).toBeVisible();
  expect(await names(home)).toEqual([]);
  await window.keyboard.press('Escape');
  await expect(report(window, '1 theme imported')).toContainText('Late');
});

test('a file brings back the window that was closed to the tray', async ({ home }) => {
  const { app, window } = await home.start();
  await emptyLibrary(window);
  const isVisible = () =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  expect(await isVisible()).toBe(false);
  const folder = await callersFolder(home);
  await inTerminal(home, [await file(folder, 'shown.foyer', theme('Shown'))]);
  await expect(report(window, '1 theme imported')).toContainText('Shown');
  expect(await isVisible()).toBe(true);
});

test('many files at once are imported together', async ({ home }) => {
  const { window } = await home.start();
  await emptyLibrary(window);
  const folder = await callersFolder(home);
  const many = Array.from({ length: 80 }, (_, index) => `Theme ${String(index)}`);
  const paths = await Promise.all(many.map((name) => file(folder, `${name}.foyer`, theme(name))));
  expect(await inTerminal(home, ['--', ...paths])).toMatchObject({ code: 0 });
  await expect(report(window, '80 themes imported')).toBeVisible();
});

test('too many files at once are refused in a sentence, and do not end the Foyer that runs', async ({
  home,
}) => {
  const { window } = await home.start();
  await emptyLibrary(window);
  const many = Array.from(
    { length: 900 },
    (_, index) => `/a/folder/A theme ${String(index)}.foyer`,
  );
  const { path } = await findElectron();
  const root = resolve(import.meta.dirname, '..');
  const second = spawn(path, [...sandboxSwitches(), root, `--profile=${home.profile}`, ...many], {
    env: { ...process.env, ...home.keychain.env },
  });
  let said = '';
  second.stderr.on('data', (chunk) => (said += String(chunk)));
  await expect.poll(() => said).toContain('Too many files to open at once. Nothing was imported.');
  // Its dialog waits for somebody.
  second.kill('SIGKILL');
  await once(second, 'close');
  await inTerminal(home, [await file(await callersFolder(home), 'a.foyer', theme('Alive'))]);
  await expect(report(window, '1 theme imported')).toContainText('Alive');
});

test('a preview is named in any letters, from a folder of any name', async ({ home }) => {
  const { window } = await home.start();
  await emptyLibrary(window);
  const folder = await callersFolder(home);
  const ended = await inTerminal(home, ['preview', '日本 🎉'], {}, folder);
  expect(ended).toMatchObject({ code: 2 });
  expect(ended.err).toContain('There is no preview shortcut named 日本 🎉.');
});
