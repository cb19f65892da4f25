/** Every entry that the palette has for the library, the studio, the bin and backups: what it does. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { newTheme } from '../src-shared/theme/theme';
import { expect, test } from './foyer';
import { Library } from './pages/library';
import { Shell } from './pages/shell';
import { Studio } from './pages/studio';
import { Welcome } from './pages/welcome';

/** Does an entry of the palette, found by its whole label, with the keyboard alone. */
async function command(window: Page, label: string): Promise<void> {
  await window.keyboard.press('Control+k');
  await window.keyboard.type(label);
  const palette = window.getByRole('dialog', { name: 'Search or run a command' });
  await expect(palette.getByRole('option', { selected: true })).toContainText(label);
  await window.keyboard.press('Enter');
  await expect(palette).toBeHidden();
}

/** What the palette says of the screen that is shown, before anything is typed. */
async function entriesOfScreen(window: Page): Promise<string[]> {
  await window.keyboard.press('Control+k');
  const group = window.getByRole('group', { name: 'On this screen' });
  await group.waitFor();
  const labels = await group.getByRole('option').locator('.what').allTextContents();
  await window.keyboard.press('Escape');
  return labels.map((label) => label.trim());
}

/** What the person chooses in the system's dialogs from now on. */
async function choose(app: ElectronApplication, path: string): Promise<void> {
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
    dialog.showSaveDialog = async () => ({
      canceled: false,
      filePath: path,
    });
  }, path);
}

/** Adds a second connection, as the form would; the first stays in use. */
async function addConnection(
  window: Page,
  { label, baseAddress, token }: { label: string; baseAddress: string; token: string },
): Promise<void> {
  await window.evaluate(
    async ([label, baseAddress, token]) => {
      const before = await self.foyer.invoke('connections.list', undefined);
      if (!before.ok) throw new Error(JSON.stringify(before.problem));
      const input = { label, baseAddress, workspaceId: 'ws_2', colour: 'violet' };
      const presentation = { kind: 'bearer' };
      const added = await self.foyer.invoke('connections.add', {
        input: { ...input, preset: 'documented', presentation },
        token,
        keep: 'session',
      });
      if (!added.ok) throw new Error(JSON.stringify(added.problem));
      const { currentId } = before.value as { currentId: string };
      await self.foyer.invoke('connections.select', { id: currentId });
    },
    [label, baseAddress, token] as const,
  );
}

test('the library: looking, choosing, and what is done with what is chosen', async ({ home }) => {
  // Thirty entries in one run of the app: 8 s, and over a minute at a load of 37 on two processors.
  test.slow();
  const { app, window } = await home.start();
  await new Welcome(window).practise();
  const library = new Library(window);
  const bar = window.getByRole('region', { name: 'Selected themes' });
  const file = join(dirname(home.profile), 'out.json');
  await choose(app, file);

  await test.step('what is shown, and in which order', async () => {
    for (const filter of [
      'Favourites',
      'Drafts',
      'Published',
      'Unpublished changes',
      'Needs attention',
      'All',
    ]) {
      await command(window, `Show: ${filter}`);
      await expect(
        window.getByRole('button', { name: new RegExp(`^${filter}`, 'u'), pressed: true }),
      ).toBeVisible();
    }
    for (const order of ['Last opened', 'Name', 'Status', 'Tag', 'Last edited']) {
      await command(window, `Sort by ${order}`);
      await expect(window.getByRole('button', { name: `Sort: ${order}` })).toBeVisible();
    }
    await command(window, 'Show themes tagged Booking');
    await expect(window.getByRole('button', { name: 'Tag: Booking' })).toBeVisible();
    await expect(library.cards).not.toHaveCount(6);
    await command(window, 'Search the library');
    await expect(library.search).toBeFocused();
    await expect(library.cards).toHaveCount(6);
  });

  await test.step('with one that is chosen', async () => {
    await library.card('Osteria').press('Space');
    expect((await entriesOfScreen(window)).sort()).toEqual(
      [
        'Compare…',
        'Open',
        'Publish to Practice',
        'Rename',
        'Link to a template',
        'Duplicate',
        'Edit tags',
        'Add to favourites',
        'Show its file',
        'Export…',
        'Delete',
        'Clear the selection',
      ].sort(),
    );
    await command(window, 'Add to favourites');
    await expect(library.card('Osteria')).toHaveAccessibleName(/, favourite$/u);
    await command(window, 'Compare…');
    await expect(window.getByRole('dialog', { name: 'Compare Osteria' })).toBeVisible();
    await window.keyboard.press('Escape');
    await command(window, 'Edit tags');
    await expect(window.getByRole('dialog', { name: 'Tags for Osteria' })).toBeVisible();
    await window.keyboard.press('Escape');
    await command(window, 'Rename');
    await window.getByRole('textbox', { name: 'New name for Osteria' }).fill('Trattoria');
    await window.keyboard.press('Enter');
    await expect(library.card('Trattoria')).toBeVisible();
    await command(window, 'Link to a template');
    await expect(
      window.getByRole('dialog', { name: 'Link Trattoria to a template' }),
    ).toBeVisible();
    await window.keyboard.press('Escape');
    await command(window, 'Export…');
    await expect(window.getByText('1 theme exported to out.json').first()).toBeVisible();
    await command(window, 'Publish to Practice');
    await expect(library.card('Trattoria')).toHaveAccessibleName(/Published/u);
    await library.card('Trattoria').press('Space');
    await command(window, 'Duplicate');
    await expect(library.card('Trattoria copy')).toBeVisible();
    await library.card('Trattoria').press('Escape');
    await library.card('Trattoria copy').press('Space');
    await command(window, 'Delete');
    await expect(library.card('Trattoria copy')).toBeHidden();
  });

  await test.step('choosing', async () => {
    await command(window, 'Select all');
    await expect(bar).toContainText('6 selected');
    await command(window, 'Clear the selection');
    await expect(bar).toBeHidden();
  });

  await test.step('with files', async () => {
    await command(window, 'Export all themes…');
    await expect(window.getByText('6 themes exported to out.json').first()).toBeVisible();
    await command(window, 'Import themes…');
    await expect(window.getByRole('dialog', { name: '6 themes imported' })).toBeVisible();
    await window.getByRole('button', { name: 'Undo the import' }).click();
    await expect(library.cards).toHaveCount(6);
  });

  await test.step('from a starter theme', async () => {
    await command(window, 'New theme from Aurora');
    await new Studio(window).opened();
    await expect(window.getByRole('heading', { level: 1, name: /^Aurora/u })).toBeVisible();
  });
});

