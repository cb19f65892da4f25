/** The short news of what was just done. */
import type { Locator } from '@playwright/test';
import { expect, test } from './foyer';
import { Library } from './pages/library';
import { Welcome } from './pages/welcome';
import { resize } from './window-state';

test('a toast that moves away from under a resting pointer still goes by itself', async ({
  foyer: { app, window },
}) => {
  await new Welcome(window).practise();
  await resize(app, window, 1_280, 760);
  await new Library(window).cards.first().press('Delete');
  const toast = window.getByText(/ deleted$/u).last();
  // The pointer on it keeps it, and here it rests.
  await toast.hover();
  await resize(app, window, 1_280, 940);
  await expect(toast).toBeHidden();
});

test('a toast covers no bar with buttons', async ({ foyer: { app, window } }) => {
  await new Welcome(window).practise();
  await resize(app, window, 960, 640);
  const library = new Library(window);
  const bottomOf = async (toast: Locator) => {
    const box = await toast.boundingBox();
    return box ? box.y + box.height : Infinity;
  };
  const topOf = async (bar: Locator) => (await bar.boundingBox())?.y ?? 0;

  const before = await library.cards.count();
  await library.cards.first().press('Delete');
  await expect(library.cards).toHaveCount(before - 1);
  await library.cards.first().press('Space');
  const selection = window.getByRole('region', { name: 'Selected themes' });
  const toast = window.getByRole('listitem').filter({ hasText: / deleted/u });
  await expect(async () => {
    expect(await bottomOf(toast)).toBeLessThanOrEqual(await topOf(selection));
  }).toPass();
});
