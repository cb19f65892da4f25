/** A press that changes nothing in a field is no step, and takes no step away; where nothing is typed, undo is the app's. */
import { expect, test } from './foyer';
import { Library } from './pages/library';
import { Previews } from './pages/previews';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';

test('after Delete at the end of a field undo goes on to where it was empty', async ({
  foyer: { window },
  service,
}) => {
  await new Welcome(window).connect(service);
  await new Shell(window).goTo('Previews');
  const { recipient } = new Previews(window);
  await recipient.click();
  await window.keyboard.type('Jo Harbour');
  await window.keyboard.press('Delete');
  await window.keyboard.press('Control+z');
  await expect(recipient).toHaveValue('Jo');
  await window.keyboard.press('Control+z');
  await expect(recipient).toHaveValue('');
});

test('after Delete at the end of a field redo gives back all that was typed', async ({
  foyer: { window },
  service,
}) => {
  await new Welcome(window).connect(service);
  await new Shell(window).goTo('Previews');
  const { recipient } = new Previews(window);
  await recipient.click();
  await window.keyboard.type('Jo Harbour');
  await window.keyboard.press('Control+z');
  await window.keyboard.press('Control+z');
  await expect(recipient).toHaveValue('');
  // Nothing is there to be deleted.
  await window.keyboard.press('Backspace');
  await window.keyboard.press('Control+Shift+z');
  await window.keyboard.press('Control+Shift+z');
  await expect(recipient).toHaveValue('Jo Harbour');
});

test('Enter in the search takes no step away', async ({ foyer: { window }, service }) => {
  await new Welcome(window).connect(service);
  const library = new Library(window);
  const studio = await library.newTheme();
  await studio.backToLibrary();
  await library.search.click();
  await window.keyboard.type('untitled theme');
  await window.keyboard.press('Control+z');
  await window.keyboard.press('Control+z');
  await expect(library.search).toHaveValue('');
  await window.keyboard.press('Enter');
  await library.search.focus();
  await window.keyboard.press('Control+y');
  await window.keyboard.press('Control+y');
  await expect(library.search).toHaveValue('untitled theme');
});

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
