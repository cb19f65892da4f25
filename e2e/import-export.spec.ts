/** Themes out and in again, by every way there is. Only the dialogs are stood in for. */
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newTheme, type ThemeDocument } from '../src-shared/theme/theme';
import { expect, test } from './foyer';
import { Library } from './pages/library';
import { Welcome } from './pages/welcome';
import { choose, done, emptyLibrary, onDisk, report } from './transfers';

/** The shape of 2023: the roundness lies in the chat, the font is a name. */
const olderBot = {
  version: '3',
  name: 'Reservations',
  groups: [],
  edges: [],
  theme: {
    general: { font: 'Lora', background: { type: 'None' } },
    chat: { ...newTheme().chat, roundness: 'none', shadow: { blur: 4 } },
  },
};

/** The shape of 2025: a container, and borders in place of one roundness. */
const newerBot = {
  version: '6.1',
  name: 'Support',
  events: [],
  groups: [],
  theme: {
    general: { font: { type: 'Google', family: 'Karla' } },
    chat: {
      container: { backgroundColor: '#101820', maxWidth: '800px' },
      hostBubbles: { backgroundColor: '#222222', color: '#F2AA4C', opacity: 0.8 },
      buttons: { border: { roundeness: 'large' } },
    },
  },
};

const bot = {
  version: '6.1',
  name: 'Lead generation',
  groups: [],
  edges: [],
  theme: {
    general: { font: { type: 'Google', family: 'Karla' }, progressBar: { isEnabled: true } },
    chat: { ...newTheme().chat, roundness: 'large', container: { maxWidth: '700px' } },
  },
};

test('a library that is exported and imported again is the same', async ({ home }) => {
  const { app, window } = await home.start();
  await new Welcome(window).practise();
  const before = await onDisk(home);
  const file = join(dirname(home.profile), 'all.json');
  await choose(app, [file]);

  await window.getByRole('button', { name: 'Import and export' }).click();
  await window.getByRole('menuitem', { name: 'Export all themes…' }).click();
  await expect(
    window.getByText(`${before.length} themes exported to all.json`).first(),
  ).toBeVisible();

  await window.getByRole('main').press('Control+o');
  await expect(report(window, `${before.length} themes imported`)).toBeVisible();
  await done(window);
  await expect(new Library(window).card('Harbour 2')).toBeVisible();

  const contentOf = ({ name, tags, theme }: ThemeDocument) => ({ name, tags, theme });
  const ids = new Set(before.map(({ id }) => id));
  const copies = (await onDisk(home)).filter(({ id }) => !ids.has(id)).map(contentOf);
  const expected = before.map(contentOf).map((each) => ({ ...each, name: `${each.name} 2` }));
  const byName = (one: { name: string }, other: { name: string }) =>
    one.name.localeCompare(other.name);
  expect(copies.sort(byName)).toEqual(expected.sort(byName));
});

test('one theme is exported from its card, and nothing of a workspace with it', async ({
  home,
}) => {
  const { app, window } = await home.start();
  await new Welcome(window).practise();
  const file = join(dirname(home.profile), 'one.json');
  await choose(app, [file]);
  await new Library(window).act('Harbour', 'Export…');
  await expect(window.getByText('1 theme exported to one.json').first()).toBeVisible();
  const [harbour] = (await onDisk(home)).filter(({ name }) => name === 'Harbour');
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    foyer: 'themes',
    format: 1,
    themes: [{ name: 'Harbour', tags: harbour?.tags, theme: harbour?.theme }],
  });
  expect(await readFile(file, 'utf8')).not.toContain('practice');
});

test('the themes that are chosen are exported, and no other', async ({ home }) => {
  const { app, window } = await home.start();
  await new Welcome(window).practise();
  const library = new Library(window);
  const file = join(dirname(home.profile), 'two.json');
  await choose(app, [file]);
  for (const name of ['Harbour', 'Osteria']) await library.card(name).press('Space');
  await window
    .getByRole('region', { name: 'Selected themes' })
    .getByRole('button', { name: 'Export' })
    .click();
  await expect(window.getByText('2 themes exported to two.json').first()).toBeVisible();
  const { themes } = JSON.parse(await readFile(file, 'utf8')) as { themes: { name: string }[] };
  expect(themes.map(({ name }) => name).sort()).toEqual(['Harbour', 'Osteria']);
});

