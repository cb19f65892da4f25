/** Themes out and in again, by every way there is; backup and restore. Only the dialogs are stood in for. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { newTheme, type ThemeDocument } from '../src-shared/theme/theme';
import { everythingIn, expect, test, type Home } from './foyer';
import { Library } from './pages/library';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';

/** What the person chooses in the system's dialogs from now on. */
async function choose(app: ElectronApplication, paths: string[]): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: chosen });
    dialog.showSaveDialog = (async () => ({
      canceled: false,
      filePath: chosen[0],
    })) as typeof dialog.showSaveDialog;
  }, paths);
}

async function onDisk({ library }: Home): Promise<ThemeDocument[]> {
  const names = (await readdir(library)).filter((name) => name.endsWith('.json'));
  const texts = await Promise.all(names.map((name) => readFile(join(library, name), 'utf8')));
  return texts
    .map((text) => JSON.parse(text) as ThemeDocument)
    .sort((one, other) => one.id.localeCompare(other.id));
}

const report = (window: Page, name: string | RegExp) => window.getByRole('dialog', { name });
const done = (window: Page) => window.getByRole('button', { name: 'Done' }).click();

async function emptyLibrary(window: Page): Promise<void> {
  await window.getByRole('button', { name: 'Look around first' }).click();
  await window.getByText('Your library is empty').waitFor();
}

const bot = {
  version: '6.1',
  name: 'Lead generation',
  groups: [],
  edges: [],
  theme: {
    general: { font: { type: 'Google', family: 'Karla' }, progressBar: { isEnabled: true } },
    chat: { ...newTheme().chat, roundness: 'large', container: { maxWidth: '700px' } },
  },
};

test('a library that is exported and imported again is the same', async ({ home }) => {
  const { app, window } = await home.start();
  await new Welcome(window).practise();
  const before = await onDisk(home);
  const file = join(dirname(home.profile), 'all.json');
  await choose(app, [file]);

  await window.getByRole('button', { name: 'Import and export' }).click();
  await window.getByRole('menuitem', { name: 'Export all themes…' }).click();
  await expect(
    window.getByText(`${before.length} themes exported to all.json`).first(),
  ).toBeVisible();

  await window.getByRole('main').press('Control+o');
  await expect(report(window, `${before.length} themes imported`)).toBeVisible();
  await done(window);
  await expect(new Library(window).card('Harbour 2')).toBeVisible();

  const contentOf = ({ name, tags, theme }: ThemeDocument) => ({ name, tags, theme });
  const ids = new Set(before.map(({ id }) => id));
  const copies = (await onDisk(home)).filter(({ id }) => !ids.has(id)).map(contentOf);
  const expected = before.map(contentOf).map((each) => ({ ...each, name: `${each.name} 2` }));
  const byName = (one: { name: string }, other: { name: string }) =>
    one.name.localeCompare(other.name);
  expect(copies.sort(byName)).toEqual(expected.sort(byName));
});

test('one theme is exported from its card, and nothing of a workspace with it', async ({
  home,
}) => {
  const { app, window } = await home.start();
  await new Welcome(window).practise();
  const file = join(dirname(home.profile), 'one.json');
  await choose(app, [file]);
  await new Library(window).act('Harbour', 'Export…');
  await expect(window.getByText('1 theme exported to one.json').first()).toBeVisible();
  const [harbour] = (await onDisk(home)).filter(({ name }) => name === 'Harbour');
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    foyer: 'themes',
    format: 1,
    themes: [{ name: 'Harbour', tags: harbour?.tags, theme: harbour?.theme }],
  });
  expect(await readFile(file, 'utf8')).not.toContain('practice');
});

test('a bot file is pasted, what it had more is named, and it can be undone', async ({ home }) => {
  const { app, window } = await home.start();
  await emptyLibrary(window);
  await app.evaluate(({ clipboard }, text) => clipboard.writeText(text), JSON.stringify(bot));
  await window.keyboard.press('Control+v');
  const dialog = report(window, '1 theme imported');
  await expect(dialog).toContainText('Lead generation');
  await expect(dialog).toContainText('Only the look of the bot was imported.');
  await expect(dialog).toContainText('general.progressBar, chat.container.maxWidth');
  await expect(dialog).toContainText('general.background');
  const [document] = await onDisk(home);
  expect(document?.theme).toMatchObject({ general: { font: 'Karla' }, roundness: 'large' });
  expect(document?.theme.chat).not.toHaveProperty('container');

  await dialog.getByRole('button', { name: 'Undo the import' }).click();
  await expect(window.getByText('Your library is empty')).toBeVisible();
  await expect.poll(() => onDisk(home)).toEqual([]);
});

