/** The preview is a faithful one: the measures of the chat, in the real frame (product, *Studio*). */
import type { Locator } from '@playwright/test';
import type { ThemeEdit } from '../src-shared/theme/fields';
import { expect, test } from './foyer';
import { Library } from './pages/library';
import type { Studio } from './pages/studio';
import { Welcome } from './pages/welcome';

async function box(part: Locator) {
  const found = await part.boundingBox();
  if (!found) throw new Error('It is not shown.');
  const { x, y, width, height } = found;
  return { x, y, width, height, right: x + width, bottom: y + height };
}

test('the chat has the measures that it has in the embed', async ({ home }) => {
  const { app, window } = await home.start();
  await new Welcome(window).practise();
  const studio: Studio = await new Library(window).open('Harbour');
  const { chat } = studio;
  const view = chat.locator('.typebot-chat-view');
  const hostTurn = chat.locator('.foyer-host-turn').first();
  const buttons = chat.locator('.foyer-buttons > .typebot-button');
  const input = chat.locator('.typebot-input');

  await test.step('in a phone', async () => {
    const avatar = await box(hostTurn.locator('.typebot-avatar-container'));
    expect([avatar.width, avatar.height]).toEqual([40, 40]);
    await expect(hostTurn.locator('.foyer-avatar')).toHaveCSS('border-radius', '50%');
    const lastBubble = await box(hostTurn.locator('.typebot-host-bubble').last());
    expect(avatar.bottom).toBe(lastBubble.bottom);
    expect(lastBubble.x - avatar.right).toBe(8);

    for (const bubble of ['.typebot-host-bubble', '.typebot-guest-bubble']) {
      await expect(chat.locator(bubble).first()).toHaveCSS('padding', '8px 16px');
      await expect(chat.locator(bubble).first()).toHaveCSS('border-radius', '6px');
    }
    await expect(chat.locator('.bubble-typing').first()).toHaveCSS('border-radius', '6px');
    await expect(chat.getByRole('img', { name: 'The bot is typing' }).locator('span')).toHaveCount(
      3,
    );

    const column = await box(chat.locator('.foyer-column'));
    const right = column.right - 6;
    expect((await box(chat.locator('.typebot-guest-bubble').first())).right).toBe(right);
    const [first, second, third] = await Promise.all([0, 1, 2].map((at) => box(buttons.nth(at))));
    if (!first || !second || !third) throw new Error('There are three buttons.');
    expect(second.x - first.right).toBe(8);
    expect(second.right).toBe(right);
    // The third has no room beside them.
    expect(third.y - first.bottom).toBe(8);
    expect(third.right).toBe(right);
  });

  await test.step('in a wide frame', async () => {
    await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.setContentSize(1800, 900),
    );
    await window.getByRole('radio', { name: 'Wide' }).click();
    await expect.poll(async () => (await box(view)).width).toBe(800);
    const { width, right } = await box(input);
    expect(width).toBe(350);
    expect(right).toBe((await box(view)).right - 6);
    const frame = await box(window.locator('iframe'));
    expect(Math.abs((await box(view)).x - frame.x - (frame.width - 800) / 2)).toBeLessThan(1);
    const send = await box(chat.getByRole('button', { name: 'Send' }));
    expect(right - send.right).toBe(5);
    const tops = await Promise.all([0, 1, 2].map(async (at) => (await box(buttons.nth(at))).y));
    expect(new Set(tops).size).toBe(1);
  });

  await test.step('with the corners of each roundness', async () => {
    for (const [name, radius] of [
      ['None', '0px'],
      ['Medium', '6px'],
      ['Large', '20px'],
    ] as const) {
      await studio.choose('Roundness', name);
      await expect(buttons.first()).toHaveCSS('border-radius', radius);
      await expect(input).toHaveCSS('border-radius', radius);
      await expect(chat.locator('.typebot-guest-bubble').first()).toHaveCSS('border-radius', '6px');
    }
  });
});

