/** With the colours that the system forces, what is chosen can still be read. */
import type { Locator } from '@playwright/test';
import { expect, test } from './foyer';
import { Library } from './pages/library';
import { Welcome } from './pages/welcome';
import { prefer } from './window-state';

/** The contrast of an element's text, by WCAG, with the ground that is behind it. */
const contrast = (of: Locator) =>
  of.evaluate((element) => {
    const channels = (colour: string) => (colour.match(/[\d.]+/gu) ?? []).map(Number);
    const luminance = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = channels(colour).map((value) =>
        value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    let ground = 'rgb(255, 255, 255)';
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if ((channels(backgroundColor)[3] ?? 1) < 1) continue;
      ground = backgroundColor;
      break;
    }
    const both = [luminance(getComputedStyle(element).color), luminance(ground)];
    return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
  });

for (const scheme of ['light', 'dark'] as const) {
  test(`a chosen row of the library, and the palette's, ${scheme}`, async ({
    foyer: { window },
  }) => {
    await new Welcome(window).practise();
    await prefer(window, { appearance: scheme });
    await window.emulateMedia({ forcedColors: 'active', colorScheme: scheme });
    const library = new Library(window);

    await window.keyboard.press('Control+k');
    const option = window.getByRole('dialog').getByRole('option', { selected: true });
    await option.waitFor();
    expect.soft(await contrast(option.locator('.what'))).toBeGreaterThan(4.5);
    await window.keyboard.press('Escape');

    await window.getByRole('button', { name: /^View/u }).click();
    await window.getByRole('menuitemcheckbox', { name: 'List' }).click();
    await library.card('Harbour').press('Space');
    await expect(library.card('Harbour')).toHaveAttribute('aria-selected', 'true');
    const name = library.card('Harbour').getByText('Harbour', { exact: true });
    expect.soft(await contrast(name)).toBeGreaterThan(4.5);
  });
}
