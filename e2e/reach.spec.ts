/**
 * Reach: who can't see well, can't use a mouse, reads large or needs the system's own colours gets
 * the whole of Foyer too.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { parts, walk, type Stop } from './every-screen';
import { expect, test } from './foyer';
import { breaches, cutRings, foreignText, misfits } from './page-checks';
import { Launcher } from './pages/launcher';
import { Library } from './pages/library';
import { Welcome } from './pages/welcome';
import { prefer, resize, settled } from './window-state';

/** What can lie over a screen. */
const layers = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** The folder for pictures of every screen, when someone wants to look at them. */
const picturesFolder = process.env['FOYER_SHOTS'];

async function picture(window: Page, name: string): Promise<void> {
  if (picturesFolder === undefined) return;
  await mkdir(picturesFolder, { recursive: true });
  await window.screenshot({ path: join(picturesFolder, `${name}.png`), animations: 'disabled' });
}

/** A size that most have; with `FOYER_EVERY_SIZE` the smallest, a large one, and large text as well. */
const shapes =
  process.env['FOYER_EVERY_SIZE'] === undefined
    ? ([[1280, 820, 100]] as const)
    : ([
        [960, 640, 100],
        [1280, 820, 100],
        [1920, 1080, 100],
        [1280, 820, 200],
      ] as const);
const ways = (['light', 'dark'] as const).flatMap((appearance) =>
  shapes.flatMap((shape) => parts.map((part) => ({ appearance, shape, part }))),
);

for (const { appearance, shape, part } of ways) {
  const [width, height, textSize] = shape;
  const at = `${appearance}, ${String(width)} px, text ${String(textSize)} %`;
  test(`nothing breaks a rule of accessibility, ${at}: ${part}`, async ({
    foyer: { app, window },
  }) => {
    test.setTimeout(240_000);
    const found: string[] = [];
    await prefer(window, { appearance, textSize });
    await resize(app, window, width, height);
    const look = async ({ name, isPassing }: Stop) => {
      await settled(window);
      const breached = await breaches(window, {
        // What lies over a screen is looked at by itself: the screen has been.
        ...(isPassing ? { within: layers } : {}),
        // Only colours differ between the appearances.
        ...(appearance === 'dark' ? { rules: ['color-contrast'] } : {}),
      });
      found.push(...breached.map((breach) => `${name}: ${breach}`));
    };
    await walk(window, 'en', look, [part]);
    expect(found).toEqual([]);
  });
}

test.describe('the launcher', () => {
  test('it breaks no rule of accessibility, and fits', async ({ foyer: { app, window } }) => {
    await new Welcome(window).practise();
    await window.evaluate(async () => {
      const { value } = (await self.foyer.invoke('connections.list', undefined)) as {
        value: { currentId: string };
      };
      const added = await self.foyer.invoke('previews.addShortcut', {
        name: 'Harbour intake',
        connectionId: value.currentId,
        botId: 'cl_harbour_intake',
        to: '+44 20 7946 0958',
        startGroupId: '',
      });
      if (!added.ok) throw new Error(JSON.stringify(added.problem));
    });
    const launcher = await Launcher.prepare(app, window);
    await launcher.show();
    await launcher.option('Harbour intake').waitFor();
    for (const appearance of ['light', 'dark'] as const) {
      await prefer(window, { appearance });
      await expect(launcher.page.locator('html')).toHaveCSS('color-scheme', appearance);
      await settled(launcher.page);
      expect(await breaches(launcher.page), appearance).toEqual([]);
    }
    expect(await misfits(launcher.page)).toEqual([]);
    await prefer(window, { textSize: 200 });
    await settled(launcher.page);
    expect(await misfits(launcher.page)).toEqual([]);
  });
});

