/** What the main job does not need, by keyboard alone: nothing here touches the mouse or sets a focus. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './foyer';
import { Library } from './pages/library';
import { Studio } from './pages/studio';
import { Welcome } from './pages/welcome';

/** Goes on by Tab until the element has the keyboard, and sees that it is in sight then. */
async function tabTo(window: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    if ((await target.count()) === 1) {
      if (await target.evaluate((element) => element === document.activeElement)) {
        await expect(target).toBeInViewport();
        return;
      }
    }
    await window.keyboard.press(key);
  }
  throw new Error(`${key} never leads to ${target.toString()}`);
}

test('versions, contrasts, changes and a picture’s palette', async ({
  foyer: { window },
  service,
}) => {
  test.setTimeout(120_000);
  await new Welcome(window).connect(service);
  const { keyboard } = window;
  const reach = (target: Locator, key?: string) => tabTo(window, target, key);
  await keyboard.press('Control+n');
  const studio = await new Studio(window).opened();

  await reach(studio.history.getByRole('button', { name: 'Name this version' }));
  await keyboard.press('Enter');
  await keyboard.type('As it began');
  await keyboard.press('Enter');
  await studio.version('As it began').waitFor();

  const contrast = studio.inspector.getByRole('region', { name: 'Contrast' });
  await reach(contrast.getByRole('button', { name: /^Fix Guest bubbles/u }), 'Shift+Tab');
  await keyboard.press('Enter');
  await expect(contrast).toContainText('1 of 5 hard to read');
  // The button is gone, and the keyboard is not: the next Tab goes on from there.
  await reach(contrast.getByRole('button', { name: /^Fix /u }));

  await reach(studio.version('As it began'));
  await keyboard.press('Enter');
  await expect(window.getByText('Viewing As it began')).toBeVisible();
  await keyboard.press('Escape');
  await expect(window.getByText('Viewing As it began')).toBeHidden();
  await reach(studio.history.getByRole('button', { name: /^Restore As it began/u }));
  await keyboard.press('Enter');
  await studio.version('Before a restore').waitFor();
  await expect(contrast).toContainText('2 of 5 hard to read');
  await reach(studio.history.getByRole('button', { name: /^More for Before a restore/u }));
  await keyboard.press('Enter');
  await keyboard.press('ArrowDown');
  await keyboard.type('del');
  await keyboard.press('Enter');
  const question = window.getByRole('dialog', { name: 'Delete the version Before a restore?' });
  await reach(question.getByRole('button', { name: 'Delete this version' }));
  await keyboard.press('Enter');
  await expect(studio.version('Before a restore')).toHaveCount(0);

  await reach(studio.publishButton, 'Shift+Tab');
  await keyboard.press('Enter');
  await expect(studio.notice('The service saved the theme.')).toBeVisible();
  const changes = studio.inspector.getByRole('region', { name: 'Changes' });
  await reach(contrast.getByRole('button', { name: 'Fix all' }));
  await keyboard.press('Enter');
  await expect(changes.getByRole('listitem')).toHaveCount(2);
  await reach(changes.getByRole('button', { name: /^Revert: /u }).first());
  await keyboard.press('Enter');
  await expect(changes.getByRole('listitem')).toHaveCount(1);

  await reach(studio.sections.getByRole('button', { name: 'Palette from an image' }), 'Shift+Tab');
  await keyboard.press('Enter');
  await reach(studio.sections.locator('button').filter({ hasText: 'Choose an image' }));
  const asked = window.waitForEvent('filechooser');
  await keyboard.press('Enter');
  await asked;
});

test('filters, orders, the menu of a card, links and the bin', async ({ foyer: { window } }) => {
  test.setTimeout(120_000);
  const { keyboard } = window;
  const reach = (target: Locator, key?: string) => tabTo(window, target, key);
  await reach(window.getByRole('button', { name: 'Try Foyer' }));
  await keyboard.press('Enter');
  const library = new Library(window);
  await library.card('Harbour').waitFor();

  await reach(window.getByRole('button', { name: /^Drafts/u }));
  await keyboard.press('Space');
  await expect(window.getByRole('button', { name: /^Drafts/u, pressed: true })).toBeFocused();
  await reach(window.getByRole('button', { name: /^Sort: /u }));
  await keyboard.press('Enter');
  await keyboard.type('na');
  await keyboard.press('Enter');
  await expect(window.getByRole('button', { name: 'Sort: Name' })).toBeFocused();

  await reach(window.getByRole('gridcell').first());
  const first = (await window.getByRole('gridcell').first().getAttribute('aria-label')) ?? '';
  const name = first.split(',')[0] ?? '';
  await keyboard.press('Shift+F10');
  const menu = window.getByRole('menu', { name: `Actions for ${name}` });
  await expect(menu).toBeVisible();
  await keyboard.type('link');
  await keyboard.press('Enter');
  const dialog = window.getByRole('dialog', { name: `Link ${name} to a template` });
  await reach(dialog.getByRole('textbox', { name: 'Template ID' }));
  await keyboard.type('tpl_7');
  await keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await window.getByRole('gridcell').first().waitFor();

  await reach(window.getByRole('gridcell').first());
  const deleted = (await window.getByRole('gridcell').first().getAttribute('aria-label')) ?? '';
  await keyboard.press('Delete');
  await expect(window.getByRole('gridcell', { name: deleted, exact: true })).toHaveCount(0);
  const places = window.getByRole('navigation', { name: 'Places' });
  await reach(places.getByRole('button', { name: 'Bin' }), 'Shift+Tab');
  await keyboard.press('Enter');
  await expect(window.getByRole('heading', { level: 1, name: 'Bin' })).toBeFocused();
  await reach(window.getByRole('button', { name: /^Restore / }));
  await keyboard.press('Enter');
  await expect(window.getByText('The bin is empty')).toBeVisible();
});
