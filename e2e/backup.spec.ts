/** Everything but tokens in one file, and back from it. Only the dialogs are stood in for. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { everythingIn, expect, test } from './foyer';
import { Library } from './pages/library';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';
import { choose, done, emptyLibrary, onDisk, report } from './transfers';

test('a backup brings everything but the token to another computer', async ({ home, service }) => {
  const first = await home.start();
  await new Welcome(first.window).connect(service);
  const library = new Library(first.window);
  const studio = await library.newTheme();
  await studio.rename('Harbour');
  await studio.saved();
  await studio.backToLibrary();
  await new Shell(first.window).goTo('Settings');
  await first.window.getByRole('radio', { name: 'Dark' }).click();
  await first.window.evaluate(async () => {
    const answer = await self.foyer.invoke('connections.list', undefined);
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem));
    const { currentId } = answer.value as { currentId: string };
    const place = { connectionId: currentId, botId: 'cl_intake', startGroupId: '' };
    const shortcut = { ...place, name: 'Harbour intake', to: '+44 20 7946 0958' };
    const added = await self.foyer.invoke('previews.addShortcut', shortcut);
    if (!added.ok) throw new Error(JSON.stringify(added.problem));
  });
  await first.window.evaluate(async () => {
    await self.foyer.invoke('launcher.setKeys', { keys: 'Control+Alt+F6' });
    await self.foyer.invoke('launcher.setTray', { closesToTray: true });
    await self.foyer.invoke('updates.setDaily', { isOn: true });
  });
  const before = await onDisk(home);
  const file = join(dirname(home.profile), 'backup.json');
  await choose(first.app, [file]);
  await first.window.getByRole('button', { name: 'Save a backup…' }).click();
  await expect(first.window.getByText(/^Last backup: /u)).toBeVisible();
  expect(await readFile(file, 'utf8')).not.toContain(service.token);
  await first.app.close();

  // As on a computer that never had Foyer.
  await rm(home.profile, { recursive: true });
  await rm(home.library, { recursive: true });
  const { app, window } = await home.start();
  await emptyLibrary(window);
  await choose(app, [file]);
  await new Shell(window).goTo('Settings');
  await window.getByRole('button', { name: 'Restore a backup…' }).click();
  await window.getByRole('button', { name: 'Choose the file…' }).click();
  const dialog = report(window, 'Backup restored');
  await expect(dialog).toContainText(/Themes added\s*1/u);
  await expect(dialog).toContainText(/Connections added\s*1/u);
  await expect(dialog).toContainText(/Preview shortcuts added\s*1/u);
  await expect(dialog).toContainText('Enter the missing tokens under Connections');
  await done(window);
  expect(await onDisk(home)).toEqual(before);
  await expect(window.locator('html')).toHaveCSS('color-scheme', 'dark');
  expect(await window.evaluate(() => self.foyer.invoke('launcher.state', undefined))).toMatchObject(
    { value: { keys: 'Control+Alt+F6', keysWork: true, closesToTray: true } },
  );
  const kept = JSON.parse(await readFile(join(home.profile, 'preferences.json'), 'utf8')) as object;
  expect(kept).toMatchObject({ looksForUpdates: true });
  await expect(new Shell(window).statusBar.getByText('Northwind: token missing')).toBeVisible();
  await new Shell(window).goTo('Previews');
  await expect(window.getByText('Harbour intake', { exact: true })).toBeVisible();
});

test('a backup holds everything but the token, and brings a wiped library back', async ({
  home,
  service,
}) => {
  const { app, window } = await home.start();
  await new Welcome(window).connect({
    baseAddress: service.baseAddress,
    token: service.token,
  });
  const library = new Library(window);
  const studio = await library.newTheme();
  await studio.typeColour('Buttons', 'background', '#123456');
  await expect.poll(async () => JSON.stringify(await onDisk(home))).toContain('#123456');
  await window.getByRole('button', { name: 'Library', exact: true }).first().click();
  await new Shell(window).goTo('Settings');
  const before = await onDisk(home);

  const file = join(dirname(home.profile), 'backup.json');
  await choose(app, [file]);
  await expect(window.getByText('No backups made on this computer yet.')).toBeVisible();
  await window.getByRole('button', { name: 'Save a backup…' }).click();
  await expect(window.getByText(/^Last backup: /u)).toBeVisible();
  const backup = await readFile(file, 'utf8');
  expect(backup).toContain('Northwind');
  expect(backup).not.toContain(service.token);

  await new Shell(window).goTo('Library');
  await library.card('Untitled theme').press('Delete');
  await expect.poll(() => onDisk(home)).toEqual([]);
  await new Shell(window).goTo('Settings');
  await window.getByRole('button', { name: 'Restore a backup…' }).click();
  await window.getByRole('button', { name: 'Choose the file…' }).click();
  await expect(report(window, 'Backup restored')).toContainText(/Themes added\s*1/u);
  await done(window);
  expect(await onDisk(home)).toEqual(before);
  expect(await everythingIn(home.library)).not.toContain(service.token);

  await writeFile(file, backup.replace('"#123456"', '5'));
  await window.getByRole('button', { name: 'Restore a backup…' }).click();
  await window.getByRole('button', { name: 'Choose the file…' }).click();
  await expect(window.getByRole('alert')).toContainText(
    'themes.0.theme.chat.buttons.backgroundColor should be text in quotes.',
  );
  expect(await onDisk(home)).toEqual(before);
});
