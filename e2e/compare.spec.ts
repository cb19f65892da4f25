/** Two themes side by side, with the keyboard alone, in the window as it is. */
import { expect, test } from './foyer';
import { Library } from './pages/library';
import { Shell } from './pages/shell';
import { Studio } from './pages/studio';
import { Welcome } from './pages/welcome';

test('two themes are compared from the palette, swapped and opened, with the keyboard alone', async ({
  foyer: { window },
}) => {
  await new Welcome(window).practise();
  const library = new Library(window);
  const { keyboard } = window;
  await library.card('Harbour').focus();
  await keyboard.press('Control+k');
  await window.getByRole('combobox', { name: 'Search or run a command' }).fill('compare');
  await keyboard.press('Enter');
  const chooser = window.getByRole('dialog', { name: 'Compare Harbour' });
  await expect(chooser.getByRole('searchbox')).toBeFocused();
  await keyboard.type('newsprint');
  await keyboard.press('Enter');
  const differences = window.getByRole('table', { name: 'What differs' });
  const font = differences.getByRole('row', { name: /^Font/u });
  await expect(font).toHaveText(/^Font\s*Open Sans/u);
  await expect(window.getByRole('group', { name: 'Custom CSS, line by line' })).toBeVisible();
  await expect(window.getByRole('button', { name: 'Swap sides' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(window.getByRole('dialog', { name: 'Newsprint and Harbour' })).toBeVisible();
  await expect(font).toHaveText(/Open Sans$/u);
  await keyboard.press('Shift+Tab');
  await expect(window.getByRole('button', { name: 'Open Newsprint' })).toBeFocused();
  await keyboard.press('Enter');
  await new Studio(window).opened();
  await expect(new Shell(window).heading('Newsprint')).toBeVisible();
});