test('bot files of the older and of the newer shape, each with what was left out of it', async ({
  home,
}) => {
  const { app, window } = await home.start();
  await emptyLibrary(window);
  const folder = dirname(home.profile);
  const files = [join(folder, 'older.json'), join(folder, 'newer.json')];
  await writeFile(files[0] ?? '', JSON.stringify(olderBot));
  await writeFile(files[1] ?? '', JSON.stringify({ typebot: newerBot }));
  await choose(app, files);
  await window.getByRole('button', { name: 'Import themes…' }).click();
  const dialog = report(window, '2 themes imported');
  const rowOf = (name: string) =>
    dialog.getByRole('listitem').filter({ has: window.getByText(name, { exact: true }) });
  const leftOut = 'Skipped unsupported fields:';
  await expect(rowOf('Reservations')).toContainText(`${leftOut} chat.shadow`);
  await expect(rowOf('Reservations')).not.toContainText('set to default');
  await expect(rowOf('Support')).toContainText(
    `${leftOut} chat.hostBubbles.opacity, chat.container.maxWidth`,
  );
  await expect(rowOf('Support')).toContainText('Missing from the file, set to default:');
  await done(window);
  const themes = new Map((await onDisk(home)).map(({ name, theme }) => [name, theme]));
  expect(themes.get('Reservations')).toMatchObject({
    general: { font: 'Lora' },
    roundness: 'none',
  });
  expect(themes.get('Support')).toMatchObject({
    general: { font: 'Karla', background: { type: 'Color', content: '#101820' } },
    chat: { hostBubbles: { backgroundColor: '#222222', color: '#F2AA4C' } },
    roundness: 'large',
  });
  const chat = (await new Library(window).open('Support')).chat;
  await expect(chat.locator('.typebot-host-bubble').first()).toHaveCSS(
    'color',
    'rgb(242, 170, 76)',
  );
});

test('a bot file is pasted, what it had more is named, and it can be undone', async ({ home }) => {
  const { app, window } = await home.start();
  await emptyLibrary(window);
  await app.evaluate(({ clipboard }, text) => clipboard.writeText(text), JSON.stringify(bot));
  await window.keyboard.press('Control+v');
  const dialog = report(window, '1 theme imported');
  await expect(dialog).toContainText('Lead generation');
  await expect(dialog).toContainText('Only the bot’s theme was imported.');
  await expect(dialog).toContainText('general.progressBar, chat.container.maxWidth');
  await expect(dialog).toContainText('general.background');
  const [document] = await onDisk(home);
  expect(document?.theme).toMatchObject({ general: { font: 'Karla' }, roundness: 'large' });
  expect(document?.theme.chat).not.toHaveProperty('container');

  await dialog.getByRole('button', { name: 'Undo the import' }).click();
  await expect(window.getByText('Your library is empty')).toBeVisible();
  await expect.poll(() => onDisk(home)).toEqual([]);
});

test('files are dropped on the library; nonsense names what is wrong and imports nothing', async ({
  home,
}) => {
  const { window } = await home.start();
  await emptyLibrary(window);
  const files = await window.evaluateHandle(
    ([good, bad]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([good], 'bot.json', { type: 'application/json' }));
      transfer.items.add(new File([bad], 'broken.json'));
      return transfer;
    },
    [JSON.stringify(bot), '{\n  "general": nothing\n}'] as const,
  );
  const target = window.getByRole('main');
  await target.dispatchEvent('dragenter', { dataTransfer: files });
  await expect(window.getByText('Drop to import')).toBeVisible();
  await target.dispatchEvent('dragover', { dataTransfer: files });
  await target.dispatchEvent('drop', { dataTransfer: files });
  const dialog = report(window, '1 theme imported');
  await expect(dialog).toContainText('1 file wasn’t imported');
  await expect(dialog).toContainText('It isn’t JSON: the first mistake is at line 2, column 14.');
  await expect(window.getByText('Drop to import')).toBeHidden();
  await done(window);
  expect(await onDisk(home)).toHaveLength(1);
});

test('a file of nonsense imports nothing and says the first thing that is wrong', async ({
  home,
}) => {
  const { app, window } = await home.start();
  await emptyLibrary(window);
  const file = join(dirname(home.profile), 'odd.json');
  const wrong = { ...newTheme(), chat: { ...newTheme().chat, buttons: { color: 5 } } };
  await writeFile(file, JSON.stringify({ name: 'Odd', theme: wrong }));
  await choose(app, [file]);
  // The way of the empty library.
  await window.getByRole('button', { name: 'Import themes…' }).click();
  const dialog = report(window, 'Nothing was imported');
  await expect(dialog).toContainText('theme.chat.buttons.color should be text in quotes.');
  await done(window);
  expect(await onDisk(home)).toEqual([]);
});

