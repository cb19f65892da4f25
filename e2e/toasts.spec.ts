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

test('a toast that comes or goes takes no click from the bar under it', async ({
  foyer: { app, window },
}) => {
  await new Welcome(window).practise();
  await resize(app, window, 960, 640);
  await new Library(window).cards.first().press('Control+a');
  const bar = window.getByRole('region', { name: 'Selected themes' });
  // Asked in each frame: who would get a click on the button, while no dialog is over it.
  const watch = await bar.getByRole('button', { name: 'Duplicate' }).evaluateHandle((button) => {
    const seen = { frames: 0, taken: 0, isOver: false };
    const look = () => {
      const { left, top, width, height } = button.getBoundingClientRect();
      const hit = [0.1, 0.5, 0.9].map((part) =>
        document.elementFromPoint(left + width / 2, top + height * part),
      );
      seen.frames += 1;
      if (hit.some((element) => element?.closest('[data-sonner-toast]'))) seen.taken += 1;
      if (!seen.isOver) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    return seen;
  });
  await bar.getByRole('button', { name: 'Tags' }).click();
  const dialog = window.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Add a tag' }).fill('Summer');
  await dialog.getByRole('button', { name: 'Save tags' }).click();
  const toast = window.getByRole('listitem').filter({ hasText: 'Tags saved' });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(toast).toHaveCount(0);
  const { frames, taken } = await watch.evaluate((seen) => ({
    ...seen,
    isOver: (seen.isOver = true),
  }));
  expect(frames).toBeGreaterThan(10);
  expect(taken).toBe(0);
});
