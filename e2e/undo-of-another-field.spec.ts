/** Ctrl Z takes back what a person last did where they are: never what was typed into a field elsewhere. */
import { expect, test } from './foyer';
import { Library } from './pages/library';
import { Previews } from './pages/previews';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';
import { onDisk } from './transfers';

test('in the question before a preview it leaves the form behind as it is', async ({
  foyer: { window },
  service,
}) => {
  await new Welcome(window).connect(service);
  await new Shell(window).goTo('Previews');
  const previews = new Previews(window);
  await previews.botId.click();
  await window.keyboard.type('cl_harbour');
  await previews.recipient.click();
  await window.keyboard.type('+44 20 7946 0958');
  await previews.startButton.click();
  await previews.firstButton.waitFor();
  await window.keyboard.press('Control+z');
  await expect(previews.recipient).toHaveValue('+44 20 7946 0958');
});

test('in a dialog over the studio it leaves the theme as it is', async ({
  home,
  foyer: { window },
  service,
}) => {
  await new Welcome(window).connect(service);
  const studio = await new Library(window).newTheme();
  const group = await studio.section('Bot bubbles');
  const field = group.getByRole('textbox', { name: 'Bot bubbles, background', exact: true });
  await field.click();
  await field.press('Control+a');
  await window.keyboard.type('#112233');
  await field.press('Tab');
  await studio.saved();
  const colours = async () =>
    (await onDisk(home)).map(({ theme }) => theme.chat.hostBubbles.backgroundColor);
  await expect.poll(colours).toEqual(['#112233']);
  await studio.inspector.getByRole('button', { name: 'More', exact: true }).click();
  await window.getByRole('menuitem', { name: 'Show the exact request' }).click();
  await window.getByRole('dialog').waitFor();
  await window.keyboard.press('Control+z');
  await expect(field).toHaveValue('#112233');
  expect(await colours()).toEqual(['#112233']);
});

test('in the library with nothing to undo it leaves the search as it is', async ({
  foyer: { window },
  service,
}) => {
  await new Welcome(window).connect(service);
  const library = new Library(window);
  const studio = await library.newTheme();
  await studio.backToLibrary();
  await library.search.click();
  await window.keyboard.type('untitled');
  await window.keyboard.press('Enter');
  await expect(library.card('Untitled theme')).toBeFocused();
  await window.keyboard.press('Control+z');
  await expect(library.card('Untitled theme')).toBeFocused();
  await expect(library.search).toHaveValue('untitled');
});

test('in the field of a shortcut’s name, pressed once too often, it leaves the form behind as it is', async ({
  foyer: { window },
  service,
}) => {
  await new Welcome(window).connect(service);
  await new Shell(window).goTo('Previews');
  const previews = new Previews(window);
  await previews.botId.click();
  await window.keyboard.type('cl_harbour');
  await previews.recipient.click();
  await window.keyboard.type('+44 20 7946 0958');
  await window.getByRole('button', { name: 'Save as shortcut' }).click();
  const dialog = window.getByRole('dialog', { name: 'New preview shortcut' });
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).click();
  await window.keyboard.type('Evening');
  for (let presses = 0; presses < 9; presses += 1) await window.keyboard.press('Control+z');
  await window.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect(previews.recipient).toHaveValue('+44 20 7946 0958');
});

test('in the field of a theme’s name, where nothing was typed, it leaves the theme as it is', async ({
  foyer: { window },
  service,
}) => {
  await new Welcome(window).connect(service);
  const studio = await new Library(window).newTheme();
  const group = await studio.section('Bot bubbles');
  const field = group.getByRole('textbox', { name: 'Bot bubbles, background', exact: true });
  await field.click();
  await field.press('Control+a');
  await window.keyboard.type('#112233');
  await field.press('Tab');
  await studio.saved();
  await window.keyboard.press('F2');
  await expect(window.getByRole('textbox', { name: 'Theme name' })).toBeFocused();
  await window.keyboard.press('Control+z');
  await expect(field).toHaveValue('#112233');
});

test('in a field it goes back and forth, by the key and by the menu, and no further than what was typed there', async ({
  foyer: { app, window },
  service,
}) => {
  await new Welcome(window).connect(service);
  await new Shell(window).goTo('Previews');
  const { botId, recipient } = new Previews(window);
  await botId.click();
  await window.keyboard.type('cl_harbour');
  await recipient.click();
  await window.keyboard.type('Jo Harbour');
  await window.keyboard.press('Control+z');
  await expect(recipient).not.toHaveValue('Jo Harbour');
  await window.keyboard.press('Control+Shift+z');
  await expect(recipient).toHaveValue('Jo Harbour');
  await recipient.clear();
  const menu = (which: 'Undo' | 'Redo') =>
    app.evaluate(({ Menu }, label) => {
      const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []);
      items?.find((item) => item.label === label)?.click();
    }, which);
  await menu('Undo');
  await expect(recipient).toHaveValue('Jo Harbour');
  await menu('Redo');
  await expect(recipient).toHaveValue('');
  for (let presses = 0; presses < 5; presses += 1) await window.keyboard.press('Control+z');
  await expect(recipient).toHaveValue('');
  await expect(recipient).toBeFocused();
  await expect(botId).toHaveValue('cl_harbour');
  await botId.focus();
  await window.keyboard.press('Control+z');
  await expect(botId).not.toHaveValue('cl_harbour');
});
