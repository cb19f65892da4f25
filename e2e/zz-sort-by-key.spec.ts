/** Proof: the heads of the library's list can't be used by the keyboard: their keys act on a theme. */
import { expect, test } from './foyer';
import { Library } from './pages/library';
import { Welcome } from './pages/welcome';

for (const key of ['Enter', 'Space'] as const) {
  test(`${key} on a head sorts by its column`, async ({ foyer: { window } }) => {
    await new Welcome(window).practise();
    await window.getByRole('button', { name: /^View: /u }).click();
    await window.getByRole('menuitemcheckbox', { name: 'List' }).click();
    const head = window.getByRole('button', { name: 'Sort by Status' });
    await expect(head).toHaveAttribute('aria-pressed', 'false');
    await head.press(key);
    await expect(head).toHaveAttribute('aria-pressed', 'true', { timeout: 3_000 });
    await expect(window.getByRole('gridcell', { selected: true })).toHaveCount(0);
  });
}

test('Delete on a head deletes no theme', async ({ foyer: { window } }) => {
  await new Welcome(window).practise();
  await window.getByRole('button', { name: /^View: /u }).click();
  await window.getByRole('menuitemcheckbox', { name: 'List' }).click();
  await expect(new Library(window).cards).toHaveCount(6);
  await window.getByRole('button', { name: 'Sort by Status' }).press('Delete');
  await window.waitForTimeout(1_000);
  await expect(new Library(window).cards).toHaveCount(6);
});
