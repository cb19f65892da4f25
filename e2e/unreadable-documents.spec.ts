/**
 * Documents of the profile that can't be read when Foyer starts, as behind a virus scanner or on an
 * ill disk, and can be later. A link that leads to itself is such a file: the system can't open it.
 */
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, type Home } from './foyer';
import { Library } from './pages/library';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';
import { startWith } from './theme-files';

const files = ['billing.json', 'connections.json', 'domains.json', 'previews.json'];

/** Makes the profile's documents unreadable; resolves with what makes them readable again. */
async function unreadable(home: Home): Promise<() => Promise<void>> {
  for (const file of files) {
    const path = join(home.profile, file);
    await rename(path, `${path}.aside`);
    await symlink(file, path);
  }
  return async () => {
    for (const file of files) {
      const path = join(home.profile, file);
      await rm(path);
      await rename(`${path}.aside`, path);
    }
  };
}

const contents = (home: Home) =>
  Promise.all(files.map((file) => readFile(join(home.profile, file), 'utf8')));

test('documents that can’t be read at the start are said, not begun anew, and taken up without a restart', async ({
  home,
}, testInfo) => {
  test.setTimeout(120_000);
  const first = await home.start();
  await new Welcome(first.window).practise();
  const shell = new Shell(first.window);
  await shell.goTo('Domains');
  const name = first.window.getByRole('textbox', { name: 'Domain name' });
  await name.fill('bot.example.com');
  await shell.goTo('Billing');
  await first.window.getByRole('radio', { name: 'Pro' }).check();
  await shell.goTo('Previews');
  await first.window.getByRole('textbox', { name: 'Bot ID' }).fill('my-bot');
  await shell.goTo('Library');
  for (const file of files) {
    await expect
      .poll(() => readFile(join(home.profile, file), 'utf8').catch(() => 'none yet'))
      .not.toBe('none yet');
  }
  await first.app.close();
  const before = await contents(home);

  const heal = await unreadable(home);
  const second = await home.start();
  const { window } = second;
  const sentence = window.getByText(
    'Foyer can’t read billing.json, connections.json, domains.json, previews.json right now.',
  );
  await expect(sentence).toBeVisible();
  await expect(window.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible();
  for (const appearance of ['light', 'dark'] as const) {
    await window.emulateMedia({ colorScheme: appearance });
    await window.screenshot({ path: testInfo.outputPath(`not-read-${appearance}.png`) });
  }

  await heal();
  // What is no longer so is no longer said.
  await expect(window.getByRole('region', { name: 'Problems' })).toHaveCount(0);
  const again = new Shell(window);
  await again.goTo('Domains');
  await expect(window.getByRole('textbox', { name: 'Domain name' })).toHaveValue('bot.example.com');
  await again.goTo('Billing');
  await expect(window.getByRole('radio', { name: 'Pro' })).toBeChecked();
  await second.app.close();
  const after = await contents(home);
  for (const [index, text] of after.entries()) {
    expect(text.length, files[index]).toBeGreaterThanOrEqual((before[index]?.length ?? 0) - 1);
  }
  expect(after.join()).toContain('bot.example.com');
  expect(after.join()).toContain('my-bot');
});

test('preferences that can’t be read at the start hold the library: it isn’t begun elsewhere, and comes by itself', async ({
  home,
}, testInfo) => {
  const first = await startWith(home, ['Fern']);
  await first.app.close();
  const chosen = join(home.profile, '..', 'chosen');
  await mkdir(chosen);
  await rename(home.library, chosen);
  const file = join(home.profile, 'preferences.json');
  const kept = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as object;
  await writeFile(file, JSON.stringify({ ...kept, libraryFolder: chosen }));
  await rename(file, `${file}.aside`);
  await symlink('preferences.json', file);

  // Where the usual library would be made.
  const usual = join(home.profile, '..', 'owner');
  await mkdir(usual);
  const { window } = await home.start(
    { HOME: usual, XDG_CONFIG_HOME: usual },
    [],
    [],
    [`--profile=${home.profile}`],
  );
  await window.getByRole('button', { name: 'Look around first' }).click();
  const sentence = window.getByText('Foyer can’t read preferences.json right now.');
  await expect(sentence).toBeVisible();
  const noLibrary = window.getByText('Foyer can’t open your library: preferences.json, which says');
  await expect(noLibrary).toBeVisible();
  for (const appearance of ['light', 'dark'] as const) {
    await window.emulateMedia({ colorScheme: appearance });
    await window.screenshot({ path: testInfo.outputPath(`no-preferences-${appearance}.png`) });
  }
  expect(
    await window.evaluate(() => self.foyer.invoke('library.create', { name: 'Elsewhere' })),
  ).toMatchObject({ ok: false, problem: { code: 'storageLibraryUnknown' } });
  expect(await readdir(usual, { recursive: true })).not.toContain('Foyer themes');

  await rm(file);
  await rename(`${file}.aside`, file);
  await expect(new Library(window).card('Fern')).toBeVisible();
  await expect(sentence).toHaveCount(0);
  await expect(noLibrary).toHaveCount(0);
});