for (const textSize of [100, 200]) {
  test(`every screen fits, in a small and a large window too, with text at ${String(textSize)} %`, async ({
    foyer: { app, window },
  }) => {
    test.setTimeout(360_000);
    const found: string[] = [];
    await prefer(window, { textSize, appearance: 'light' });
    const sizes = [
      [960, 640],
      [1280, 820],
      [1920, 1080],
    ] as const;
    const look = async ({ name, isPassing }: Stop) => {
      for (const [width, height] of sizes) {
        // A menu closes when its window changes.
        if (!isPassing) await resize(app, window, width, height);
        await settled(window);
        for (const appearance of picturesFolder ? (['dark', 'light'] as const) : []) {
          await prefer(window, { appearance });
          await settled(window);
          const size = `${String(width)}${textSize === 100 ? '' : '-large'}`;
          await picture(window, `${name}-${size}-${appearance}`);
        }
        const at = isPassing ? 'as it is' : `${String(width)} px wide`;
        found.push(...(await misfits(window)).map((misfit) => `${name}, ${at}: ${misfit}`));
        if (isPassing) return;
      }
    };
    await walk(window, 'en', look);
    expect(found).toEqual([]);
  });
}

test('the ring of what has the keyboard is whole', async ({ foyer: { app, window } }) => {
  test.setTimeout(240_000);
  const found: string[] = [];
  await resize(app, window, 960, 640);
  const look = async ({ name }: Stop) => {
    // The items of a menu have theirs inside, and a menu closes when it loses the keyboard.
    if ((await window.getByRole('menu').count()) > 0) return;
    await settled(window);
    // Rings are for those who use keys.
    await window.keyboard.press('Shift');
    found.push(...(await cutRings(window)).map((ring) => `${name}: ${ring}`));
  };
  await walk(window, 'en', look);
  expect(found).toEqual([]);
});

test('all text comes from the catalogue', async ({ foyer: { app, window } }) => {
  test.setTimeout(120_000);
  await resize(app, window, 1280, 820);
  const found: string[] = [];
  const known = await window.evaluate(async () => {
    const { value: starters } = (await self.foyer.invoke('library.starters', undefined)) as {
      value: { name: string; tags: string[]; theme: { general: { font: string } } }[];
    };
    const { value: facts } = (await self.foyer.invoke('app.diagnostics', undefined)) as {
      value: Record<string, unknown> & { versions: Record<string, string> };
    };
    return [
      ...starters.flatMap(({ name, tags, theme }) => [name, ...tags, theme.general.font]),
      // What the walk itself types.
      'chat.northwind.example',
      'Harbour intake',
      'broken.json',
      ...Object.values(facts).filter((fact): fact is string => typeof fact === 'string'),
      ...Object.entries(facts.versions).flat(),
    ];
  });
  await walk(window, 'en-XA', async ({ name }) => {
    found.push(...(await foreignText(window, known)).map((text) => `${name}: ${text}`));
  });
  expect(found).toEqual([]);
});

/** What shows that the element with the keyboard has it; empty when nothing does. */
function focusRing(window: Page): Promise<string> {
  return window.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || focused === document.body) return 'nothing has it';
    // A frame shows its own, and what can't be reached by Tab is only a place to go on from.
    if (focused.localName === 'iframe' || focused.tabIndex < 0) return 'not asked';
    const isOutlined = (element: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
    };
    // A card wears it around its picture.
    if (
      focused.matches('[role="gridcell"]') &&
      [...focused.querySelectorAll('*')].some(isOutlined)
    ) {
      return 'an outline inside';
    }
    for (let at: HTMLElement | null = focused; at; at = at.parentElement) {
      const { boxShadow } = getComputedStyle(at);
      if (isOutlined(at)) return 'an outline';
      if (at === focused) continue;
      // A field is drawn by what is around it.
      if (
        at.matches(':focus-within') &&
        boxShadow !== 'none' &&
        at.matches('.text-field, .swatch')
      ) {
        return 'a shadow';
      }
      if (at.matches('form, main, section, li')) break;
    }
    return '';
  });
}