test('a conflict copy is compared, and a theme goes to several connections', async ({
  home,
  service,
}) => {
  const { window } = await home.start();
  await new Welcome(window).practise();
  const { baseAddress, token } = service;
  await addConnection(window, { label: 'Contoso', baseAddress, token });
  const library = new Library(window);
  const theirs = { ...newTheme(), general: { ...newTheme().general, font: 'Lora' } };
  const mine = { id: '0192f0c1-0000-7000-8000-000000000001', format: 1, name: 'Fern', tags: [] };
  const document = { ...mine, updatedAt: '2026-01-02T03:04:05.000Z', publications: {} };
  await mkdir(home.library, { recursive: true });
  await writeFile(
    join(home.library, 'fern.json'),
    JSON.stringify({ ...document, theme: newTheme() }),
  );
  await expect(library.card('Fern')).toBeVisible();
  await writeFile(
    join(home.library, 'fern 2.json'),
    JSON.stringify({ ...document, theme: theirs }),
  );

  await command(window, 'Show: Conflict copies');
  await expect(library.cards).toHaveCount(1);
  await library.cards.first().press('Space');
  await command(window, 'Settle the conflict…');
  await expect(window.getByRole('dialog', { name: 'Two versions of Fern' })).toBeVisible();
  await window.keyboard.press('Escape');
  await command(window, 'Publish to…');
  const dialog = window.getByRole('dialog', { name: /^Publish Fern/u });
  await dialog.getByRole('checkbox', { name: /Contoso/u }).check();
  await expect(dialog.getByRole('button', { name: 'Publish to 2 connections' })).toBeEnabled();
  await window.keyboard.press('Escape');

  await command(window, 'Harbour');
  const studio = await new Studio(window).opened();
  await command(window, 'Publish to…');
  await expect(window.getByRole('dialog', { name: 'Publish Harbour' })).toBeVisible();
  await window.keyboard.press('Escape');
  await command(window, 'Publish to Contoso');
  await expect(studio.notice('The service saved the theme.')).toBeVisible();
  await expect(studio.publishButton).toHaveAccessibleName('Publish again to Contoso');
});

