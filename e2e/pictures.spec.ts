/** Pictures that themes name: shown from copies, fetched by main alone and only when allowed. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createPictures } from '../src-main/pictures/pictures';
import { onePng, startTrialWeb } from '../src-main/pictures/trial-web';
import { withThemeField } from '../src-shared/theme/change-theme';
import type { ThemeEdit } from '../src-shared/theme/fields';
import { newTheme } from '../src-shared/theme/theme';
import { expect, test } from './foyer';
import { Library } from './pages/library';
import type { Studio } from './pages/studio';
import { Welcome } from './pages/welcome';

/** What is looked for may take 20 seconds; a computer without a network may take its time to say so. */
const looking = { timeout: 25_000 };

const background = 'https://pictures.example/background.png';
const avatar = 'https://pictures.example/avatar.png';
const edits: ThemeEdit[] = [
  { field: 'general.background.type', value: 'Image' },
  { field: 'general.background.content', value: background },
  { field: 'chat.hostAvatar.url', value: avatar },
];

/** Puts copies into a profile, by the room itself, as if they had been fetched some days ago. */
async function keepCopies(profile: string): Promise<void> {
  const web = await startTrialWeb();
  web.answers.set('/background.png', (answer) => answer.end(onePng(64, 64, [28, 93, 128])));
  web.answers.set('/avatar.png', (answer) => answer.end(onePng(8, 8, [226, 112, 58])));
  const theme = edits.reduce(withThemeField, newTheme());
  const pictures = createPictures({
    folder: join(profile, 'pictures'),
    library: { current: async () => ({ theme }), allowPictures: async () => undefined },
    mayLoad: () => true,
    network: web.network,
    now: () => new Date('2026-11-14T09:31:00'),
    warn: (event, fields) => {
      throw new Error(`${event} ${JSON.stringify(fields)}`);
    },
  });
  const had = new Set<string>();
  const both = new Promise<void>((done) =>
    pictures.onChange(({ address, state }) => {
      if (state.kind === 'shown') had.add(address);
      if (had.size === 2) done();
    }),
  );
  await pictures.handlers.show({ themeId: 'any' });
  await both;
  await web.stop();
}

async function editHarbour(window: Page): Promise<void> {
  await window.evaluate(async (edits) => {
    const list = await self.foyer.invoke('library.list', undefined);
    if (!list.ok) throw new Error('no list');
    const { themes } = list.value as { themes: { id: string; name: string }[] };
    const id = themes.find(({ name }) => name === 'Harbour')?.id;
    await self.foyer.invoke('library.edit', { id, edits });
  }, edits);
  // The newest comes first: a click before that would fall on the card that makes room for it.
  await expect(window.getByRole('gridcell').first()).toHaveAccessibleName(/^Harbour/u);
}

test('copies show offline, in the chat and in miniatures', async ({ home }) => {
  await keepCopies(home.profile);
  const { window } = await home.start();
  await new Welcome(window).practise();
  await editHarbour(window);
  const card = window.locator('[data-theme-id]', { hasText: 'Harbour' });
  await expect(card.locator('.mini')).toHaveCSS(
    'background-image',
    /^url\("app:\/\/foyer\/picture\//u,
  );
  await expect(card.locator('i')).toHaveCSS('background-image', /^url\("app:\/\/foyer\/picture\//u);

  const { chat } = await new Library(window).open('Harbour');
  const container = chat.locator('.typebot-container');
  await expect(container).toHaveAttribute('data-foyer-background', 'picture');
  await expect(container).toHaveCSS('background-size', 'cover');
  await expect(chat.locator('.foyer-host-turn .foyer-avatar').first()).toHaveCSS(
    'background-image',
    /^url\("app:\/\/foyer\/picture\//u,
  );
  const value = await container.evaluate((element) => getComputedStyle(element).backgroundImage);
  const address = /app:\/\/foyer\/picture\/[\w-]+/u.exec(value)?.[0] ?? '';
  const answers = await window.evaluate(async (address) => {
    const ask = async (url: string) => {
      const { status, headers } = await fetch(url);
      return { status, type: headers.get('content-type') };
    };
    return [
      await ask(address),
      await ask(`${address}0`),
      await ask('app://foyer/picture/https://example.com/a.png'),
      await ask('app://foyer/picture/key'),
    ];
  }, address);
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 404, 404]);
  expect(answers[0]?.type).toBe('image/png');
  // It is older than a day, so a newer one was looked for: nobody answers to that name.
  await expect(
    window
      .getByRole('status')
      .filter({ hasText: 'Background and Bot avatar: showing the copy from 14 Nov' }),
  ).toContainText('pictures.example was not found.', looking);
});

test('a theme from elsewhere waits for a click', async ({ home }) => {
  const { window } = await home.start();
  await new Welcome(window).practise();
  const file = (await readdir(home.library)).find((name) => name.startsWith('harbour')) ?? '';
  const document = JSON.parse(await readFile(join(home.library, file), 'utf8')) as object;
  const id = '01900000-0000-7000-8000-000000000001';
  const path = join(home.library, 'from-elsewhere.json');
  const theme = edits.reduce(withThemeField, newTheme());
  await writeFile(
    path,
    JSON.stringify({ ...document, id, name: 'From elsewhere', theme, picturesWait: true }),
  );
  await new Library(window).open('From elsewhere');
  const notice = window.getByRole('status').filter({ hasText: 'Images aren’t loaded yet' });
  await expect(notice).toContainText('lets their host see');
  await notice.getByRole('button', { name: 'Show images from pictures.example' }).click();
  await expect(
    window.getByRole('status').filter({ hasText: 'Background and Bot avatar: image not shown' }),
  ).toContainText('pictures.example was not found.', looking);
  expect(await readFile(path, 'utf8')).not.toContain('picturesWait');
});

test('nothing is loaded when that is switched off', async ({ home }) => {
  const { window } = await home.start();
  await new Welcome(window).practise();
  const places = window.getByRole('navigation', { name: 'Places' });
  await places.getByRole('button', { name: 'Settings' }).click();
  await window.getByRole('switch', { name: 'Load images from the web' }).click();
  await expect(window.getByText('0 copies, 0 MB')).toBeVisible();
  await places.getByRole('button', { name: /^Library/u }).click();
  await editHarbour(window);
  const studio: Studio = await new Library(window).open('Harbour');
  const notice = window
    .getByRole('status')
    .filter({ hasText: 'Images from the web are switched off' });
  await expect(notice).toBeVisible();
  await expect(studio.chat.locator('.typebot-container')).toHaveAttribute(
    'data-foyer-background',
    'waiting',
  );
  await notice.getByRole('button', { name: 'Open settings' }).click();
  await window.getByRole('switch', { name: 'Load images from the web' }).click();
  await places.getByRole('button', { name: /^Library/u }).click();
  await new Library(window).open('Harbour');
  await expect(
    window.getByRole('status').filter({ hasText: 'image not shown' }).first(),
  ).toContainText('pictures.example was not found.', looking);
});
