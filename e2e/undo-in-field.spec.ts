/** Undo and redo in a field are Chromium's own, in dialogs too; where nothing is typed, undo is the app's. */
import type { ElectronApplication, Locator } from '@playwright/test';
import { expect, test } from './foyer';
import { Library } from './pages/library';
import { Previews } from './pages/previews';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';

/** Types a word into a field that has the focus, and undoes and redoes it both ways. */
async function goBackAndForth(app: ElectronApplication, field: Locator, word: string) {
  const { keyboard } = field.page();
  await keyboard.type(word);
  await keyboard.press('Control+z');
  await expect(field).not.toHaveValue(word);
  await keyboard.press('Control+Shift+z');
  await expect(field).toHaveValue(word);
  await menu(app, 'Undo');
  await expect(field).not.toHaveValue(word);
  await menu(app, 'Redo');
  await expect(field).toHaveValue(word);
}

/** Presses an item of the application's menu. */
const menu = (app: ElectronApplication, which: 'Undo' | 'Redo') =>
  app.evaluate(({ Menu }, label) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []);
    items?.find((item) => item.label === label)?.click();
  }, which);

test('with the focus on a checkbox undo is that of the library', async ({
  foyer: { window },
  service,
}) => {
  await new Welcome(window).connect(service);
  const library = new Library(window);
  const studio = await library.newTheme();
  await studio.backToLibrary();
  await library.card('Untitled theme').press('Delete');
  await new Shell(window).goTo('Bin');
  const choice = window.getByRole('checkbox', { name: 'Select Untitled theme' });
  await choice.click();
  await expect(choice).toBeFocused();
  await window.keyboard.press('Control+z');
  await expect(choice).toHaveCount(0);
});

test('a letter with its accent is one step', async ({ foyer: { window }, service }) => {
  await new Welcome(window).connect(service);
  await new Shell(window).goTo('Previews');
  const { recipient } = new Previews(window);
  await recipient.click();
  await window.keyboard.type('Caf');
  const input = await window.context().newCDPSession(window);
  await input.send('Input.imeSetComposition', { text: '´', selectionStart: 1, selectionEnd: 1 });
  await input.send('Input.insertText', { text: 'é' });
  await expect(recipient).toHaveValue('Café');
  await window.keyboard.press('Control+z');
  await expect(recipient).not.toHaveValue('Caf´');
});

test('in the palette it goes back and forth, by the key and by the menu', async ({
  foyer: { app, window },
  service,
}) => {
  await new Welcome(window).connect(service);
  await window.keyboard.press('Control+k');
  const palette = window.getByRole('dialog').getByRole('combobox');
  await expect(palette).toBeFocused();
  await goBackAndForth(app, palette, 'publish');
});

test('in the name of a filter it goes back and forth, by the key and by the menu', async ({
  foyer: { app, window },
  service,
}) => {
  await new Welcome(window).connect(service);
  const library = new Library(window);
  const studio = await library.newTheme();
  await studio.backToLibrary();
  await library.search.fill('untitled');
  await window.getByRole('button', { name: /save.*filter/iu }).click();
  const name = window.getByRole('dialog').getByRole('textbox');
  await name.press('Control+a');
  await goBackAndForth(app, name, 'Client');
});

test('in a field it reaches what was typed there before a dialog that is gone', async ({
  foyer: { window },
  service,
}) => {
  await new Welcome(window).connect(service);
  await new Shell(window).goTo('Previews');
  const { botId, recipient } = new Previews(window);
  await botId.click();
  await window.keyboard.type('cl_harbour');
  await recipient.click();
  await window.keyboard.type('Jo');
  await window.getByRole('button', { name: 'Save as shortcut' }).click();
  const dialog = window.getByRole('dialog', { name: 'New preview shortcut' });
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).click();
  await window.keyboard.type('Evening');
  await window.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await recipient.focus();
  await window.keyboard.press('Control+z');
  await expect(recipient).not.toHaveValue('Jo');
});

test('what was typed elsewhere isn’t touched even for a moment', async ({
  foyer: { window },
  service,
}) => {
  await new Welcome(window).connect(service);
  await new Shell(window).goTo('Previews');
  const { botId, recipient } = new Previews(window);
  await botId.click();
  await window.keyboard.type('cl_harbour');
  await recipient.click();
  const heard = await window.evaluateHandle(() => {
    const log: string[] = [];
    for (const type of ['input', 'change', 'focusin', 'focusout', 'focus', 'blur'])
      document.addEventListener(type, () => log.push(type), { capture: true });
    return log;
  });
  await window.keyboard.press('Control+z');
  await expect(botId).toHaveValue('cl_harbour');
  await expect(recipient).toBeFocused();
  expect(await heard.jsonValue()).toEqual([]);
});