test('files made to do harm are refused one by one, and change nothing', async ({ home }) => {
  const { app, window } = await home.start();
  await emptyLibrary(window);
  const folder = join(dirname(home.profile), 'harm');
  await mkdir(folder);
  const theme = JSON.stringify(newTheme());
  const keys = Array.from({ length: 500_100 }, (_, at) => `"${at.toString(36)}":0`).join();
  const files: readonly (readonly [string, string | Buffer, string])[] = [
    ['deep.json', '['.repeat(300_000), 'It is nested more than 100 levels deep.'],
    ['keys.json', `{${keys}}`, 'It has more than 500000 entries.'],
    [
      'proto.json',
      theme.replace('{', '{"__proto__":{"harmed":1},'),
      'It has a key named __proto__, which no theme has.',
    ],
    [
      'escaped.json',
      theme.replace('"chat":{', '"chat":{"\\u005f_proto__":{"harmed":1},'),
      'chat has a key named __proto__, which no theme has.',
    ],
    [
      'constructor.json',
      theme.replace('"chat":{', '"chat":{"constructor":{"prototype":{"harmed":1}},'),
      'chat has a key named constructor, which no theme has.',
    ],
    [
      'newer.json',
      '{"foyer":"themes","format":9,"themes":[]}',
      'It was made with a newer version of Foyer',
    ],
    ['page.json', '<!doctype html><title>Sign in</title>', 'It’s a web page, not a theme.'],
    ['wide.json', Buffer.from(theme, 'utf16le'), 'It isn’t UTF-8 text.'],
    ['cut.json', theme.slice(0, 60), 'It ends too early, at line 1'],
    ['empty.json', '', 'It is empty.'],
    ['other.json', '{"name":"package","version":"1.0.0"}', 'It doesn’t contain a theme.'],
  ];
  for (const [name, text] of files) await writeFile(join(folder, name), text);
  // Never read: it would not fit.
  const huge = await open(join(folder, 'huge.json'), 'w');
  await huge.truncate(8 * 1024 ** 3);
  await huge.close();
  const said = [
    ...files,
    ['huge.json', '', 'It is 8192 MB'],
    ['folder', '', 'a folder or a device'],
  ];
  await mkdir(join(folder, 'folder'));
  await choose(
    app,
    said.map(([name]) => join(folder, String(name))),
  );
  await window.getByRole('button', { name: 'Import themes…' }).click();
  const dialog = report(window, 'Nothing was imported');
  await expect(dialog).toContainText(`${String(said.length)} files weren’t imported`);
  for (const [name, , why] of said) {
    await expect(
      dialog.getByRole('listitem').filter({ has: window.getByText(String(name), { exact: true }) }),
    ).toContainText(String(why));
  }
  await done(window);
  expect(await onDisk(home)).toEqual([]);
  const harmed = () => (({}) as { harmed?: unknown }).harmed;
  expect([await app.evaluate(harmed), await window.evaluate(harmed)]).toEqual([
    undefined,
    undefined,
  ]);
  // What came before goes on working.
  await new Library(window).newTheme();
});

test('killed in the middle of an import, it opens with what was imported', async ({ home }) => {
  const { app, window } = await home.start();
  await emptyLibrary(window);
  const file = join(dirname(home.profile), 'many.json');
  const themes = Array.from({ length: 3_000 }, (_, at) => ({
    name: `Theme ${String(at)}`,
    theme: newTheme(),
  }));
  await writeFile(file, JSON.stringify({ foyer: 'themes', format: 1, themes }));
  await choose(app, [file]);
  await window.getByRole('button', { name: 'Import themes…' }).click();
  await expect(window.getByRole('dialog', { name: /^Importing \d+ of 3000$/u })).toBeVisible();
  await home.kill();

  // No file is cut: each can be read.
  const imported = await onDisk(home);
  expect(imported.length).toBeGreaterThan(0);
  expect(imported.length).toBeLessThan(3_000);
  const again = await home.start();
  await again.window.getByRole('button', { name: 'Look around first' }).click();
  await again.window.getByRole('gridcell').first().waitFor();
  await expect(again.window.getByText(/can’t be read/u)).toBeHidden();
  const { count } = await again.window.evaluate(async () => {
    const answer = await self.foyer.invoke('library.list', undefined);
    return { count: answer.ok ? (answer.value as { themes: unknown[] }).themes.length : -1 };
  });
  expect(count).toBe(imported.length);
});
