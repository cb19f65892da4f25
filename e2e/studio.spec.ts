/** The left pane of the studio: every section, worked as a person works it. */
import type { Page } from '@playwright/test';
import { expect, test } from './foyer';
import { breaches } from './page-checks';
import { Library } from './pages/library';
import type { Studio } from './pages/studio';
import { prefer, resize } from './window-state';

async function newTheme(window: Page): Promise<Studio> {
  await window.getByRole('button', { name: 'Look around first' }).click();
  return new Library(window).newTheme();
}

/** A picture of three colours, drawn by the window itself. */
async function picture(window: Page): Promise<Buffer> {
  const drawn = await window.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 300;
    canvas.height = 200;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('There is no canvas.');
    for (const [colour, height] of [
      ['#F4F1EA', 200],
      ['#0B6623', 70],
      ['#2A3D66', 30],
    ] as const) {
      context.fillStyle = colour;
      context.fillRect(0, 0, 300, height);
    }
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(drawn.replace(/^.*,/u, ''), 'base64');
}

test('a font is searched, chosen, and shown in its own face', async ({ foyer: { window } }) => {
  const studio = await newTheme(window);
  const font = (await studio.section('Font')).getByRole('combobox', { name: 'Font' });
  await font.fill('mont');
  await expect(window.getByRole('option', { name: 'Montserrat' })).toBeVisible();
  await font.press('ArrowDown');
  await font.press('Enter');
  await expect(font).toHaveValue('Montserrat');
  const bubble = studio.chat.locator('.typebot-host-bubble').first();
  await expect(bubble).toHaveCSS('font-family', 'Montserrat, sans-serif');
  // Loaded from the app's own files, in the chat's document.
  await expect
    .poll(() =>
      bubble.evaluate(
        ({ ownerDocument }) =>
          [...ownerDocument.fonts].filter(
            ({ family, status }) => /Montserrat/u.test(family) && status === 'loaded',
          ).length,
      ),
    )
    .toBeGreaterThan(0);
  await font.fill('Space Grotesk');
  await expect(font).toHaveAccessibleDescription(
    'Space Grotesk isn’t installed here. The preview uses Open Sans instead.',
  );
});

test('the fonts of a theme are read once, however often it is opened', async ({
  foyer: { app, window },
}) => {
  const studio = await newTheme(window);
  const isFontLoaded = () =>
    studio.chat
      .locator('.typebot-host-bubble')
      .first()
      .evaluate(({ ownerDocument }) =>
        [...ownerDocument.fonts].some(({ status }) => status === 'loaded'),
      );
  await expect.poll(isFontLoaded).toBe(true);
  await window.getByRole('button', { name: 'Library', exact: true }).click();

  await app.evaluate(({ BrowserWindow }) => {
    const read: string[] = [];
    Object.assign(globalThis, { read });
    BrowserWindow.getAllWindows()[0]?.webContents.session.webRequest.onCompleted(({ url }) => {
      read.push(url);
    });
  });
  await new Library(window).open('Untitled theme');
  await expect.poll(isFontLoaded).toBe(true);
  const read = await app.evaluate(() => (globalThis as unknown as { read: string[] }).read);
  expect(read).toContain('app://foyer/chat.html');
  expect(read.filter((address) => address.endsWith('.woff2'))).toEqual([]);
});

