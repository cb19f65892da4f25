/** A library of ten thousand themes: all of them there, and none in the way. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './foyer';
import { startWith, themeDocument } from './theme-files';

test('10,000 themes are there, found by what they are, filtered, and scrolled to the end', async ({
  home,
}) => {
  // Ten thousand files are written and read: 8 s, and 51 s on a busy machine.
  test.slow();
  await mkdir(home.library, { recursive: true });
  for (let number = 0; number < 10_000; number += 1) {
    const document = themeDocument(`Theme ${String(number)}`, {
      id: `0192f0c1-0000-7000-8000-${String(number).padStart(12, '0')}`,
    });
    if (number === 4_321) document.theme.chat.buttons.backgroundColor = '#0F766E';
    if (number === 1_234) document.theme.general.font = 'Lora';
    if (number === 777) document.tags = ['Rare'];
    await writeFile(join(home.library, `${String(number)}.json`), JSON.stringify(document));
  }
  const { library, window } = await startWith(home, []);
  await library.cards.first().waitFor();
  await library.search.fill('theme 9999');
  await expect(library.card('Theme 9999')).toBeVisible();
  await expect(library.cards).toHaveCount(1);
  await library.search.fill('teal');
  await expect(library.card('Theme 4321')).toBeVisible();
  await expect(library.cards).toHaveCount(1);
  await library.search.fill('lora');
  await expect(library.card('Theme 1234')).toBeVisible();
  await expect(library.cards).toHaveCount(1);
  await library.search.fill('');
  // Only what is in sight is drawn.
  await expect(window.getByRole('button', { name: /^All 10.?000$/u })).toBeVisible();
  expect(await library.cards.count()).toBeLessThan(60);

  await window.getByRole('button', { name: 'Tag: Any tag' }).click();
  await window.getByRole('menuitemcheckbox', { name: /^Rare/u }).click();
  await expect(library.card('Theme 777')).toBeVisible();
  await expect(library.cards).toHaveCount(1);
  await window.getByRole('button', { name: 'Tag: Rare' }).click();
  await window.getByRole('menuitemcheckbox', { name: 'Any tag' }).click();
  await window.getByRole('button', { name: 'Published 0' }).click();
  await expect(window.getByText('No themes here')).toBeVisible();
  await window.getByRole('button', { name: /^All/u }).click();

  await window.getByRole('button', { name: /^Sort/u }).click();
  await window.getByRole('menuitemcheckbox', { name: 'Name' }).click();
  await library.cards.first().press('Control+End');
  await expect(library.card('Theme 9999')).toBeFocused();
  await expect(library.card('Theme 9999')).toBeInViewport();
  await window.keyboard.press('Control+Home');
  await expect(library.card('Theme 0')).toBeFocused();
  await expect(library.card('Theme 0')).toBeInViewport();
  // By the wheel, past many screens: what comes into sight is drawn.
  const box = await window.getByRole('grid', { name: 'Themes' }).boundingBox();
  if (!box) throw new Error('There is no grid.');
  await window.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  // A turn while the list still follows the keyboard is taken back by it.
  await expect(async () => {
    await window.mouse.wheel(0, 100_000);
    await expect(library.card('Theme 0')).not.toBeInViewport({ timeout: 1_000 });
  }).toPass();
  const inSight = () =>
    window.evaluate(
      ([x, y]) =>
        document.elementFromPoint(x, y)?.closest('[role=gridcell]')?.getAttribute('aria-label'),
      [box.x + box.width / 2, box.y + box.height / 2] as const,
    );
  await expect.poll(inSight).toMatch(/^Theme \d+, Draft/u);
});
