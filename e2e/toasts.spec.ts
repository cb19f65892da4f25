/** The short news of what was just done. */
import type { Locator } from '@playwright/test';
import { expect, test } from './foyer';
import { Library } from './pages/library';
import { Outbox } from './pages/outbox';
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

/** Waits until the toast, as long as it is there, ends above what is below it. */
async function waitUntilAbove(toast: Locator, below: Locator): Promise<void> {
  const limit = { timeout: 5_000 };
  await expect(async () => {
    const lower = await below.boundingBox(limit);
    const upper = await toast.boundingBox(limit);
    expect((upper?.y ?? 0) + (upper?.height ?? 0)).toBeLessThanOrEqual(lower?.y ?? 0);
  }).toPass(limit);
}

test('a toast covers no bar with buttons', async ({ foyer: { app, window } }) => {
  await new Welcome(window).practise();
  await resize(app, window, 960, 640);
  const library = new Library(window);
  const before = await library.cards.count();
  await library.cards.first().press('Delete');
  await expect(library.cards).toHaveCount(before - 1);
  await library.cards.first().press('Space');
  const selection = window.getByRole('region', { name: 'Selected themes' });
  const toast = window.getByRole('listitem').filter({ hasText: / deleted/u });
  await waitUntilAbove(toast, selection);
});

test('a toast covers no button at the foot of the outbox', async ({ foyer: { app, window } }) => {
  await new Welcome(window).practise();
  await resize(app, window, 960, 640);
  const outbox = new Outbox(window);
  await outbox.open();
  await outbox.panel.getByRole('button', { name: 'Pause' }).click();
  await outbox.close();
  const { cards } = new Library(window);
  await cards.first().press('Space');
  const selection = window.getByRole('region', { name: 'Selected themes' });
  await selection
    .getByRole('button', { name: /^Publish/u })
    .first()
    .click();
  await expect(outbox.button).toHaveText(/1 in the outbox/u);
  await cards.last().press('Delete');
  const toast = window.getByRole('listitem').filter({ hasText: / deleted/u });
  await toast.waitFor();
  await outbox.open();
  await waitUntilAbove(toast, outbox.panel.getByRole('button', { name: 'Cancel all' }));
  // Nor anything of the last entry.
  await waitUntilAbove(outbox.items.last(), toast);
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