test('a colour is picked with the keyboard, and what is none is put right', async ({
  foyer: { window },
}) => {
  const studio = await newTheme(window);
  const section = await studio.section('Buttons');
  const colour = section.getByRole('textbox', { name: 'Buttons, background', exact: true });
  await section
    .getByRole('button', { name: 'Choose a colour: Buttons, background' })
    .press('Enter');
  await expect(window.getByRole('slider', { name: 'Saturation and brightness' })).toBeFocused();
  await window.keyboard.press('Home');
  await window.keyboard.press('Tab');
  await expect(window.getByRole('slider', { name: 'Hue' })).toBeFocused();
  await window.keyboard.press('Escape');
  await expect(colour).toHaveValue('#DADADA');
  const button = studio.chat.locator('.foyer-buttons > .typebot-button').first();
  await expect(button).toHaveCSS('background-color', 'rgb(218, 218, 218)');
  const undo = window.getByRole('button', { name: 'Undo', exact: true });
  await expect(undo).toHaveAccessibleDescription('Undo: Buttons, background');
  // The keyboard was used last, so the focus brings the tooltip, as the pointer does.
  await undo.focus();
  await expect(window.getByText('Undo: Buttons, background').filter({ visible: true })).toHaveCount(
    1,
  );
  await colour.fill('orangish');
  await colour.press('Enter');
  await section.getByRole('button', { name: 'Use #FFA500', exact: true }).click();
  await expect(colour).toHaveValue('#FFA500');
  await expect(button).toHaveCSS('background-color', 'rgb(255, 165, 0)');
});

test('a number of a colour is scrubbed by its letter, in one step of undo', async ({
  foyer: { window },
}) => {
  const studio = await newTheme(window);
  const section = await studio.section('Buttons');
  await section
    .getByRole('button', { name: 'Choose a colour: Buttons, background' })
    .press('Enter');
  await window.getByRole('radio', { name: 'RGB' }).click();
  const red = window.getByRole('spinbutton', { name: 'Red' });
  await expect(red).toHaveValue('0');
  const letter = await window
    .getByRole('dialog')
    .locator('.text-field', { has: red })
    .getByText('R', { exact: true })
    .boundingBox();
  if (!letter) throw new Error('The letter is shown.');
  const [x, y] = [letter.x + letter.width / 2, letter.y + letter.height / 2];
  await window.mouse.move(x, y);
  await window.mouse.down();
  await window.mouse.move(x + 12, y);
  await expect(red).toHaveValue('12');
  await window.keyboard.down('Shift');
  await window.mouse.move(x + 20, y);
  await window.keyboard.up('Shift');
  await window.mouse.up();
  await expect(red).toHaveValue('200');
  await window.keyboard.press('Escape');
  const colour = section.getByRole('textbox', { name: 'Buttons, background', exact: true });
  await expect(colour).toHaveValue('#C842DA');
  await window.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(colour).toHaveValue('#0042DA');
});

test('while a colour is typed, the chat has one and nothing moves', async ({
  foyer: { window },
}) => {
  const studio = await newTheme(window);
  const section = await studio.section('Buttons');
  const colour = section.getByRole('textbox', { name: 'Buttons, background', exact: true });
  const button = studio.chat.locator('.foyer-buttons > .typebot-button').first();
  const below = studio.sections.getByRole('button', { name: /^Inputs/u });
  const before = await below.boundingBox();
  await colour.selectText();
  for (const letter of '#3B7A57') {
    await colour.press(letter);
    await expect(button).toHaveCSS('background-color', /^rgb\((?:0, 66, 218|59, 122, 87)\)$/u);
    expect(await below.boundingBox()).toEqual(before);
  }
  await expect(button).toHaveCSS('background-color', 'rgb(59, 122, 87)');

  // What is pressed next gets its click, though the field now says that it is wrong.
  await colour.fill('orangish');
  await below.click();
  await expect(studio.sections.getByRole('group', { name: 'Inputs', exact: true })).toBeVisible();
  await expect(button).toHaveCSS('background-color', 'rgb(59, 122, 87)');
});

test('the eyedropper is there exactly where the system has one', async ({ foyer: { window } }) => {
  const studio = await newTheme(window);
  const dropper = studio.sections.getByRole('button', {
    name: 'Pick from the screen: Inputs, placeholder',
  });
  const hasOne = await window.evaluate(() => 'EyeDropper' in self);
  await studio.section('Inputs');
  await expect(dropper).toHaveCount(hasOne ? 1 : 0);
  await studio.section('Buttons');
  await window.evaluate(() => Reflect.deleteProperty(self, 'EyeDropper'));
  await studio.section('Inputs');
  await expect(dropper).toHaveCount(0);
});