test('the studio: every section, the preview, undo, versions, and the theme as a whole', async ({
  foyer: { window },
}) => {
  // Thirty entries in one run of the app: 10 s, and over a minute at a load of 37 on two processors.
  test.slow();
  await new Welcome(window).practise();
  const library = new Library(window);
  const studio = await library.newTheme();
  await expect(window.getByRole('heading', { level: 1, name: 'Untitled theme' })).toBeVisible();

  const contrast = studio.inspector.getByRole('region', { name: 'Contrast' });
  await expect(contrast).toContainText('hard to read');
  expect((await entriesOfScreen(window)).sort()).toEqual(
    [
      'Back to the library',
      'Compare…',
      'Delete',
      'Duplicate',
      'Fix all contrast problems',
      'Name this version',
      'Next theme',
      'Palette from an image',
      'Previous theme',
      'Publish to Practice',
      'Rename',
      'Show its file',
      'Show the exact request',
      'Wide preview',
      'Restart the chat',
    ].sort(),
  );
  await command(window, 'Compare…');
  await expect(window.getByRole('dialog', { name: 'Compare Untitled theme' })).toBeVisible();
  await window.keyboard.press('Escape');
  for (const section of [
    'Font',
    'Background',
    'Bot avatar',
    'Guest avatar',
    'Bot bubbles',
    'Guest bubbles',
    'Buttons',
    'Inputs',
    'Roundness',
    'Custom CSS',
  ]) {
    await command(window, `Edit: ${section}`);
    const row = studio.sections.getByRole('button', { name: new RegExp(`^${section}\\b`, 'u') });
    await expect(row).toHaveAttribute('aria-expanded', 'true');
    await expect(row).toBeFocused();
  }

  await command(window, 'Wide preview');
  await expect(window.getByRole('radio', { name: 'Wide' })).toBeChecked();
  await command(window, 'Phone preview');
  await expect(window.getByRole('radio', { name: 'Phone' })).toBeChecked();
  const guest = studio.chat.locator('.typebot-guest-bubble');
  // The chat begins anew in the phone: it has said all once there is something to choose.
  const choice = studio.chat.getByRole('button', { name: 'Mon 23' });
  await choice.waitFor();
  const before = await guest.count();
  await choice.click();
  await expect(guest).toHaveCount(before + 1);
  await command(window, 'Restart the chat');
  await expect(guest).toHaveCount(before);

  await command(window, 'Fix all contrast problems');
  await expect(contrast).toContainText('All readable');
  await command(window, 'Undo');
  await expect(contrast).toContainText('hard to read');
  await command(window, 'Redo');
  await expect(contrast).toContainText('All readable');

  await command(window, 'Name this version');
  await window.getByRole('textbox', { name: 'Version name' }).fill('Readable');
  await window.keyboard.press('Enter');
  await expect(studio.version('Readable')).toBeVisible();
  await command(window, 'Palette from an image');
  await expect(
    window.getByRole('button', { name: 'Palette from an image', expanded: true }),
  ).toBeFocused();
  await command(window, 'Rename');
  await window.getByRole('textbox', { name: 'Theme name' }).fill('Vesper');
  await window.keyboard.press('Enter');
  await expect(window.getByRole('heading', { level: 1, name: 'Vesper' })).toBeVisible();
  await command(window, 'Show the exact request');
  await expect(window.getByRole('dialog', { name: 'The exact request' })).toContainText('"Vesper"');
  await window.keyboard.press('Escape');
  await command(window, 'Publish to Practice');
  await expect(studio.notice('The service saved the theme.')).toBeVisible();
  await command(window, 'Duplicate');
  await expect(window.getByRole('heading', { level: 1, name: 'Vesper copy' })).toBeVisible();
  await command(window, 'Delete');
  await new Shell(window).heading('Library').waitFor();
  await expect(library.card('Vesper')).toBeVisible();
  await expect(library.card('Vesper copy')).toBeHidden();
});

test('the bin is emptied and gives back, and a backup is made and restored', async ({ home }) => {
  // Ten entries, each found by typing: 4 s, and 53 s at a load of 37 on two processors.
  test.slow();
  const { app, window } = await home.start();
  await new Welcome(window).practise();
  const library = new Library(window);
  const shell = new Shell(window);
  const file = join(dirname(home.profile), 'backup.json');
  await choose(app, file);
  for (const name of ['Osteria', 'Harbour']) await library.card(name).press('Delete');
  await expect(library.cards).toHaveCount(4);

  await command(window, 'Bin');
  await shell.heading('Bin').waitFor();
  const bin = window.getByRole('list', { name: 'Deleted themes' }).getByRole('listitem');
  await expect(bin).toHaveCount(2);
  await command(window, 'Select all');
  await command(window, 'Restore 2 themes');
  await expect(window.getByText('The bin is empty')).toBeVisible();
  await command(window, 'Library');
  await expect(library.cards).toHaveCount(6);
  await library.card('Osteria').press('Delete');
  await command(window, 'Bin');
  await expect(bin).toHaveCount(1);
  await command(window, 'Empty bin');
  await window
    .getByRole('dialog', { name: 'Delete Osteria for good?' })
    .getByRole('button', { name: 'Delete for good' })
    .click();
  await expect(window.getByText('The bin is empty')).toBeVisible();

  await command(window, 'Settings');
  await shell.heading('Settings').waitFor();
  await command(window, 'Save a backup…');
  await expect(window.getByText('5 themes backed up to backup.json').first()).toBeVisible();
  expect(await readFile(file, 'utf8')).toContain('Harbour');
  await command(window, 'Restore a backup…');
  await expect(window.getByRole('dialog', { name: 'Restore a backup?' })).toBeVisible();
});
