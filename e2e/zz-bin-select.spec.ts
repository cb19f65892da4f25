/** Proof: in the bin, Ctrl A marks the window's text, and all that was selected can't be let go. */
import { expect, test } from './foyer';
import { Library } from './pages/library';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';

test.beforeEach(async ({ foyer: { window } }) => {
  await new Welcome(window).practise();
  await new Library(window).cards.first().press('Control+a');
  await window.keyboard.press('Delete');
  await window.getByRole('button', { name: 'Open the bin' }).waitFor();
  await new Shell(window).goTo('Bin');
});

test('Ctrl A in the bin selects the themes there, and not the text of the sidebar', async ({
  foyer: { window },
}) => {
  await window.getByRole('checkbox').first().press('Control+a');
  await new Shell(window).goTo('Previews');
  expect(await window.evaluate(() => getSelection()?.toString() ?? '')).toBe('');
});

test('what Select all selected is let go again by one press', async ({ foyer: { window } }) => {
  await window.getByRole('button', { name: 'Select all' }).click();
  await expect(window.getByRole('checkbox', { checked: true })).not.toHaveCount(0);
  await window.getByRole('checkbox').first().focus();
  await window.keyboard.press('Escape');
  const clear = window.getByRole('main').getByRole('button', { name: /clear|select/iu });
  if ((await clear.count()) > 0) await clear.first().click();
  await expect(window.getByRole('checkbox', { checked: true })).toHaveCount(0);
});
