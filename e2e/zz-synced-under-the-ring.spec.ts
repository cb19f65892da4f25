/** Proof: themes that a sync program brings move the ring to another theme than the keys act on. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newTheme } from '../src-shared/theme/theme';
import { expect, test } from './foyer';
import { Library } from './pages/library';
import { Welcome } from './pages/welcome';
import { onDisk } from './transfers';
import { resize } from './window-state';

test('the card with the keyboard is that which Delete deletes', async ({ home }) => {
  const { app, window } = await home.start();
  await new Welcome(window).practise();
  await window.getByRole('button', { name: /^Sort: /u }).click();
  await window.getByRole('menuitemcheckbox', { name: 'Name' }).click();
  await resize(app, window, 960, 640);
  const library = new Library(window);
  const [first] = await onDisk(home);
  const shownFirst = (await library.cards.first().getAttribute('aria-label')) ?? '';
  await library.cards.first().focus();
  for (let at = 0; at < 40; at += 1) {
    const id = `01a21d94-0000-7000-8000-${String(at).padStart(12, '0')}`;
    const name = `Aaa ${String(at + 10)}`;
    await writeFile(
      join(home.library, `aaa-${String(at)}.json`),
      JSON.stringify({ ...first, id, name, theme: newTheme(), published: undefined }),
    );
  }
  await expect(window.getByRole('gridcell', { name: /^Aaa 1/u }).first()).toBeAttached();
  await expect(
    window.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Library' }),
  ).toContainText('46');
  await window.waitForTimeout(1_500);
  const shown = (await window.locator(':focus').getAttribute('aria-label'))?.split(',')[0];
  console.log(shownFirst, '->', shown);
  await window.keyboard.press('Delete');
  await expect(window.getByText(/ deleted$/u).first()).toHaveText(`${shown ?? ''} deleted`);
});