test('the whole main job is done by keyboard, and the keyboard is always seen', async ({
  foyer: { window },
}) => {
  const { keyboard } = window;
  const unseen: string[] = [];
  const look = async () => {
    if ((await focusRing(window)) !== '') return;
    unseen.push(await window.evaluate(() => document.activeElement?.outerHTML.slice(0, 160) ?? ''));
  };
  /** Goes on by Tab until the element has the keyboard. */
  const tabTo = async (target: Locator, key = 'Tab') => {
    for (let presses = 0; presses < 80; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await keyboard.press(key);
      await look();
    }
    throw new Error(`${key} never leads to ${target.toString()}`);
  };
  const button = (name: string | RegExp) => window.getByRole('button', { name }).first();
  const heading = (name: string) => window.getByRole('heading', { level: 1, name });

  await test.step('from the first run to practising', async () => {
    await tabTo(button('Try Foyer'));
    await keyboard.press('Enter');
    await heading('Library').waitFor();
  });
  const cards = window.getByRole('gridcell');
  await test.step('a theme is opened', async () => {
    await cards.first().waitFor();
    await tabTo(cards.first());
    await keyboard.press('ArrowRight');
    await expect(cards.nth(1)).toBeFocused();
    await look();
    await keyboard.press('ArrowLeft');
    await keyboard.press('Enter');
    await window.getByRole('complementary', { name: 'Before publishing' }).waitFor();
  });
  const sections = window.getByRole('region', { name: 'Theme sections' });
  const colour = sections.getByRole('textbox', { name: 'Buttons, background', exact: true });
  await test.step('a colour is changed, and taken back, and changed', async () => {
    await tabTo(sections.getByRole('button', { name: /^Font\b/u }));
    await keyboard.press('End');
    for (const _ of [1, 2, 3]) await keyboard.press('ArrowUp');
    await look();
    await keyboard.press('Enter');
    await tabTo(colour);
    const before = await colour.inputValue();
    await keyboard.press('Control+a');
    await keyboard.type('#0B6E4F');
    await expect(colour).toHaveValue('#0B6E4F');
    await keyboard.press('Control+z');
    await expect(colour).toHaveValue(before);
    await keyboard.press('Control+Shift+z');
    await expect(colour).toHaveValue('#0B6E4F');
    await window
      .getByRole('contentinfo')
      .getByText(/^All changes saved/u)
      .waitFor();
  });
  await test.step('it is published', async () => {
    await tabTo(button(/^Publish/u));
    await keyboard.press('Enter');
    await window.getByText('The service saved the theme.').waitFor();
  });
  await test.step('a preview is started', async () => {
    await tabTo(sections.getByRole('button', { name: 'Library', exact: true }), 'Shift+Tab');
    await keyboard.press('Enter');
    await heading('Library').waitFor();
    await tabTo(button('Previews'), 'Shift+Tab');
    await keyboard.press('Enter');
    await expect(heading('Previews')).toBeFocused();
    await tabTo(window.getByRole('textbox', { name: 'Bot ID' }));
    await keyboard.type('cl_harbour_intake');
    await tabTo(window.getByRole('textbox', { name: 'Recipient' }));
    await keyboard.type('+44 20 7946 0958');
    await tabTo(button('Start preview'));
    await keyboard.press('Enter');
    // The first one to a recipient is a question, whose safe button has the focus.
    await window.getByRole('dialog').waitFor();
    await tabTo(button('Send once'));
    await keyboard.press('Enter');
    await window.getByText('The service said:').waitFor();
  });
  await test.step('a menu and a dialog give the keyboard back', async () => {
    const switcher = button(/^Connection: /u);
    await tabTo(switcher, 'Shift+Tab');
    await keyboard.press('Enter');
    await window.getByRole('menu').waitFor();
    await keyboard.press('ArrowDown');
    await keyboard.press('Escape');
    await expect(switcher).toBeFocused();
  });
  expect(unseen).toEqual([]);
});