test('custom CSS is completed, judged where it stands, worn, and undone', async ({
  foyer: { window },
}) => {
  const refusals: string[] = [];
  window.on('console', (message) => {
    if (/Refused to|Content Security Policy directive: /u.test(message.text())) {
      refusals.push(message.text());
    }
  });
  const studio = await newTheme(window);
  const section = await studio.section('Custom CSS');
  const css = section.getByRole('textbox', { name: 'Style sheet' });
  await css.click();
  await window.keyboard.type('.typebot-bu');
  await window.getByRole('option', { name: /^typebot-button/u }).click();
  await expect(css).toHaveText('.typebot-button');
  await window.keyboard.type(' {\nletter-spacing: 3px;\ncolr: red;');
  await expect(studio.chat.locator('.foyer-buttons > .typebot-button').first()).toHaveCSS(
    'letter-spacing',
    '3px',
  );
  const problem = section.getByRole('button', {
    name: 'Line 3: Unknown property “colr”.',
  });
  await expect(problem).toBeVisible();
  await problem.click();
  await expect(css).toBeFocused();
  // A question mark is a letter here, not the key for the shortcuts.
  await window.keyboard.type('?');
  await expect(css).toContainText('?colr');
  await expect(window.getByRole('dialog')).toHaveCount(0);
  await window.keyboard.press('Control+z');
  await expect(css).not.toContainText('?');
  await expect(css).toContainText('letter-spacing');

  await window.keyboard.press('Tab');
  await expect(css).toBeFocused();
  await window.keyboard.press('Escape');
  await window.keyboard.press('Tab');
  await expect(css).not.toBeFocused();

  await css.press('Control+f');
  await expect(section.getByRole('textbox', { name: 'Find' })).toBeFocused();
  await window.keyboard.type('spacing');
  await window.keyboard.press('Enter');
  await expect(section.locator('.cm-searchMatch-selected')).toHaveText('spacing');
  expect(refusals).toEqual([]);
});

test('the editor of custom CSS opens where it is, and takes half or all of the window', async ({
  foyer: { app, window },
}) => {
  const studio = await newTheme(window);
  const frame = window.locator('iframe');
  const before = await frame.boundingBox();
  await studio.section('Custom CSS');
  const css = window.getByRole('textbox', { name: 'Style sheet' });
  await css.click();
  expect(await frame.boundingBox()).toEqual(before);

  await resize(app, window, 960, 640);
  const half = window.getByRole('button', { name: 'Half the window' });
  await half.click();
  await expect(css).toBeFocused();
  const editor = await css.boundingBox();
  const chat = await frame.boundingBox();
  if (!editor || !chat) throw new Error('Both are shown.');
  expect(editor.x + editor.width).toBeLessThanOrEqual(480);
  expect(chat.x).toBeGreaterThanOrEqual(480);
  await expect(studio.inspector).toBeHidden();

  await window.getByRole('button', { name: 'Whole window' }).click();
  expect((await css.boundingBox())?.width).toBeGreaterThan(880);
  await window.keyboard.type('.typebot-bu');
  await window.getByRole('option', { name: /^typebot-button/u }).waitFor();
  // The first Escape is for the suggestions.
  await window.keyboard.press('Escape');
  await expect(window.getByRole('option')).toHaveCount(0);
  await expect(studio.inspector).toBeHidden();
  await window.keyboard.press('Escape');
  await expect(studio.inspector).toBeVisible();
  await expect(css).toBeFocused();
});

