/** What the studio says before a theme is published, and that every step can be taken back. */
import { expect, test } from './foyer';
import { Library } from './pages/library';
import { Welcome } from './pages/welcome';

test('the nearest fix of a contrast, and what the service may not understand', async ({
  foyer: { window },
}) => {
  await window.getByRole('button', { name: 'Look around first' }).click();
  const studio = await new Library(window).newTheme();
  const contrast = studio.inspector.getByRole('region', { name: 'Contrast' });
  await studio.typeColour('Bot bubbles', 'background', '#FFFFFF');
  await studio.typeColour('Bot bubbles', 'text', '#8A9AA5');
  const row = contrast.getByRole('listitem').filter({ hasText: 'Bot bubbles' });
  await expect(row).toContainText('hard to read');
  const fix = row.getByRole('button', { name: /^Fix Bot bubbles: use #/u });
  const colour = /#[0-9A-F]{6}/u.exec((await fix.getAttribute('aria-label')) ?? '')?.[0] ?? '';
  await fix.click();
  await expect(row).toContainText('readable');
  const section = await studio.section('Bot bubbles');
  const field = (which: string) =>
    section.getByRole('textbox', { name: `Bot bubbles, ${which}`, exact: true });
  await expect(field('text')).toHaveValue(colour);
  await expect(field('background')).toHaveValue('#FFFFFF');
  const shown = await studio.chat
    .locator('.typebot-host-bubble')
    .first()
    .evaluate((bubble) => getComputedStyle(bubble).color);
  // By the formula of WCAG 2.2: enough, and a little lighter would not be.
  const luminance = (shown.match(/\d+/gu) ?? [])
    .slice(0, 3)
    .map((part) => Number(part) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, at) => sum + part * ([0.2126, 0.7152, 0.0722][at] ?? 0), 0);
  const ratio = 1.05 / (luminance + 0.05);
  expect(ratio).toBeGreaterThanOrEqual(4.5);
  expect(ratio).toBeLessThan(4.7);

  const text = (await studio.section('Buttons')).getByRole('textbox', {
    name: 'Buttons, text',
    exact: true,
  });
  await text.fill('var(--brand)');
  await text.press('Enter');
  await studio.sections.getByRole('button', { name: 'Use it anyway' }).click();
  const warnings = studio.inspector.getByRole('region', { name: 'Before publishing' });
  const warning = warnings.getByRole('button', {
    name: 'Buttons, text var(--brand) isn’t a colour Foyer recognises',
  });
  await studio.section('Font');
  await warning.click();
  await expect(text).toBeFocused();
  await text.fill('#FF6347');
  await expect(warnings).toBeHidden();
});

test('what changed since the last publication, and each change taken back', async ({
  foyer: { window },
  service,
}) => {
  await new Welcome(window).connect(service);
  const studio = await new Library(window).newTheme();
  await studio.type('Custom CSS', 'Style sheet', '.typebot-button { letter-spacing: 1px }');
  await studio.saved();
  const changes = studio.inspector.getByRole('region', { name: 'Changes' });
  await expect(changes).toContainText('Not published to Northwind');
  await studio.publishButton.click();
  await expect(changes).toContainText(/^Changes\s*Nothing changed since/u);

  await studio.rename('Vesper');
  await studio.typeColour('Buttons', 'background', '#0B6E4F');
  await studio.choose('Roundness', 'Large');
  await studio.choose('Background', 'None');
  await studio.type('Custom CSS', 'Style sheet', '.typebot-button { letter-spacing: 2px }');
  const row = (name: string) => changes.getByRole('listitem').filter({ hasText: name });
  await expect(row('Name')).toHaveText(/Untitled theme\s*became\s*Vesper/u);
  await expect(row('Buttons, background')).toHaveText(/#0042DA\s*became\s*#0B6E4F/u);
  await expect(row('Roundness')).toHaveText(/Medium\s*became\s*Large/u);
  await expect(row('Custom CSS')).toHaveText(/1 line added\s*1 removed/u);
  await row('Custom CSS')
    .getByRole('button', { name: /1 line added/u })
    .click();
  const lines = window.getByRole('dialog', { name: 'Custom CSS, line by line' });
  await expect(lines.getByRole('row').filter({ hasText: '1px' })).toContainText('2px');
  await window.keyboard.press('Escape');
  await expect(studio.publishButton).toHaveAccessibleName('Publish changes to Northwind');

  await changes.getByRole('button', { name: 'Revert: Buttons, background' }).click();
  await expect(row('Buttons, background')).toHaveCount(0);
  await expect(studio.chat.locator('.foyer-buttons > .typebot-button').first()).toHaveCSS(
    'background-color',
    'rgb(0, 66, 218)',
  );
  const takeBack = changes.getByRole('button', { name: /^Revert: /u });
  for (let left = await takeBack.count(); left > 0; left -= 1) {
    await expect(takeBack).toHaveCount(left);
    await takeBack.first().click();
  }
  await expect(changes).toContainText('Nothing changed since');
  await expect(studio.publishButton).toHaveAccessibleName('Publish again to Northwind');
  expect(service.received()).toHaveLength(1);
});

test('every step is taken back, however many, and done again', async ({ foyer: { window } }) => {
  await window.getByRole('button', { name: 'Look around first' }).click();
  const studio = await new Library(window).newTheme();
  const group = await studio.section('Buttons');
  const field = group.getByRole('textbox', { name: 'Buttons, background', exact: true });
  const colour = (step: number) => `#${step.toString(16).toUpperCase().padStart(6, '0')}`;
  const steps = 400;
  await window.evaluate(async (steps) => {
    const list = await self.foyer.invoke('library.list', undefined);
    if (!list.ok) throw new Error(JSON.stringify(list.problem));
    const { themes } = list.value as { themes: { id: string }[] };
    for (let step = 1; step <= steps; step += 1) {
      const value = `#${step.toString(16).toUpperCase().padStart(6, '0')}`;
      const edit = { field: 'chat.buttons.backgroundColor', value };
      await self.foyer.invoke('library.edit', { id: themes[0]?.id, edits: [edit] });
    }
  }, steps);
  await expect(field).toHaveValue(colour(steps));
  const undo = window.getByRole('button', { name: 'Undo' });
  await undo.focus();
  for (let step = 0; step < steps; step += 1) await window.keyboard.press('Control+z');
  await expect(field).toHaveValue('#0042DA');
  await expect(undo).toBeDisabled();
  for (let step = 0; step < steps; step += 1) await window.keyboard.press('Control+Shift+z');
  await expect(field).toHaveValue(colour(steps));
  await expect(window.getByRole('button', { name: 'Redo' })).toBeDisabled();
});