test('the chat can be talked to, and leads to the sections', async ({ home }) => {
  const { window } = await home.start();
  await new Welcome(window).practise();
  const studio = await new Library(window).open('Harbour');
  const { chat } = studio;
  const guest = chat.locator('.typebot-guest-bubble');

  await chat.getByRole('button', { name: 'Tue 24' }).click();
  await expect(guest.last()).toHaveText('Tue 24');
  const field = chat.getByRole('textbox', { name: 'Type your answer' });
  await field.fill('In the afternoon, please');
  await field.press('Enter');
  await expect(guest.last()).toHaveText('In the afternoon, please');
  await field.fill('Thank you');
  await chat.getByRole('button', { name: 'Send' }).click();
  await expect(guest.last()).toHaveText('Thank you');
  await window.getByRole('button', { name: 'Restart the chat' }).click();
  await expect(guest).toHaveCount(2);
  await expect(field).toHaveValue('');

  const picked = chat.locator('[data-foyer-picked]');
  const edge = { x: 2, y: 120 };
  for (const [part, section] of [
    ['.typebot-host-bubble', 'Bot bubbles'],
    ['.typebot-guest-bubble', 'Guest bubbles'],
    ['.foyer-host-turn .foyer-avatar', 'Bot avatar'],
    ['.text-input', 'Inputs'],
    ['.typebot-chat-view', 'Background'],
    ['.foyer-buttons > .typebot-button', 'Buttons'],
  ] as const) {
    // The page of the chat lies under everything else, and is seen at its edge.
    await chat
      .locator(part)
      .first()
      .click(section === 'Background' ? { position: edge } : {});
    await expect(studio.sections.getByRole('group', { name: section, exact: true })).toBeVisible();
    await expect(picked).toHaveAttribute('data-foyer-picked', section);
    await expect(picked).toHaveCSS('outline-width', '2px');
    await expect(picked).toHaveCSS('outline-style', 'solid');
  }

  await test.step('the keys of the window are heard in it, but for what is typed', async () => {
    const shortcuts = window.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await chat.getByRole('button', { name: 'Send' }).click();
    await window.keyboard.press('?');
    await expect(shortcuts).toBeVisible();
    await window.keyboard.press('Escape');
    await field.click();
    await window.keyboard.type('Really?');
    await expect(field).toHaveValue('Really?');
    await expect(shortcuts).toBeHidden();
    await window.keyboard.press('Control+k');
    const palette = window.getByRole('dialog', { name: 'Search or run a command' });
    await expect(palette.getByRole('combobox')).toBeFocused();
    await window.keyboard.press('Escape');
    await expect(palette).toBeHidden();
  });

  await test.step('from the keyboard, a section puts the ring on its part', async () => {
    await studio.sections.getByRole('button', { name: /^Inputs\b/u }).focus();
    await window.keyboard.press('ArrowUp');
    await window.keyboard.press('Enter');
    await expect(
      studio.sections.getByRole('group', { name: 'Buttons', exact: true }),
    ).toBeVisible();
    await expect(picked).toHaveAttribute('data-foyer-picked', 'Buttons');
  });
});

