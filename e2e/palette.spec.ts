/** Everything from the keyboard: the command palette. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from './foyer';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';

test('goes anywhere, remembers what was used, and gives the focus back', async ({
  foyer: { window },
}) => {
  await new Welcome(window).practise();
  const shell = new Shell(window);
  const { keyboard } = window;
  const palette = window.getByRole('dialog', { name: 'Search or run a command' });
  const options = palette.getByRole('option');
  const chosen = palette.getByRole('option', { selected: true });

  await window.getByRole('gridcell').first().focus();
  await keyboard.press('Control+k');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await expect(options.first()).toContainText('Open');
  await keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await expect(window.getByRole('gridcell').first()).toBeFocused();

  await keyboard.press('Control+k');
  await keyboard.type('dom');
  await expect(chosen).toContainText('Domains');
  await expect(chosen.locator('mark')).toHaveText('Dom');
  await keyboard.press('Enter');
  await expect(shell.heading('Domains')).toBeVisible();
  await expect(palette).toBeHidden();

  await keyboard.press('Control+k');
  await expect(options.first()).toContainText('Domains');
  await expect(palette.getByText('Recent', { exact: true })).toBeVisible();
  await keyboard.type('nothing is called so');
  await expect(chosen).toContainText('Search the library for “nothing is called so”');
  await expect(options.last()).toContainText('New theme named “nothing is called so”');
  await keyboard.press('Control+k');
  await expect(palette).toBeHidden();
});

test('keeps what is typed faster than it opens', async ({ foyer: { app, window } }) => {
  await new Welcome(window).practise();
  await window.getByRole('gridcell').first().focus();
  // All at once, as the system hands them over when the window was busy.
  await app.evaluate(({ BrowserWindow }, letters) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const press = (keyCode: string, modifiers: 'control'[] = []) => {
      contents?.sendInputEvent({ type: 'keyDown', keyCode, modifiers });
      if (modifiers.length === 0) contents?.sendInputEvent({ type: 'char', keyCode });
      contents?.sendInputEvent({ type: 'keyUp', keyCode, modifiers });
    };
    press('k', ['control']);
    for (const letter of letters) press(letter);
  }, 'domains');
  const palette = window.getByRole('dialog', { name: 'Search or run a command' });
  await expect(palette.getByRole('combobox')).toHaveValue('domains');
  await expect(palette.getByRole('option', { selected: true })).toContainText('Domains');
  await window.keyboard.press('Enter');
  await expect(new Shell(window).heading('Domains')).toBeVisible();
});

test('opens a theme by its name, and does what the studio can do', async ({
  foyer: { window },
}) => {
  await new Welcome(window).practise();
  const { keyboard } = window;
  const chosen = window.getByRole('option', { selected: true });

  await keyboard.press('Control+k');
  await keyboard.type('osteria');
  await expect(chosen).toContainText('tagged Booking, Hospitality');
  await keyboard.press('Enter');
  await window.getByRole('complementary', { name: 'Before publishing' }).waitFor();

  await keyboard.press('Control+k');
  await keyboard.type('publish to');
  await expect(chosen).toContainText('Publish to Practice');
  await keyboard.press('Enter');
  await window.getByText('The service saved the theme.').waitFor();
});

test('does with the keyboard what the library and the studio have buttons for', async ({
  foyer: { window },
}) => {
  await new Welcome(window).practise();
  const { keyboard } = window;
  const chosen = window.getByRole('option', { selected: true });
  const command = async (typed: string, label: string) => {
    await keyboard.press('Control+k');
    await keyboard.type(typed);
    await expect(chosen).toContainText(label);
    await keyboard.press('Enter');
  };

  const osteria = window.getByRole('gridcell', { name: /^Osteria, /u });
  await osteria.press('Space');
  await command('link to', 'Link to a template');
  await window.getByRole('dialog', { name: 'Link Osteria to a template' }).waitFor();
  await keyboard.press('Escape');
  await command('rename', 'Rename');
  const name = window.getByRole('textbox', { name: 'New name for Osteria' });
  await expect(name).toBeFocused();
  await keyboard.press('Escape');
  await keyboard.press('Control+k');
  await keyboard.type('export');
  await expect(window.getByRole('option', { name: /^Export….*1 selected/u })).toBeVisible();
  await keyboard.press('Escape');
  await osteria.press('Enter');
  await window.getByRole('complementary', { name: 'Before publishing' }).waitFor();

  await command('edit custom css', 'Edit: Custom CSS');
  await window.getByRole('textbox', { name: 'Style sheet' }).waitFor();
  await expect(window.getByRole('button', { name: /^Custom CSS/u })).toBeFocused();
  await command('palette', 'Palette from an image');
  await expect(
    window.getByRole('button', { name: 'Palette from an image', expanded: true }),
  ).toBeFocused();
  await command('name this', 'Name this version');
  await expect(window.getByRole('textbox', { name: 'Version name' })).toBeFocused();
  await keyboard.type('As it was');
  await keyboard.press('Enter');
  await expect(window.getByRole('button', { name: /^View As it was/u })).toBeVisible();
});

test('keeps the focus on the button that publishes', async ({ foyer: { window } }) => {
  await new Welcome(window).practise();
  await window.getByRole('gridcell').first().press('Enter');
  const inspector = window.getByRole('complementary', { name: 'Before publishing' });
  const publish = inspector.getByRole('button', { name: /^Publish/u });
  await publish.focus();
  await window.keyboard.press('Enter');
  await window.getByText('The service saved the theme.').waitFor();
  await expect(publish).toBeFocused();
});

for (const appearance of ['light', 'dark'] as const) {
  test(`breaks no rule of accessibility, ${appearance}`, async ({ foyer: { window } }) => {
    await new Welcome(window).practise();
    await window.evaluate(
      (appearance) => self.foyer.invoke('app.setPreferences', { appearance }),
      appearance,
    );
    const settled = () =>
      window.evaluate(() =>
        Promise.all(
          document.getAnimations().map(({ finished }) => finished.catch(() => undefined)),
        ),
      );
    await window.keyboard.press('Control+k');
    for (const typed of ['', 'book', 'zzz']) {
      await window.getByRole('combobox').fill(typed);
      await settled();
      const { violations } = await new AxeBuilder({ page: window })
        .setLegacyMode(true)
        .include('[role="dialog"]')
        .analyze();
      expect(violations.map(({ id, nodes }) => `${id} ${String(nodes[0]?.target)}`)).toEqual([]);
    }
    await window.keyboard.press('Escape');
    await window.getByRole('button', { name: /^Connection: /u }).click();
    await window.getByRole('menu').waitFor();
    await settled();
    const { violations } = await new AxeBuilder({ page: window }).setLegacyMode(true).analyze();
    expect(violations.map(({ id, nodes }) => `${id} ${String(nodes[0]?.target)}`)).toEqual([]);
  });
}
