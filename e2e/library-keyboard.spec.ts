/** The keys of the library and the bin act on what the ring is on, and hold wherever the focus is on the screen. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { newTheme } from '../src-shared/theme/theme';
import { expect, test, type Home } from './foyer';
import { Library } from './pages/library';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';
import { onDisk } from './transfers';
import { prefer, resize } from './window-state';

/** As others bring them: so many themes of that name and a number from 10 on. */
async function bring(home: Home, count: number, name: string): Promise<void> {
  const [first] = await onDisk(home);
  for (let at = 0; at < count; at += 1) {
    const id = `01a21d94-0000-7000-8000-${String(at).padStart(12, '0')}`;
    await writeFile(
      join(home.library, `${name}-${String(at)}.json`),
      JSON.stringify({
        ...{ ...first, id, name: `${name} ${String(at + 10)}`, theme: newTheme() },
        published: undefined,
      }),
    );
  }
}

const themesInPlaces = (window: Page) =>
  window.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Library' });

async function byName(window: Page): Promise<void> {
  await window.getByRole('button', { name: /^Sort: /u }).click();
  await window.getByRole('menuitemcheckbox', { name: 'Name' }).click();
}

/** The name on the card that has the ring. */
const focusedName = async (window: Page): Promise<string> =>
  ((await window.locator(':focus').getAttribute('aria-label')) ?? '').split(',')[0] ?? '';

/** A library that was just entered, in a small window, so that its end has not been drawn yet. */
async function entered(home: Home) {
  const { app, window } = await home.start();
  await new Welcome(window).practise();
  await byName(window);
  await bring(home, 30, 'Client');
  await expect(themesInPlaces(window)).toContainText('36');
  await resize(app, window, 960, 640);
  await new Shell(window).goTo('Previews');
  await new Shell(window).goTo('Library');
  return window;
}

for (const isEndSeen of [false, true]) {
  test(`a card that its new name moves far away keeps the ring, in sight; ${
    isEndSeen ? 'the list’s end was seen' : 'the list’s end was never drawn'
  }`, async ({ home }) => {
    const window = await entered(home);
    const library = new Library(window);
    await library.cards.first().focus();
    const name = await focusedName(window);
    if (isEndSeen) {
      await window.keyboard.press('Control+End');
      await expect.poll(() => focusedName(window)).not.toBe(name);
      await window.keyboard.press('Control+Home');
      await expect.poll(() => focusedName(window)).toBe(name);
    }
    await window.keyboard.press('F2');
    const field = window.getByRole('textbox', { name: /^New name for / });
    await field.fill('Zz last');
    await field.press('Enter');
    await expect(window.getByRole('gridcell', { name: /^Zz last/u })).toBeFocused();
    await expect(window.locator(':focus')).toBeInViewport({ ratio: 1 });
    await window.keyboard.press('Delete');
    await expect(window.getByText(/ deleted$/u).first()).toHaveText('Zz last deleted');
  });
}

for (const [place, keys, next] of [
  ['at the beginning', ['ArrowRight', 'ArrowLeft'], 'ArrowRight'],
  ['at the end, which was never drawn', ['Control+End'], 'ArrowLeft'],
] as const) {
  test(`back from the studio the keyboard is on the theme that was open: ${place}`, async ({
    home,
  }) => {
    const window = await entered(home);
    const library = new Library(window);
    await library.search.press('ArrowDown');
    for (const key of keys) {
      const before = await focusedName(window);
      await window.keyboard.press(key);
      await expect.poll(() => focusedName(window)).not.toBe(before);
      await expect(window.locator('[data-theme-id]:focus')).toBeInViewport();
    }
    const name = await focusedName(window);
    const studio = await library.open(name);
    await studio.saved();
    await window.keyboard.press('Escape');
    await expect(library.card(name)).toBeFocused();
    await expect(library.card(name)).toBeInViewport();
    await window.keyboard.press(next);
    await expect(library.card(name)).not.toBeFocused();
    await expect(window.locator('[data-theme-id]:focus')).toBeInViewport();
    await library.open(await focusedName(window));
    // Who asks for the library as a place begins at its heading, as everywhere.
    await window.keyboard.press('Alt+Digit1');
    await expect(window.getByRole('heading', { name: 'Library' })).toBeFocused();
  });
}

test('a card that others’ themes move keeps the ring, and the keys', async ({ home }) => {
  const { app, window } = await home.start();
  await new Welcome(window).practise();
  await byName(window);
  await resize(app, window, 960, 640);
  const library = new Library(window);
  await library.cards.first().focus();
  const name = await focusedName(window);
  await bring(home, 40, 'Aaa');
  await expect(themesInPlaces(window)).toContainText('46');
  await expect.poll(() => focusedName(window)).toBe(name);
  await expect(window.locator(':focus')).toBeInViewport({ ratio: 1 });
  await window.keyboard.press('Delete');
  await expect(window.getByText(/ deleted$/u).first()).toHaveText(`${name} deleted`);
});

