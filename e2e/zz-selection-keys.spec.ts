/** Proof: the library's keys for its selection, as the list of shortcuts has them, hold on a card alone. */
import { expect, test } from './foyer';
import { Library } from './pages/library';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';

test('Ctrl A selects all themes in a library that was just entered, and no text', async ({
  foyer: { window },
}) => {
  await new Welcome(window).practise();
  await new Shell(window).goTo('Previews');
  await window.keyboard.press('Alt+1');
  await new Library(window).cards.first().waitFor();
  await expect(window.locator(':focus')).toHaveText('Library');
  await window.keyboard.press('Control+a');
  await window.waitForTimeout(300);
  expect(await window.evaluate(() => getSelection()?.toString() ?? '')).toBe('');
  await expect(window.getByText('6 selected')).toBeVisible();
});

test('Esc clears the selection after tags were looked at', async ({ foyer: { window } }) => {
  await new Welcome(window).practise();
  await new Library(window).cards.first().press('Control+a');
  const bar = window.getByRole('region', { name: 'Selected themes' });
  await bar.getByRole('button', { name: 'Tags' }).press('Enter');
  const dialog = window.getByRole('dialog', { name: /^Tags/u });
  await dialog.waitFor();
  await window.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await window.waitForTimeout(300);
  await window.keyboard.press('Escape');
  await expect(bar).toBeHidden({ timeout: 3_000 });
});
