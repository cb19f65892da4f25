/** What an owner ran into while using the app: each fails now. */
import { rename } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './foyer';
import { Library } from './pages/library';
import { Shell } from './pages/shell';
import { Studio } from './pages/studio';
import { Welcome } from './pages/welcome';
import { prefer, resize } from './window-state';

async function forgetToken(window: Page): Promise<void> {
  await new Shell(window).goTo('Settings');
  await window.getByRole('button', { name: 'More for Northwind' }).click();
  await window.getByRole('menuitem', { name: 'Forget token' }).click();
  await window.getByRole('button', { name: 'Forget token' }).click();
  await expect(window.getByText('no token stored')).toBeVisible();
}

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

test.describe('a button that names a part of the settings leads to that part', () => {
  test('Choose another folder, where the library’s is away', async ({
    home,
    foyer: { app, window },
  }) => {
    await new Welcome(window).practise();
    await resize(app, window, 960, 640);
    await rename(home.library, `${home.library}-away`);
    await window
      .getByRole('main')
      .getByRole('button', { name: 'Choose another folder' })
      .press('Enter');
    await new Shell(window).heading('Settings').waitFor();
    await expect(window.getByRole('button', { name: 'Choose another folder' })).toBeInViewport();
  });

  test('Set its shortcut, in Previews', async ({ foyer: { app, window } }) => {
    await new Welcome(window).practise();
    await resize(app, window, 960, 640);
    await prefer(window, { textSize: 150 });
    await new Shell(window).goTo('Previews');
    await window.getByRole('button', { name: 'Set its shortcut' }).press('Enter');
    await new Shell(window).heading('Settings').waitFor();
    await expect(window.getByRole('button', { name: 'Choose keys' })).toBeInViewport();
  });

  test('Open settings, where images from the web are off', async ({ foyer: { app, window } }) => {
    await new Welcome(window).practise();
    await resize(app, window, 960, 640);
    await new Shell(window).goTo('Settings');
    await window.getByRole('switch', { name: 'Load images from the web' }).click();
    await new Shell(window).goTo('Library');
    const studio = await new Library(window).open('Harbour');
    const avatar = await studio.section('Bot avatar');
    await avatar.getByRole('textbox').first().fill('https://example.com/a.png');
    await window.getByRole('button', { name: 'Open settings' }).press('Enter');
    await new Shell(window).heading('Settings').waitFor();
    await expect(window.getByRole('switch', { name: 'Load images from the web' })).toBeInViewport();
  });
});

test('“No token is stored” goes once one is stored', async ({ foyer: { window }, service }) => {
  await new Welcome(window).connect(service);
  const studio = await new Library(window).newTheme();
  await studio.backToLibrary();
  await forgetToken(window);
  await new Shell(window).goTo('Library');
  await new Library(window).cards.first().press('Enter');
  await studio.opened();
  await studio.publishButton.click();
  await window.getByRole('button', { name: 'Enter token' }).waitFor();
  await studio.backToLibrary();
  await new Shell(window).goTo('Domains');
  await window.getByRole('textbox', { name: 'Domain name' }).fill('chat.example.com');
  await window.getByRole('button', { name: 'Review name' }).click();
  await window.getByRole('button', { name: /^Add / }).click();
  const problem = window.getByText('No token is stored for Northwind');
  await expect(problem).toBeVisible();
  await window.getByRole('button', { name: 'Enter token' }).click();
  await window.getByRole('dialog').getByRole('textbox').fill(service.token);
  await window.keyboard.press('Enter');
  await expect(window.getByText('Token for Northwind saved')).toBeVisible();
  await expect(problem).toBeHidden({ timeout: 3_000 });
});

test('once the prompt for a token is put off, what waits for it still leads to where it is entered', async ({
  foyer: { window },
  service,
}) => {
  await new Welcome(window).connect(service);
  const studio = await new Library(window).newTheme();
  await studio.backToLibrary();
  await forgetToken(window);
  await new Shell(window).goTo('Library');
  await new Library(window).cards.first().press('Enter');
  await studio.opened();
  await studio.publishButton.press('Enter');
  const later = window.getByRole('button', { name: 'Later' });
  await later.press('Enter');
  await expect(later).toBeHidden();
  await expect(studio.inspector.getByRole('button', { name: /token|settings/iu })).toBeVisible({
    timeout: 3_000,
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

test('a check from the palette that doubts the token leads to where it is entered', async ({
  foyer: { window },
  service,
}) => {
  await new Welcome(window).connect(service);
  service.setBehaviour('saveThemeTemplate', { status: 400, message: 'Invalid API token' });
  await window.keyboard.press('Control+k');
  await window.getByRole('combobox').fill('check the connection');
  await window.keyboard.press('Enter');
  const dialog = window.getByRole('dialog', { name: 'Checking Northwind' });
  await expect(dialog.getByText(/The token may be wrong. Enter it again/u)).toBeVisible();
  await expect(dialog.getByRole('button', { name: /token|connection|settings/iu })).toBeVisible({
    timeout: 3_000,
  });
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
