/** Proof: in the library's list, the heads aren't over their columns once it can be scrolled. */
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from './foyer';
import { Library } from './pages/library';
import { Welcome } from './pages/welcome';
import { choose, done, report } from './transfers';
import { resize } from './window-state';

test('the heads of the library’s list are over their columns', async ({ home }) => {
  const { app, window } = await home.start();
  await new Welcome(window).practise();
  const theme = { general: { font: { type: 'Google', family: 'Karla' } }, chat: {} };
  const files = Array.from({ length: 24 }, (_, at) =>
    join(dirname(home.profile), `Client ${String(at)}.json`),
  );
  for (const file of files) {
    await writeFile(file, JSON.stringify({ version: '6.1', groups: [], edges: [], theme }));
  }
  await choose(app, files);
  await window.getByRole('main').press('Control+o');
  await expect(report(window, /themes imported$/u)).toBeVisible();
  await done(window);
  await window.getByRole('button', { name: /^View: /u }).click();
  await window.getByRole('menuitemcheckbox', { name: 'List' }).click();
  await resize(app, window, 960, 640);
  const row = new Library(window).cards.first();
  await row.waitFor();
  const head = window.getByRole('main').getByText('Last edited', { exact: true }).last();
  // Where the words begin: the head is a button with room around its words.
  const left = (element: Element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return Math.round(range.getBoundingClientRect().left);
  };
  expect(await row.locator('time').evaluate(left)).toBe(await head.evaluate(left));
});
