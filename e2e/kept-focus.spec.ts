/** Where the keyboard is once what it was at is gone: at the part of the window that it was in. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './foyer';
import { Library } from './pages/library';
import { Shell } from './pages/shell';
import { Studio } from './pages/studio';
import { Welcome } from './pages/welcome';
import { evening, prepare } from './preview-shortcut';

/** Presses what it names, as by keyboard. */
async function press(button: Locator): Promise<void> {
  await button.focus();
  await button.press('Enter');
}

/** Chooses an entry of the menu that a button opens. */
async function choose(window: Page, button: Locator, entry: string): Promise<void> {
  await press(button);
  const item = window.getByRole('menuitem', { name: entry });
  await item.waitFor();
  await press(item);
}

test('a doubt that was decided in the studio', async ({ foyer: { window }, service }) => {
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  const inspector = window.getByRole('complementary', { name: 'Before publishing' });
  const studio = await new Library(window).newTheme();
  service.setBehaviour('saveThemeTemplate', { cut: 'afterReading', times: 1 });
  await studio.publishButton.click();
  await press(inspector.getByRole('button', { name: 'It isn’t there' }));
  await expect(studio.markPublishedButton).toBeHidden();
  await expect(inspector).toBeFocused();

  await studio.backToLibrary();
  await new Library(window).newTheme();
  service.setBehaviour('saveThemeTemplate', { cut: 'afterActing', times: 1 });
  await new Studio(window).publishButton.click();
  await press(studio.markPublishedButton);
  const dialog = window.getByRole('dialog', { name: 'Mark as published' });
  await press(dialog.getByRole('button', { name: 'Mark as published' }));
  await dialog.waitFor({ state: 'detached' });
  await expect(inspector).toBeFocused();
});

test('what waits, and is tried, sent again or cancelled in the studio', async ({
  foyer: { window },
  service,
}) => {
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  const inspector = window.getByRole('complementary', { name: 'Before publishing' });
  const rows = [
    // First: once it is known that the service keeps IDs, nothing is in doubt.
    ['Send again', 'cut', /The service saved the theme/u],
    ['Try now', 'wait', /The service saved the theme/u],
    ['Cancel', 'wait', undefined],
  ] as const;
  for (const [name, how, answer] of rows) {
    await test.step(name, async () => {
      const studio = await new Library(window).newTheme();
      service.setBehaviour(
        'saveThemeTemplate',
        how === 'cut'
          ? { cut: 'afterReading', times: 1 }
          : { status: 429, retryAfter: '3600', times: 1 },
      );
      await studio.publishButton.click();
      const button = inspector.getByRole('button', { name, exact: true });
      await press(button);
      await expect(button).toBeHidden();
      if (answer) await expect(inspector.getByText(answer)).toBeVisible();
      await expect(inspector).toBeFocused();
      await studio.backToLibrary();
    });
  }
});

test('a preview shortcut, a saved filter and a connection that were removed', async ({
  foyer: { window },
  service,
}) => {
  await prepare(window, service);
  const shell = new Shell(window);
  await shell.goTo('Previews');
  await choose(window, window.getByRole('button', { name: `More for ${evening.name}` }), 'Delete');
  await expect(window.getByRole('heading', { level: 2, name: 'Preview shortcuts' })).toBeFocused();

  await shell.goTo('Library');
  await window.getByRole('button', { name: /^Drafts/u }).click();
  await window.getByRole('button', { name: 'Save filter' }).click();
  await window.getByRole('dialog').getByRole('textbox').press('Enter');
  await expect(window.getByRole('button', { name: 'Tag: Any tag' })).toBeFocused();
  const places = window.getByRole('navigation', { name: 'Places' });
  await choose(window, places.getByRole('button', { name: /^More for the filter / }), 'Remove');
  await expect(places.getByRole('button', { name: /^More for the filter / })).toHaveCount(0);
  await expect(places).toBeFocused();

  await shell.goTo('Settings');
  const panel = window.getByRole('region', { name: 'Connections' });
  await choose(window, panel.getByRole('button', { name: /^More for / }), 'Remove');
  const question = window.getByRole('alertdialog').or(window.getByRole('dialog'));
  await press(question.getByRole('button', { name: 'Remove' }));
  await expect(panel.getByRole('listitem')).toHaveCount(0);
  await expect(panel).toBeFocused();
});

test('deleted themes that were restored, or deleted for good', async ({
  foyer: { window },
  service,
}) => {
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  const library = new Library(window);
  for (let made = 0; made < 4; made += 1) {
    const studio = await library.newTheme();
    await studio.backToLibrary();
  }
  await library.cards.first().focus();
  await window.keyboard.press('ControlOrMeta+a');
  await window.keyboard.press('Delete');
  const nothing = window.getByText('Your library is empty').locator('..');
  await expect(library.cards).toHaveCount(0);
  await expect(nothing).toBeFocused();

  await new Shell(window).goTo('Bin');
  const cards = window.getByRole('list', { name: 'Deleted themes' }).getByRole('listitem');
  await expect(cards).toHaveCount(4);
  await press(cards.nth(1).getByRole('button', { name: /^Restore/u }));
  await expect(cards).toHaveCount(3);
  await expect(cards.nth(1).getByRole('checkbox')).toBeFocused();

  await press(cards.nth(2).getByRole('button', { name: /^Delete/u }));
  const question = window.getByRole('alertdialog').or(window.getByRole('dialog'));
  await press(question.getByRole('button', { name: 'Delete for good' }));
  await expect(cards).toHaveCount(2);
  await expect(cards.nth(1).getByRole('checkbox')).toBeFocused();

  await cards.first().getByRole('checkbox').press('Space');
  await press(window.getByRole('button', { name: 'Restore 1 theme' }));
  await expect(cards).toHaveCount(1);
  await expect(cards.first().getByRole('checkbox')).toBeFocused();

  await press(cards.first().getByRole('button', { name: /^Restore/u }));
  await expect(cards).toHaveCount(0);
  await expect(new Shell(window).heading('Bin')).toBeFocused();
});

test('a preview that was answered, and closed with Escape', async ({
  foyer: { window },
  service,
}) => {
  await prepare(window, service);
  await new Shell(window).goTo('Previews');
  const start = window.getByRole('button', { name: `Start ${evening.name}` });
  await press(start);
  const dialog = window.getByRole('dialog');
  await press(dialog.getByRole('button', { name: 'Send once' }));
  await expect(dialog.getByText('The service accepted the preview.')).toBeVisible();
  await window.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(start).toBeFocused();
});