test('the heads of the list sort by their keys, which do nothing to a theme', async ({
  foyer: { window },
}) => {
  await new Welcome(window).practise();
  await window.getByRole('button', { name: /^View: /u }).click();
  await window.getByRole('menuitemcheckbox', { name: 'List' }).click();
  const library = new Library(window);
  const head = (name: string) => window.getByRole('button', { name: `Sort by ${name}` });
  for (const [name, key] of [
    ['Status', 'Enter'],
    ['Name', 'Space'],
  ] as const) {
    await expect(head(name)).toHaveAttribute('aria-pressed', 'false');
    await head(name).press('Delete');
    await head(name).press(key);
    await expect(head(name)).toHaveAttribute('aria-pressed', 'true');
    await expect(head(name)).toBeFocused();
    await expect(library.cards).toHaveCount(6);
    await expect(window.getByRole('gridcell', { selected: true })).toHaveCount(0);
  }
});

test('all are selected and let go from wherever the focus is, in the library and the bin', async ({
  foyer: { window },
}) => {
  await new Welcome(window).practise();
  const shell = new Shell(window);
  await shell.goTo('Previews');
  await window.keyboard.press('Alt+1');
  await new Library(window).cards.first().waitFor();
  await expect(window.locator(':focus')).toHaveText('Library');
  await window.keyboard.press('Control+a');
  const bar = window.getByRole('region', { name: 'Selected themes' });
  await expect(bar).toContainText('6 selected');
  await bar.getByRole('button', { name: 'Tags' }).press('Enter');
  const dialog = window.getByRole('dialog', { name: /^Tags/u });
  await dialog.waitFor();
  await window.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect(bar).toBeVisible();
  await window.keyboard.press('Escape');
  await expect(bar).toBeHidden();
  // In a field the keys are its own.
  const { search } = new Library(window);
  await search.fill('a');
  await search.press('Control+a');
  await expect(bar).toBeHidden();
  await search.press('Escape');

  await new Library(window).cards.first().press('Control+a');
  await window.keyboard.press('Delete');
  await window.getByRole('button', { name: 'Open the bin' }).click();
  const chosen = window.getByRole('checkbox', { checked: true });
  await window.getByRole('checkbox').first().press('Control+a');
  await expect(chosen).toHaveCount(6);
  await window.keyboard.press('Escape');
  await expect(chosen).toHaveCount(0);
  await window.getByRole('button', { name: 'Select all', exact: true }).press('Enter');
  await expect(chosen).toHaveCount(6);
  await window.getByRole('button', { name: 'Deselect all' }).press('Enter');
  await expect(chosen).toHaveCount(0);
  await expect(window.getByRole('button', { name: 'Select all', exact: true })).toBeFocused();
  expect(await window.evaluate(() => getSelection()?.toString() ?? '')).toBe('');
});

test('nothing is thrown where a button goes with its press', async ({
  foyer: { window },
  service,
}) => {
  const thrown: string[] = [];
  window.on('pageerror', ({ message }) => thrown.push(message));
  await new Welcome(window).connect(service);
  const studio = await new Library(window).newTheme();
  await studio.publishButton.click();
  await expect(studio.notice('The service saved the theme.')).toBeVisible();
  await studio.inspector.getByRole('button', { name: /^Fix Guest bubbles/u }).press('Enter');
  const changes = studio.inspector.getByRole('region', { name: 'Changes' });
  await changes.getByRole('button', { name: /^Revert: /u }).press('Enter');
  await expect(changes.getByRole('listitem')).toHaveCount(0);
  expect(thrown).toEqual([]);
});

test('the bar of chosen themes hides no row that has the keyboard, at 200 % in the list either', async ({
  home,
}) => {
  const window = await entered(home);
  await window.getByRole('button', { name: /^View: /u }).click();
  await window.getByRole('menuitemcheckbox', { name: 'List' }).click();
  await prefer(window, { textSize: 200 });
  const row = window.locator('[data-theme-id]:focus');
  await new Library(window).cards.first().focus();
  const press = async (key: string) => {
    const before = await focusedName(window);
    await window.keyboard.press(key);
    await expect.poll(() => focusedName(window)).not.toBe(before);
  };
  for (const key of ['Control+End', 'ArrowUp', 'ArrowUp']) await press(key);
  await expect(row).toBeInViewport({ ratio: 1 });
  await window.keyboard.press(' ');
  const bar = window.getByRole('region', { name: 'Selected themes' });
  const isClear = async (): Promise<boolean> => {
    const [shown, over] = await Promise.all([row.boundingBox(), bar.boundingBox()]);
    return shown !== null && over !== null && shown.y + shown.height <= over.y;
  };
  await expect.poll(isClear).toBe(true);
  for (const key of ['ArrowDown', 'Control+Home', 'PageDown', 'ArrowDown', 'ArrowDown']) {
    await press(key);
    await expect.poll(isClear, key).toBe(true);
  }
});
