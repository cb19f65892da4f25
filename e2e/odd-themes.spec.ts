/** Themes that are hard to show: long names, other scripts, much that a service changed. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { newTheme, type ThemeDocument } from '../src-shared/theme/theme';
import { expect, test, type Home } from './foyer';
import { breaches, misfits } from './page-checks';
import { Library } from './pages/library';
import { Studio } from './pages/studio';
import { Welcome } from './pages/welcome';
import { prefer, resize, settled } from './window-state';

const sentence = 'The autumn campaign of the harbour district’s small businesses, second draft';
const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const arabic = 'مرحبا بكم في الميناء';

async function put(home: Home, file: string, name: string, tags: string[], css?: string) {
  const theme = { ...newTheme(), ...(css === undefined ? {} : { customCss: css }) };
  const id = `0192f0c1-0000-7000-8000-${file.padStart(12, '0')}`;
  const updatedAt = '2026-01-02T03:04:05.000Z';
  const document: ThemeDocument = { format: 1, id, name, tags, updatedAt, publications: {}, theme };
  await mkdir(home.library, { recursive: true });
  await writeFile(join(home.library, `${file}.json`), JSON.stringify(document));
}

/** What does not fit, in the smallest window with the largest text and in a usual one. */
async function misfitsEverywhere(app: ElectronApplication, window: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [width, height, textSize] of [
    [960, 640, 200],
    [960, 640, 100],
    [1280, 820, 100],
  ] as const) {
    await prefer(window, { textSize });
    await resize(app, window, width, height);
    const at = `${String(width)} px, ${String(textSize)} %`;
    found.push(...(await misfits(window)).map((misfit) => `${at}: ${misfit}`));
  }
  return found;
}

async function breachesInBoth(window: Page): Promise<string[]> {
  const found: string[] = [];
  for (const appearance of ['light', 'dark'] as const) {
    await prefer(window, { appearance });
    await settled(window);
    found.push(...(await breaches(window)).map((breach) => `${appearance}: ${breach}`));
  }
  return found;
}

test('names and tags of any length and script fit, and a status is said whole', async ({
  home,
}) => {
  await put(home, '1', sentence, ['Support', 'a tag that somebody wrote by hand into the file']);
  await put(home, '2', word, [word]);
  await put(home, '3', arabic, ['دعم']);
  await writeFile(join(home.library, `${sentence}.json`), '{ "format": 1,');
  const { app, window } = await home.start();
  await window.getByRole('button', { name: 'Look around first' }).click();
  const library = new Library(window);
  await expect(library.cards).toHaveCount(3);
  expect(await misfitsEverywhere(app, window)).toEqual([]);
  expect(await breachesInBoth(window)).toEqual([]);
  for (const status of await library.cards.locator('.status .word').all()) {
    expect(await status.evaluate((said) => said.scrollWidth <= said.clientWidth)).toBe(true);
  }

  await library.act(arabic, 'Edit tags');
  await window.getByRole('dialog').getByText(word).waitFor();
  expect(await misfitsEverywhere(app, window)).toEqual([]);
  expect(await breachesInBoth(window)).toEqual([]);
  await window.keyboard.press('Escape');

  await library.card(sentence).press('Enter');
  await new Studio(window).opened();
  expect(await misfitsEverywhere(app, window)).toEqual([]);
});

test('what a service made of a theme fits, and so does its style sheet line by line', async ({
  home,
  service,
}) => {
  // Every look at the whole window, in all its sizes: 14 s, and 52 s on a busy machine.
  test.slow();
  const css = Array.from({ length: 40 }, (_, at) => `.typebot-button { margin: ${String(at)}px }`);
  await put(home, '1', 'Harbour', [], css.join('\n'));
  const { app, window } = await home.start();
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  service.setBehaviour('saveThemeTemplate', {
    ids: 'own',
    rewrite: {
      workspaceId: 'ws_other',
      'theme.chat.buttons.color': '#000001',
      'theme.general.font': 'A font with quite a long name',
    },
  });
  const studio = await new Library(window).open('Harbour');
  await studio.publishButton.click();
  await expect(studio.notice('The service saved the theme.')).toBeVisible();
  expect(await misfitsEverywhere(app, window)).toEqual([]);

  const section = await studio.section('Custom CSS');
  const sheet = section.getByRole('textbox', { name: 'Style sheet' });
  await sheet.fill(
    [...css.slice(1), '.typebot-input { border: 1px solid rgba(0, 0, 0, 0.12) }', ''].join('\n'),
  );
  await studio.nameVersion('Before the rebrand');
  expect(await breachesInBoth(window)).toEqual([]);
  await studio.inspector.getByRole('button', { name: 'Show Custom CSS side by side' }).click();
  const dialog = window.getByRole('dialog', { name: 'Custom CSS, line by line' });
  await expect(dialog.getByRole('columnheader', { name: 'Published' })).toBeVisible();
  expect(await misfitsEverywhere(app, window)).toEqual([]);
  expect(await breachesInBoth(window)).toEqual([]);
});

test('a toast lies over no dialog, also with large text', async ({ foyer }) => {
  const { app, window } = foyer;
  await new Welcome(window).practise();
  await prefer(window, { textSize: 200 });
  await resize(app, window, 960, 640);
  const library = new Library(window);
  await library.cards.first().press('Delete');
  const toast = window.getByText(/ deleted$/u).last();
  // The pointer on it keeps it.
  await toast.hover();
  await library.cards.first().dispatchEvent('contextmenu');
  await window.getByRole('menuitem', { name: 'Link to a template' }).press('Enter');
  const dialog = window.getByRole('dialog', { name: /^Link /u });
  await expect(dialog.getByRole('button', { name: 'Link theme' })).toBeVisible();
  await settled(window);
  const foot = await dialog.evaluate((element) => element.getBoundingClientRect().bottom);
  const head = await toast.evaluate((element) => element.getBoundingClientRect().top);
  expect(foot).toBeLessThan(head);
  await expect(toast).toBeVisible();
});
