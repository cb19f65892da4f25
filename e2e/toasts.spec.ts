/** The short news of what was just done. */
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
