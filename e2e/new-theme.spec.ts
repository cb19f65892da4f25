/** The ways to begin a theme: blank, from a starter, from another theme, in the colours of a picture. */
import { onePng } from '../src-main/pictures/trial-web';
import { expect, test } from './foyer';
import { Library } from './pages/library';
import { Studio } from './pages/studio';
import { Welcome } from './pages/welcome';
import type { Page } from '@playwright/test';

const name = (window: Page) => window.getByRole('textbox', { name: 'Theme name' });
const selected = () => getSelection()?.toString();

/** Chooses one of the ways beside *New theme*. */
async function begin(window: Page, way: string): Promise<void> {
  await window.getByRole('button', { name: 'More ways to start a theme' }).click();
  await window.getByRole('menuitem', { name: way }).click();
}

/** Drops a picture on what is in the middle of the window, as from the page that has its address. */
/** @param png `null` where only an address is dropped */
async function drop(window: Page, file: string, png: Buffer | null, address = ''): Promise<void> {
  await window.evaluate(
    async ({ file, bytes, address }) => {
      const dataTransfer = new DataTransfer();
      if (bytes) {
        const data = Uint8Array.from(bytes);
        dataTransfer.items.add(new File([data], file, { type: 'image/png' }));
      }
      if (address !== '') dataTransfer.setData('text/uri-list', address);
      const middle = { clientX: innerWidth / 2, clientY: innerHeight / 2 };
      for (const type of ['dragenter', 'dragover', 'drop']) {
        const target = document.elementFromPoint(middle.clientX, middle.clientY);
        const options = { bubbles: true, cancelable: true, dataTransfer, ...middle };
        target?.dispatchEvent(new DragEvent(type, options));
        await new Promise((drawn) => requestAnimationFrame(drawn));
      }
    },
    { file, bytes: png && [...png], address },
  );
}

test('each way begins a theme whose name is selected for typing', async ({ foyer: { window } }) => {
  await new Welcome(window).practise();
  const library = new Library(window);
  const studio = new Studio(window);

  await test.step('blank, with one key', async () => {
    await window.keyboard.press('ControlOrMeta+n');
    await expect(name(window)).toBeFocused();
    await window.keyboard.type('Vesper');
    await window.keyboard.press('Enter');
    await expect(window.getByRole('heading', { level: 1, name: 'Vesper' })).toBeVisible();
    await studio.saved();
    await studio.backToLibrary();
    await expect(library.card('Vesper')).toBeVisible();
  });

  await test.step('from a starter theme, found by its name', async () => {
    await begin(window, 'From a starter theme…');
    const dialog = window.getByRole('dialog', { name: 'New theme' });
    await dialog.getByRole('searchbox').fill('lemon');
    await dialog.getByRole('button', { name: 'Start from Lemonade' }).click();
    await expect(name(window)).toHaveValue('Lemonade');
    expect(await window.evaluate(selected)).toBe('Lemonade');
    await studio.backToLibrary();
  });

  await test.step('from another theme, which stays as it is', async () => {
    await begin(window, 'From another theme…');
    const dialog = window.getByRole('dialog', { name: 'New theme' });
    await expect(dialog.getByRole('searchbox')).toBeFocused();
    await dialog.getByRole('button', { name: 'Start from Lemonade' }).click();
    await expect(name(window)).toBeFocused();
    await window.keyboard.type('Limonata');
    await window.keyboard.press('Enter');
    await studio.backToLibrary();
    await expect(library.card('Lemonade')).toBeVisible();
    await expect(library.card('Limonata')).toBeVisible();
  });

  await test.step('from an image that is chosen', async () => {
    const asked = window.waitForEvent('filechooser');
    await begin(window, 'From an image…');
    const buffer = onePng(64, 64, [28, 93, 128]);
    await (await asked).setFiles({ name: 'calm-sea.png', mimeType: 'image/png', buffer });
    await expect(name(window)).toHaveValue('Calm sea');
    const buttons = await studio.section('Buttons');
    await expect(buttons.getByRole('textbox', { name: 'Buttons, background' })).toHaveValue(
      '#1C5D80',
    );
    await studio.backToLibrary();
  });

  await test.step('from an image that is dropped on the library', async () => {
    await drop(window, 'Ember.png', onePng(64, 64, [176, 58, 20]));
    await expect(name(window)).toHaveValue('Ember');
    await studio.saved();
    await studio.backToLibrary();
  });

  await test.step('and of what is no image nothing is made', async () => {
    const { length } = await library.cards.all();
    await drop(window, 'broken.png', Buffer.from('not a picture'));
    await expect(window.getByText(/It isn’t an image Foyer can read/u)).toBeVisible();
    await expect(library.cards).toHaveCount(length);
  });
});

test('an image dropped on the preview is asked about, and is one step of undo', async ({
  foyer: { window },
}) => {
  await new Welcome(window).practise();
  const studio = await new Library(window).open('Harbour');
  const dialog = window.getByRole('dialog', { name: 'What should this image be?' });
  const png = onePng(64, 64, [28, 93, 128]);
  const ground = async () =>
    (await studio.section('Buttons')).getByRole('textbox', { name: 'Buttons, background' });
  const before = await (await ground()).inputValue();

  await drop(window, 'sea.png', png);
  await expect(dialog.getByRole('button', { name: 'The background' })).toBeDisabled();
  await expect(dialog.getByText(/needs an https:\/\/ address/u)).toBeVisible();
  await dialog.getByRole('button', { name: 'The theme’s colours' }).click();
  await expect(await ground()).toHaveValue('#1C5D80');
  await window.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(await ground()).toHaveValue(before);

  await drop(window, 'sea.png', png, 'https://pictures.example/sea.png');
  await dialog.getByRole('button', { name: 'The bot’s avatar' }).click();
  const avatar = await studio.section('Bot avatar');
  await expect(avatar.getByRole('textbox')).toHaveValue('https://pictures.example/sea.png');

  // What can't be loaded is said, not passed over.
  await drop(window, 'sea.png', null, 'http://pictures.example/sea.png');
  await expect(window.getByText(/needs an https:\/\/ address/u)).toBeVisible();
  await expect(dialog).toBeHidden();
});