test('the stage fits the window, shows both frames where they have room, and keeps its zoom', async ({
  foyer: { app, window },
}) => {
  await resize(app, window, 960, 640);
  const studio = await newTheme(window);
  const phone = window.getByTitle('Preview of Untitled theme', { exact: true });
  const view = studio.chat.locator('.typebot-chat-view');
  // The whole chat is there: no bubble is cut at an edge.
  expect(await view.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0);

  await window.keyboard.press('Control+0');
  const zoom = window.getByRole('button', { name: 'Zoom: 100%' });
  await expect(zoom).toBeVisible();
  await expect.poll(async () => (await phone.boundingBox())?.width).toBe(332);
  await window.keyboard.press('Control+-');
  await expect.poll(async () => (await phone.boundingBox())?.width).toBeCloseTo(299, 0);
  await window.keyboard.press('Control+=');

  await resize(app, window, 1920, 1080);
  const frames = ['phone', 'wide'].map((shape) =>
    window.getByTitle(`Preview of Untitled theme, ${shape}`),
  );
  const [left, right] = await Promise.all(frames.map((frame) => frame.boundingBox()));
  if (!left || !right) throw new Error('Both are shown.');
  expect(left.x + left.width).toBeLessThan(right.x);
  expect(right.width).toBeGreaterThanOrEqual(720);
  await window.getByRole('radio', { name: 'Wide' }).click();
  await expect(frames[0] ?? phone).toHaveCount(0);
  const kept = await window.evaluate(() => self.foyer.invoke('app.state', undefined));
  expect(kept).toMatchObject({ value: { preferences: { previewFrames: 'wide', previewZoom: 1 } } });
});

test('a palette from a picture dresses the theme in one step', async ({ foyer: { window } }) => {
  const studio = await newTheme(window);
  await studio.sections.getByRole('button', { name: 'Palette from an image' }).click();
  await studio.sections
    .locator('input[type="file"]')
    .setInputFiles({ name: 'garden.png', mimeType: 'image/png', buffer: await picture(window) });
  await studio.sections.getByRole('button', { name: 'Use as theme colours' }).click();
  const button = studio.chat.locator('.foyer-buttons > .typebot-button').first();
  await expect(button).toHaveCSS('background-color', 'rgb(11, 102, 35)');
  const section = await studio.section('Guest bubbles');
  await section
    .getByRole('button', { name: 'Use #0B6623 for Guest bubbles, background' })
    .last()
    .click();
  await expect(
    section.getByRole('textbox', { name: 'Guest bubbles, background', exact: true }),
  ).toHaveValue('#0B6623');
  const undo = window.getByRole('button', { name: 'Undo' });
  await undo.click();
  await expect(
    section.getByRole('textbox', { name: 'Guest bubbles, background', exact: true }),
  ).toHaveValue('#2A3D66');
  await undo.click();
  await expect(button).toHaveCSS('background-color', 'rgb(0, 66, 218)');
  await expect(undo).toBeDisabled();
});

test('what opens over the pane is accessible too', async ({ foyer: { window } }) => {
  const studio = await newTheme(window);
  // Beside these lies the chat, which takes most of the time, and is looked at with the whole studio.
  const check = async (within: string) => {
    const found: string[] = [];
    for (const appearance of ['dark', 'light']) {
      await prefer(window, { appearance });
      await expect(window.locator('html')).toHaveCSS('color-scheme', appearance);
      const breached = await breaches(window, { within });
      found.push(...breached.map((breach) => `${appearance}: ${breach}`));
    }
    return found;
  };
  await (await studio.section('Font')).getByRole('combobox').click();
  await window.getByRole('listbox').waitFor();
  expect(await check('[role="listbox"]')).toEqual([]);
  await window.keyboard.press('Escape');
  const buttons = await studio.section('Buttons');
  await buttons.getByRole('button', { name: 'Choose a colour: Buttons, background' }).click();
  await window.getByRole('slider', { name: 'Hue' }).waitFor();
  expect(await check('[role="dialog"]')).toEqual([]);
  await window.keyboard.press('Escape');
  await studio.sections.getByRole('button', { name: 'Palette from an image' }).click();
  const css = await studio.section('Custom CSS');
  await css.getByRole('textbox', { name: 'Style sheet' }).fill('.typebot-button { colr: red');
  await css
    .getByRole('button', { name: /^Line 1/u })
    .first()
    .waitFor();
  await css.getByRole('textbox', { name: 'Style sheet' }).press('Control+f');
  expect(await check('[aria-label="Theme sections"]')).toEqual([]);
});