test('what is typed and dragged repaints the chat and builds nothing again', async ({ home }) => {
  const { window } = await home.start();
  await new Welcome(window).practise();
  const studio = await new Library(window).open('Harbour');
  const { chat } = studio;
  await chat.getByRole('button', { name: 'Tue 24' }).click();
  const answers = await chat.locator('.typebot-guest-bubble').allTextContents();
  const field = chat.getByRole('textbox', { name: 'Type your answer' });
  await field.fill('Half a sentence');
  await window.evaluate(() => {
    const { contentDocument } = document.querySelector('iframe') ?? {};
    const built: string[] = [];
    Object.assign(self, { built });
    new MutationObserver((records) => {
      for (const { target, addedNodes, removedNodes } of records) {
        built.push(`${target.nodeName} +${addedNodes.length} -${removedNodes.length}`);
      }
    }).observe(contentDocument?.body as Node, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  const built = () => window.evaluate(() => (self as unknown as { built: string[] }).built);

  const button = chat.locator('.foyer-buttons > .typebot-button').first();
  const section = await studio.section('Buttons');
  await section.getByRole('textbox', { name: 'Buttons, background', exact: true }).focus();
  await window.keyboard.press('Control+a');
  await window.keyboard.type('#0B6E4F');
  await expect(button).toHaveCSS('background-color', 'rgb(11, 110, 79)');
  await section.getByRole('button', { name: 'Choose a colour: Buttons, background' }).click();
  await window.getByRole('slider', { name: 'Hue' }).focus();
  for (let step = 0; step < 30; step += 1) await window.keyboard.press('ArrowRight');
  await expect(button).not.toHaveCSS('background-color', 'rgb(11, 110, 79)');
  await window.keyboard.press('Escape');
  await (await studio.section('Font')).getByRole('combobox').fill('Lora');
  await expect(button).toHaveCSS('font-family', /Lora/u);
  await studio.choose('Background', 'None');
  await studio.choose('Roundness', 'Large');
  await expect(button).toHaveCSS('border-radius', '20px');
  await studio.type('Custom CSS', 'Style sheet', '.typebot-button { letter-spacing: 3px }');
  await expect(button).toHaveCSS('letter-spacing', '3px');

  expect(await built()).toEqual([]);
  expect(await chat.locator('.typebot-guest-bubble').allTextContents()).toEqual(answers);
  await expect(field).toHaveValue('Half a sentence');
  // The control: what does build is seen.
  await window.getByRole('button', { name: 'Restart the chat' }).click();
  await expect.poll(built).not.toEqual([]);
});

test('custom CSS written for the embed works', async ({ home }) => {
  const { window } = await home.start();
  await new Welcome(window).practise();
  const studio = await new Library(window).open('Harbour');
  const css = `
    .typebot-container { letter-spacing: 1px; }
    .typebot-chat-view { max-width: 700px; }
    .typebot-host-bubble { margin: 1px; }
    .typebot-guest-bubble { margin: 2px; }
    .typebot-button { margin: 3px; }
    .typebot-input { margin: 4px; }
    .typebot-avatar-container { margin: 5px; }
    .text-input { margin: 6px; }
    .bubble-typing { margin: 7px; }
    :root { --typebot-button-bg-color: rgb(1, 2, 3) !important; }`;
  const edits: ThemeEdit[] = [{ field: 'customCss', value: css }];
  await window.evaluate(async (edits) => {
    const list = await self.foyer.invoke('library.list', undefined);
    if (!list.ok) throw new Error('no list');
    const { themes } = list.value as { themes: { id: string; name: string }[] };
    const id = themes.find(({ name }) => name === 'Harbour')?.id;
    await self.foyer.invoke('library.edit', { id, edits });
  }, edits);
  for (const [at, name] of [
    ...['host-bubble', 'guest-bubble', 'button', 'input', 'avatar-container'].entries(),
  ]) {
    await expect(studio.chat.locator(`.typebot-${name}`).first()).toHaveCSS(
      'margin',
      `${String(at + 1)}px`,
    );
  }
  await expect(studio.chat.locator('.text-input')).toHaveCSS('margin', '6px');
  await expect(studio.chat.locator('.bubble-typing').first()).toHaveCSS('margin', '7px');
  await expect(studio.chat.locator('.typebot-chat-view')).toHaveCSS('max-width', '700px');
  await expect(studio.chat.locator('.typebot-container')).toHaveCSS('letter-spacing', '1px');
  await expect(studio.chat.locator('.typebot-button').first()).toHaveCSS(
    'background-color',
    'rgb(1, 2, 3)',
  );
});
