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

test('in the palette it goes back and forth, by the key and by the menu', async ({
  foyer: { app, window },
  service,
}) => {
  await new Welcome(window).connect(service);
  await window.keyboard.press('Control+k');
  const palette = window.getByRole('dialog').getByRole('combobox');
  await expect(palette).toBeFocused();
  await window.keyboard.type('publish harbour');
  await window.keyboard.press('Control+z');
  await expect(palette).toHaveValue('publish');
  await window.keyboard.press('Control+Shift+z');
  await expect.soft(palette).toHaveValue('publish harbour', { timeout: 2000 });
  await palette.fill('');
  await window.keyboard.type('publish');
  await app.evaluate(({ Menu }) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []);
    items?.find((item) => item.label === 'Undo')?.click();
  });
  await expect.soft(palette).toHaveValue('', { timeout: 2000 });
});

test('the window remembers no token after it was entered', async ({
  foyer: { window },
  service,
}) => {
  await new Welcome(window).connect(service);
  await new Shell(window).goTo('Settings');
  await window.getByRole('button', { name: 'Add a connection' }).click();
  const form = new Welcome(window);
  await form.openForm();
  await form.fill({ label: 'Second', baseAddress: service.baseAddress, workspaceId: 'ws_2', token: '' });
  await form.field('Token').click();
  await window.keyboard.type(service.token);
  await window.keyboard.press('Enter');
  await expect(form.field('Token')).toHaveCount(0);
  await new Shell(window).goTo('Library');
  const page = await window.context().newCDPSession(window);
  const holders = async () => {
    let told = '';
    const take = ({ chunk }: { chunk: string }) => (told += chunk);
    page.on('HeapProfiler.addHeapSnapshotChunk', take);
    await page.send('HeapProfiler.enable');
    await page.send('HeapProfiler.collectGarbage');
    await page.send('HeapProfiler.takeHeapSnapshot', {});
    page.off('HeapProfiler.addHeapSnapshotChunk', take);
    const { strings } = JSON.parse(told) as { strings: string[] };
    return strings.filter((text) => text.includes(service.token)).length;
  };
  expect(await holders()).toBe(0);
});

test('in the name of a filter redo gives back what undo took', async ({
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
  await name.fill('');
  await name.click();
  await window.keyboard.type('Client themes');
  await window.keyboard.press('Control+z');
  await expect(name).toHaveValue('Client');
  await window.keyboard.press('Control+Shift+z');
  await expect.soft(name).toHaveValue('Client themes', { timeout: 2000 });
  await name.fill('');
  await window.keyboard.type('Client');
  await app.evaluate(({ Menu }) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []);
    items?.find((item) => item.label === 'Undo')?.click();
  });
  await expect.soft(name).toHaveValue('', { timeout: 2000 });
});
