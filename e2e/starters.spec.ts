/** The gallery of starter themes. */
import { expect, test } from './foyer';
import { Studio } from './pages/studio';
import { onDisk, startWith } from './theme-files';

test('the gallery has at least twelve themes; the chosen one is copied and opens', async ({
  home,
}) => {
  const { window, library, shell } = await startWith(home, []);
  await shell.goTo('Starter themes');
  const gallery = window.getByRole('list', { name: 'Starter themes' }).getByRole('listitem');
  await expect.poll(() => gallery.count()).toBeGreaterThanOrEqual(12);
  const names = await gallery.getByRole('heading', { level: 2 }).allTextContents();
  expect(new Set(names).size).toBe(names.length);
  await gallery.getByRole('button', { name: 'Use the theme Kiln' }).click();
  const studio = await new Studio(window).opened();
  await window.getByRole('heading', { level: 1, name: 'Kiln' }).waitFor();
  const { theme } = await onDisk(home, 'Kiln');
  const [red, green, blue] = [1, 3, 5].map((at) =>
    Number.parseInt(theme.chat.buttons.backgroundColor.slice(at, at + 2), 16),
  );
  await expect(studio.chat.locator('.foyer-buttons > .typebot-button').first()).toHaveCSS(
    'background-color',
    `rgb(${String(red)}, ${String(green)}, ${String(blue)})`,
  );
  await studio.backToLibrary();
  await expect(library.cards).toHaveCount(1);
  // The gallery's own stays as it is.
  await shell.goTo('Starter themes');
  await expect(gallery).toHaveCount(names.length);
});