test('the keys of the window do what the list of them says', async ({ foyer: { window } }) => {
  await new Welcome(window).practise();
  const { keyboard } = window;
  const heading = (name: string) => window.getByRole('heading', { level: 1, name });
  const dialog = window.getByRole('dialog', { name: 'Keyboard shortcuts' });

  await keyboard.press('?');
  await expect(dialog).toBeVisible();
  // A dialog has the keys for itself.
  await keyboard.press('Control+n');
  await expect(dialog).toBeVisible();
  await keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await keyboard.press('Control+,');
  await expect(heading('Settings')).toBeFocused();
  await keyboard.press('/');
  const { search, cards } = new Library(window);
  await expect(search).toBeFocused();
  await keyboard.type('?n/');
  await expect(search).toHaveValue('?n/');
  await expect(dialog).toBeHidden();
  await keyboard.press('Escape');
  await expect(search).toHaveValue('');
  await expect(cards).toHaveCount(6);

  await keyboard.press('Control+n');
  await window.getByRole('complementary', { name: 'Before publishing' }).waitFor();
  await expect(heading('Untitled')).toBeVisible();
});

test('nothing moves for those who asked for that', async ({ foyer: { window }, service }) => {
  await window.emulateMedia({ reducedMotion: 'reduce' });
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  const moving = () =>
    window.evaluate(() =>
      [document, document.querySelector('iframe')?.contentDocument]
        .flatMap((page) => page?.getAnimations() ?? [])
        .filter(({ playState, effect }) => {
          const { duration = 0 } = effect?.getComputedTiming() ?? {};
          return playState === 'running' && Number(duration) > 10;
        })
        .map((animation) => {
          const { target } = animation.effect as KeyframeEffect;
          return `${animation.constructor.name} on ${target?.outerHTML.slice(0, 120) ?? ''}`;
        }),
    );
  expect(await moving()).toEqual([]);
  await window.keyboard.press('?');
  await window.getByRole('dialog').waitFor();
  expect(await moving()).toEqual([]);
  await window.keyboard.press('Escape');
  const studio = await new Library(window).newTheme();
  await expect(studio.chat.locator('.typebot-button').first()).toBeVisible();
  expect(await moving()).toEqual([]);
  service.setBehaviour('saveThemeTemplate', { delayMs: 600_000 });
  await studio.publishButton.click();
  await expect.poll(() => service.received()).toHaveLength(1);
  expect(await moving()).toEqual([]);

  // The control: with motion, what is under way turns.
  await window.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(moving).not.toEqual([]);
});

test('colours that the system forces leave edges, and themes their own colours', async ({
  foyer: { window },
  service,
}) => {
  const style = (of: Locator, property: string) =>
    of.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  const studio = await new Library(window).newTheme();
  const button = studio.chat.locator('.typebot-button').first();
  await expect(button).toBeVisible();
  const ofTheTheme = await style(button, 'background-color');

  await window.emulateMedia({ forcedColors: 'active' });
  expect(await style(button, 'background-color')).toBe(ofTheTheme);
  await picture(window, 'forced-colours-studio');
  await window.keyboard.press('Control+,');
  const panel = window.locator('.panel').first();
  await expect(panel).toBeVisible();
  expect(await style(panel, 'outline-style')).toBe('solid');
  const highlight = await panel.evaluate((element) => {
    const probe = document.createElement('i');
    probe.style.cssText = 'forced-color-adjust: none; background: Highlight';
    element.append(probe);
    const { backgroundColor } = getComputedStyle(probe);
    probe.remove();
    return backgroundColor;
  });
  const chosen = window.getByRole('radio', { checked: true }).first();
  expect(await style(chosen, 'background-color')).toBe(highlight);
  await picture(window, 'forced-colours-settings');
});
