/** Proof: after a rename that moves a card far away, the keyboard is where nobody sees it, or seems to be on another. */
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { expect, test, type Home } from './foyer';
import { Library } from './pages/library';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';
import { choose, done, report } from './transfers';
import { resize } from './window-state';

const newName = 'Client 34 b';
const clients = Array.from({ length: 30 }, (_, index) => `Client ${String(index + 10)}`);

/** Thirty clients' themes, in the order of their names, in a library that has just been entered. */
async function thirtyThemes(home: Home, app: ElectronApplication, window: Page): Promise<Library> {
  const theme = { general: { font: { type: 'Google', family: 'Karla' } }, chat: {} };
  const files = clients.map((name) => join(dirname(home.profile), `${name}.json`));
  for (const [index, file] of files.entries()) {
    const bot = { version: '6.1', name: clients[index], groups: [], edges: [], theme };
    await writeFile(file, JSON.stringify(bot));
  }
  await choose(app, files);
  await window.getByRole('main').press('Control+o');
  await expect(report(window, '30 themes imported')).toBeVisible();
  await done(window);
  await window.getByRole('button', { name: /^Sort: /u }).click();
  await window.getByRole('menuitemcheckbox', { name: 'Name' }).click();
  await resize(app, window, 960, 640);
  await new Shell(window).goTo('Previews');
  await new Shell(window).goTo('Library');
  const library = new Library(window);
  await library.card('Client 10').waitFor();
  return library;
}

/** Renames the second theme from the keyboard, so that it comes near the end. */
async function renameSecond(window: Page, library: Library): Promise<void> {
  await library.card('Client 10').press('ArrowRight');
  await expect(library.card('Client 11')).toBeFocused();
  await window.keyboard.press('F2');
  const field = window.getByRole('textbox', { name: 'New name for Client 11' });
  await expect(field).toBeFocused();
  await field.fill(newName);
  await field.press('Enter');
  await window.getByText('Renamed to Client 34 b').first().waitFor();
}

test('the card with the keyboard is that on which the keys act', async ({ home, service }) => {
  const { app, window } = await home.start();
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  const library = await thirtyThemes(home, app, window);
  await renameSecond(window, library);
  await window.waitForTimeout(1_000);
  const shown = (await window.locator(':focus').getAttribute('aria-label'))?.split(',')[0];
  await window.keyboard.press('Delete');
  await expect(window.getByText(/ deleted$/u).first()).toHaveText(`${shown ?? ''} deleted`);
});

test('the card with the keyboard is that which is published', async ({ home, service }) => {
  const { app, window } = await home.start();
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  const library = await thirtyThemes(home, app, window);
  await renameSecond(window, library);
  await window.waitForTimeout(1_000);
  const shown = (await window.locator(':focus').getAttribute('aria-label'))?.split(',')[0];
  await window.keyboard.press('Control+Shift+p');
  await expect.poll(() => service.state().templates.length).toBe(1);
  expect(service.state().templates[0]?.name).toBe(shown);
});

test('the card that has the keyboard after a rename is in sight', async ({ home, service }) => {
  const { app, window } = await home.start();
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  const library = await thirtyThemes(home, app, window);
  // Its end has been seen before: the keyboard follows there, and the list doesn't.
  await library.card('Client 10').press('Control+End');
  await expect(library.card('Client 39')).toBeFocused();
  await library.card('Client 39').press('Control+Home');
  await expect(library.card('Client 10')).toBeFocused();
  await renameSecond(window, library);
  await window.waitForTimeout(1_000);
  await expect(window.locator(':focus')).toHaveAccessibleName(/^Client 34 b/u);
  await expect(window.locator(':focus')).toBeInViewport();
});
