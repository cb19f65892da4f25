/** Proof: a client's number is found in every colour, so that the search shows all clients. */
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from './foyer';
import { Library } from './pages/library';
import { Welcome } from './pages/welcome';
import { choose, done, emptyLibrary, report } from './transfers';

test('a search for Client 2 shows Client 2', async ({ home }) => {
  const { app, window } = await home.start();
  await emptyLibrary(window);
  const theme = {
    general: { font: { type: 'Google', family: 'Karla' } },
    chat: { hostBubbles: { backgroundColor: '#222222', color: '#F2AA4C' } },
  };
  const files = ['Client 1', 'Client 2', 'Client 3'].map((name) => ({
    name,
    path: join(dirname(home.profile), `${name}.json`),
  }));
  for (const { name, path } of files) {
    await writeFile(path, JSON.stringify({ version: '6.1', name, groups: [], edges: [], theme }));
  }
  await choose(
    app,
    files.map(({ path }) => path),
  );
  await window.getByRole('main').press('Control+o');
  await expect(report(window, '3 themes imported')).toBeVisible();
  await done(window);
  const library = new Library(window);
  await expect(library.cards).toHaveCount(3);
  await library.search.fill('Client 2');
  await window.waitForTimeout(1_000);
  const names = await library.cards.evaluateAll((all) =>
    all.map((one) => one.getAttribute('aria-label')?.split(',')[0]),
  );
  expect(names).toEqual(['Client 2']);
});
