/**
 * Documents of the profile that can't be read when Foyer starts, as behind a virus scanner or on an
 * ill disk, and can be later. A link that leads to itself is such a file: the system can't open it.
 */
import { readFile, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, type Home } from './foyer';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';

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
