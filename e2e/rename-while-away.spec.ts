/** A theme is renamed on its card, and its file goes away: for a moment, as a sync program has it, or for good. */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test, type Home } from './foyer';
import { onDisk } from './transfers';
import { startWith } from './theme-files';

test.describe.configure({ retries: 0 });

const card = (window: Page, name: string) =>
  window.getByRole('gridcell', { name: new RegExp(`^${name}`, 'u') });
const places = ({ library }: Home) =>
  [join(library, 'harbour.json'), join(library, '..', 'away.json')] as const;

async function typeName(home: Home): Promise<Page> {
  const { window } = await startWith(home, ['Cliff', 'Harbour']);
  await card(window, 'Harbour').focus();
  await window.keyboard.press('F2');
  await window.keyboard.press('Control+a');
  await window.keyboard.type('Harbour at nig');
  await expect(window.getByRole('textbox', { name: /Harbour/u })).toHaveValue('Harbour at nig');
  return window;
}

async function goAway(home: Home, window: Page): Promise<void> {
  const [there, away] = places(home);
  await rename(there, away);
  await expect(card(window, 'Harbour')).toBeHidden();
}

const names = async (home: Home) => (await onDisk(home)).map(({ name }) => name).sort();

test('the control: the name that is typed is the theme’s', async ({ home }) => {
  const window = await typeName(home);
  await window.keyboard.type('ht');
  await window.keyboard.press('Enter');
  await expect.poll(() => names(home)).toEqual(['Cliff', 'Harbour at night']);
});

test('the name that is being typed is not lost while the file is away for a moment', async ({
  home,
}) => {
  const window = await typeName(home);
  await goAway(home, window);
  const [there, away] = places(home);
  await rename(away, there);
  // In its field, or given to the theme as it stands.
  await expect
    .poll(async () => [
      ...(await names(home)),
      ...(await window
        .getByRole('textbox', { name: /Harbour/u })
        .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))),
    ])
    .toContain('Harbour at nig');
});

test('a key that is meant for the name deletes no other theme', async ({ home }) => {
  const window = await typeName(home);
  await goAway(home, window);
  await window.keyboard.press('Control+Backspace');
  await window.keyboard.press('Delete');
  // Whatever is done at a key is told: this comes after it.
  await window.keyboard.press('Control+k');
  await expect(window.getByRole('dialog')).toBeVisible();
  expect(await names(home)).toEqual(['Cliff']);
  // Until it is back, Foyer would ask at its end about the name.
  await window.keyboard.press('Escape');
  const [there, away] = places(home);
  await rename(away, there);
  await expect(card(window, 'Harbour')).toBeVisible();
});