test('files are dropped on the library; nonsense names what is wrong and imports nothing', async ({
  home,
}) => {
  const { window } = await home.start();
  await emptyLibrary(window);
  const files = await window.evaluateHandle(
    ([good, bad]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([good], 'bot.json', { type: 'application/json' }));
      transfer.items.add(new File([bad], 'broken.json'));
      return transfer;
    },
    [JSON.stringify(bot), '{\n  "general": nothing\n}'] as const,
  );
  const target = window.getByRole('main');
  await target.dispatchEvent('dragenter', { dataTransfer: files });
  await expect(window.getByText('Drop to import')).toBeVisible();
  await target.dispatchEvent('dragover', { dataTransfer: files });
  await target.dispatchEvent('drop', { dataTransfer: files });
  const dialog = report(window, '1 theme imported');
  await expect(dialog).toContainText('1 file was not imported');
  await expect(dialog).toContainText('It is not JSON: the first mistake is at line 2, column 14.');
  await expect(window.getByText('Drop to import')).toBeHidden();
  await done(window);
  expect(await onDisk(home)).toHaveLength(1);
});

test('a file of nonsense imports nothing and says the first thing that is wrong', async ({
  home,
}) => {
  const { app, window } = await home.start();
  await emptyLibrary(window);
  const file = join(dirname(home.profile), 'odd.json');
  const wrong = { ...newTheme(), chat: { ...newTheme().chat, buttons: { color: 5 } } };
  await writeFile(file, JSON.stringify({ name: 'Odd', theme: wrong }));
  await choose(app, [file]);
  // The way of the empty library.
  await window.getByRole('button', { name: 'Import themes…' }).click();
  const dialog = report(window, 'Nothing was imported');
  await expect(dialog).toContainText('theme.chat.buttons.color should be a text in quotes.');
  await done(window);
  expect(await onDisk(home)).toEqual([]);
});

test('a backup holds everything but the token, and brings a wiped library back', async ({
  home,
  service,
}) => {
  const { app, window } = await home.start();
  await new Welcome(window).connect({
    baseAddress: service.baseAddress,
    token: service.token,
  });
  const library = new Library(window);
  const studio = await library.newTheme();
  await studio.typeColour('Buttons', 'background', '#123456');
  await expect.poll(async () => JSON.stringify(await onDisk(home))).toContain('#123456');
  await window.getByRole('button', { name: 'Library', exact: true }).first().click();
  await new Shell(window).goTo('Settings');
  const before = await onDisk(home);

  const file = join(dirname(home.profile), 'backup.json');
  await choose(app, [file]);
  await expect(window.getByText('No backup was made on this computer yet.')).toBeVisible();
  await window.getByRole('button', { name: 'Save a backup…' }).click();
  await expect(window.getByText(/^Last backup: /u)).toBeVisible();
  const backup = await readFile(file, 'utf8');
  expect(backup).toContain('Northwind');
  expect(backup).not.toContain(service.token);

  await new Shell(window).goTo('Library');
  await library.card('Untitled theme').press('Delete');
  await expect.poll(() => onDisk(home)).toEqual([]);
  await new Shell(window).goTo('Settings');
  await window.getByRole('button', { name: 'Restore a backup…' }).click();
  await window.getByRole('button', { name: 'Choose the file…' }).click();
  await expect(report(window, 'Backup restored')).toContainText(/Themes added\s*1/u);
  await done(window);
  expect(await onDisk(home)).toEqual(before);
  expect(await everythingIn(home.library)).not.toContain(service.token);

  await writeFile(file, backup.replace('"#123456"', '5'));
  await window.getByRole('button', { name: 'Restore a backup…' }).click();
  await window.getByRole('button', { name: 'Choose the file…' }).click();
  await expect(window.getByRole('alert')).toContainText(
    'themes.0.theme.chat.buttons.backgroundColor should be a text in quotes.',
  );
  expect(await onDisk(home)).toEqual(before);
});

test('killed in the middle of an import, it opens with what was imported', async ({ home }) => {
  const { app, window } = await home.start();
  await emptyLibrary(window);
  const file = join(dirname(home.profile), 'many.json');
  const themes = Array.from({ length: 3_000 }, (_, at) => ({
    name: `Theme ${String(at)}`,
    theme: newTheme(),
  }));
  await writeFile(file, JSON.stringify({ foyer: 'themes', format: 1, themes }));
  await choose(app, [file]);
  await window.getByRole('button', { name: 'Import themes…' }).click();
  await expect(window.getByRole('dialog', { name: /^Importing \d+ of 3000$/u })).toBeVisible();
  await home.kill();

  // No file is cut: each can be read.
  const imported = await onDisk(home);
  expect(imported.length).toBeGreaterThan(0);
  expect(imported.length).toBeLessThan(3_000);
  const again = await home.start();
  await again.window.getByRole('button', { name: 'Look around first' }).click();
  await again.window.getByRole('gridcell').first().waitFor();
  await expect(again.window.getByText(/can’t be read/u)).toBeHidden();
  const { count } = await again.window.evaluate(async () => {
    const answer = await self.foyer.invoke('library.list', undefined);
    return { count: answer.ok ? (answer.value as { themes: unknown[] }).themes.length : -1 };
  });
  expect(count).toBe(imported.length);
});
