/** What an owner ran into while using the app: each fails now. */
import type { Page } from '@playwright/test';
import { expect, test } from './foyer';
import { Library } from './pages/library';
import { Shell } from './pages/shell';
import { Studio } from './pages/studio';
import { Welcome } from './pages/welcome';
import { prefer, resize } from './window-state';

const undoButton = (window: Page, text: string) =>
  window.locator('.toast').filter({ hasText: text }).getByRole('button', { name: /^Undo/u });

test('the key that a notification names undoes what it tells of, in the studio too', async ({
  foyer: { window },
}) => {
  await new Welcome(window).practise();
  const library = new Library(window);
  const studio = await library.open('Harbour');
  await studio.typeColour('Buttons', 'background', '#0B6E4F');
  await studio.saved();
  await studio.backToLibrary();
  await library.card('Midnight').press('Delete');
  await expect(undoButton(window, 'Midnight deleted')).toBeVisible();
  await library.open('Harbour');
  const promised = await undoButton(window, 'Midnight deleted').innerText();
  await window.keyboard.press('Control+z');
  await window.waitForTimeout(500);
  const buttons = await studio.section('Buttons');
  const colour = await buttons
    .getByRole('textbox', { name: 'Buttons, background', exact: true })
    .inputValue();
  await studio.backToLibrary();
  const isBack = (await library.card('Midnight').count()) === 1;
  // Either the key isn't named here, or it does what it is named for.
  expect({ isNamed: promised.includes('Ctrl'), isBack, colour }).not.toEqual({
    isNamed: true,
    isBack: false,
    colour: '#B8501F',
  });
});

test('with large text Publish says its whole connection', async ({ foyer: { app, window } }) => {
  await new Welcome(window).practise();
  await prefer(window, { textSize: 200 });
  await resize(app, window, 960, 640);
  await new Library(window).cards.first().press('Enter');
  const studio = await new Studio(window).opened();
  const where = studio.publishButton.locator('.where');
  const cut = await where.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(cut).toBe(0);
});

test('an international name is shown both ways once it is added, too', async ({
  foyer: { window },
}) => {
  await new Welcome(window).practise();
  await new Shell(window).goTo('Domains');
  await window.getByRole('textbox', { name: 'Domain name' }).fill('bücher.example.com');
  await window.keyboard.press('Enter');
  await window.getByRole('button', { name: 'Add bücher.example.com' }).press('Enter');
  await window.getByText('The service accepted the domain.').waitFor();
  await window.getByRole('textbox', { name: 'Domain name' }).fill('');
  await expect(window.getByRole('region', { name: 'Added from this computer' })).toContainText(
    'bücher.example.com',
    { timeout: 3_000 },
  );
});

test('the key that a notification names does it under a dialog, or isn’t named there', async ({
  foyer: { window },
}) => {
  await new Welcome(window).practise();
  const library = new Library(window);
  await library.card('Midnight').press('Delete');
  const undo = undoButton(window, 'Midnight deleted');
  await undo.waitFor();
  await window.keyboard.press('?');
  await window.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  const promised = await undo.innerText();
  await window.keyboard.press('Control+z');
  await window.waitForTimeout(500);
  await window.keyboard.press('Escape');
  const isBack = (await library.card('Midnight').count()) === 1;
  expect({ isNamed: promised.includes('Ctrl'), isBack }).not.toEqual({
    isNamed: true,
    isBack: false,
  });
});

test('what the title says of a doubt that was sent again and refused is what can be acted on', async ({
  foyer: { window },
  service,
}) => {
  await new Welcome(window).connect(service);
  const studio = await new Library(window).newTheme();
  service.setBehaviour('saveThemeTemplate', { cut: 'afterReading', times: 1 });
  await studio.publishButton.press('Enter');
  await studio.sendAgainButton.waitFor();
  service.setBehaviour('saveThemeTemplate', { status: 400, message: 'name is too long' });
  await studio.sendAgainButton.press('Enter');
  await studio.inspector.getByText(/refused it \(400\)/u).waitFor();
  await studio.inspector.getByRole('button', { name: 'Dismiss' }).press('Enter');
  await expect(studio.inspector.getByText(/refused it \(400\)/u)).toBeHidden();
  // Either it is still not sure, and a person can say so, or it isn't.
  const isSaidUnsure = await window.getByText('Not sure it arrived').isVisible();
  const canDecide = await studio.markPublishedButton.isVisible();
  expect({ isSaidUnsure, canDecide }).not.toEqual({ isSaidUnsure: true, canDecide: false });
});

test('Publish says why it sends nothing while a decision is awaited', async ({
  foyer: { window },
  service,
}) => {
  await new Welcome(window).connect(service);
  const studio = await new Library(window).newTheme();
  service.setBehaviour('saveThemeTemplate', { cut: 'afterReading', times: 1 });
  await studio.publishButton.press('Enter');
  await studio.sendAgainButton.waitFor();
  await studio.saved();
  const everything = async () => [
    await window.locator('body').innerText(),
    ...(await window.locator('[aria-live]').allInnerTexts()),
    await window.evaluate(() => document.activeElement?.textContent),
  ];
  const before = await everything();
  await studio.publishButton.press('Enter');
  await window.waitForTimeout(1_500);
  expect(service.received()).toHaveLength(1);
  // Not a word, nor the focus on what is to be decided: a press that does nothing.
  expect(await everything()).not.toEqual(before);
});
