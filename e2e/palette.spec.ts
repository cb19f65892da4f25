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
  const palette = window.getByRole('dialog', { name: 'Find and do anything' });
  const options = palette.getByRole('option');
  const chosen = palette.getByRole('option', { selected: true });

  await window.getByRole('gridcell').first().focus();
  await keyboard.press('Control+k');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await expect(options.first()).toContainText('Start a one-off preview');
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
  await expect(chosen).toContainText('New theme named “nothing is called so”');
  await keyboard.press('Control+k');
  await expect(palette).toBeHidden();
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

test('keeps the focus on the button that publishes', async ({ foyer: { window } }) => {
  await new Welcome(window).practise();
  await window.getByRole('gridcell').first().press('Enter');
  const publish = window.getByRole('button', { name: /^Publish/u });
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
