/** The library as a person uses it: what is deleted, changed from outside, linked, chosen at once. */
import { mkdir, readdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { newTheme, type ThemeDocument } from '../src-shared/theme/theme';
import { expect, test } from './foyer';
import { Library } from './pages/library';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';
import { onDisk, put, startWith, themeDocument } from './theme-files';
import { prefer } from './window-state';

test('a deleted theme lies in the bin, comes back from it, and goes for good when told so', async ({
  home,
}) => {
  const { window, library, shell } = await startWith(home, ['Fern', 'Kiln']);
  await library.act('Fern', 'Delete');
  await library.act('Kiln', 'Delete');
  await expect(library.cards).toHaveCount(0);
  await shell.goTo('Bin');
  const bin = window.getByRole('list', { name: 'Deleted themes' });
  await expect(bin.getByRole('listitem')).toHaveCount(2);
  await expect(bin).toContainText('30 days left');
  await expect(bin).toContainText('From fern.json');
  await window.getByRole('button', { name: 'Restore Fern' }).click();
  await expect(bin.getByRole('listitem')).toHaveCount(1);
  await window.getByRole('button', { name: 'Empty bin' }).click();
  await window
    .getByRole('dialog', { name: 'Delete Kiln for good?' })
    .getByRole('button', { name: 'Delete for good' })
    .click();
  await expect(window.getByText('The bin is empty')).toBeVisible();
  await shell.goTo('Library');
  await expect(library.card('Fern')).toBeVisible();
  await expect(library.cards).toHaveCount(1);
  expect(await readdir(join(home.profile, 'bin'))).toEqual([]);
});

test('what others do to the folder is seen: new, changed, removed, damaged', async ({ home }) => {
  const { window, library } = await startWith(home, ['Fern']);
  await put(home, 'new.json', themeDocument('Newcomer'));
  await expect(library.card('Newcomer')).toBeVisible();
  await put(home, 'fern.json', themeDocument('Fern', { name: 'Bracken' }));
  await expect(library.card('Bracken')).toBeVisible();
  await unlink(join(home.library, 'new.json'));
  await expect(library.card('Newcomer')).toBeHidden();
  await writeFile(join(home.library, 'cut.json'), '{ "format": 1,');
  const notice = window.getByRole('status').filter({ hasText: 'can’t be read' });
  await expect(notice).toContainText('cut.json The file ends too early');
  await expect(notice.getByRole('button', { name: 'Show cut.json in its folder' })).toBeVisible();
  await unlink(join(home.library, 'cut.json'));
  await expect(notice).toBeHidden();
  await put(home, 'copy.json', themeDocument('Fern', { name: 'Second' }));
  await expect(library.card('Second')).toBeVisible();
  const ids = [(await onDisk(home, 'Bracken')).id, (await onDisk(home, 'Second')).id];
  expect(new Set(ids).size).toBe(2);
});

test('a conflict keeps both, shows the copy as one, and ends as the person decides', async ({
  home,
}) => {
  const { window, library } = await startWith(home, ['Fern']);
  // The same theme from a second computer, with another look.
  const theirs = themeDocument('Fern', { tags: ['phone'] });
  theirs.theme.general.font = 'Lora';
  await put(home, 'fern (conflicted copy).json', theirs);
  const copy = window.getByRole('gridcell', { name: /conflict copy of Fern$/u });
  await expect(copy).toContainText('Conflict copy of Fern');
  await expect(library.cards).toHaveCount(2);
  await window.getByRole('button', { name: /^Conflict copies/u }).click();
  await expect(library.cards).toHaveCount(1);
  await copy.click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Settle the conflict…' }).click();
  const dialog = window.getByRole('dialog', { name: 'Two versions of Fern' });
  await expect(dialog.getByText('Lora', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep this version' }).click();
  await expect(dialog).toBeHidden();
  await window.getByRole('button', { name: /^All/u }).click();
  await expect(library.cards).toHaveCount(1);
  expect(await onDisk(home, 'Fern')).toMatchObject({
    tags: ['phone'],
    theme: { general: { font: 'Lora' } },
  });
  // And back again, with a key.
  await library.card('Fern').press('Control+z');
  await expect(library.cards).toHaveCount(2);
  await expect
    .poll(async () => {
      const text = await readFile(join(home.library, 'fern.json'), 'utf8');
      return (JSON.parse(text) as ThemeDocument).theme.general.font;
    })
    .toBe('Open Sans');
});

test('a card draws what is plain in custom CSS, and says where there is more', async ({ home }) => {
  const withCss = (name: string, customCss: string) =>
    put(
      home,
      `${name.toLowerCase()}.json`,
      themeDocument(name, { theme: { ...newTheme(), customCss } }),
    );
  await withCss('Fern', '.typebot-guest-bubble { background: rgb(1, 2, 3); border-radius: 20px }');
  await withCss(
    'Moss',
    '@media all { .typebot-button { color: red } } .typebot-guest-bubble { background: url(https://example.com/a.png) rgb(1, 2, 3); position: fixed }',
  );
  const { library } = await startWith(home, []);
  const guest = (name: string) => library.card(name).locator('.guest');
  await expect(guest('Fern')).toHaveCSS('background-color', 'rgb(1, 2, 3)');
  await expect(guest('Fern')).toHaveCSS('border-top-left-radius', '14px');
  await expect(library.card('Fern').getByTitle('Has custom CSS, shown here')).toBeAttached();
  await expect(guest('Moss')).toHaveCSS('background-color', 'rgb(1, 2, 3)');
  await expect(guest('Moss')).toHaveCSS('background-image', 'none');
  await expect(guest('Moss')).toHaveCSS('position', 'static');
  await expect(
    library.card('Moss').getByTitle(/^Has custom CSS\. This thumbnail shows its colours/u),
  ).toBeAttached();
});

test('a theme that is changed outside while it is edited here is kept twice', async ({ home }) => {
  const { app, window, library } = await startWith(home, ['Fern']);
  const studio = await library.open('Fern');
  const theirs = themeDocument('Fern', { tags: ['phone'] });
  theirs.theme.general.font = 'Lora';
  // In one breath: their file is there before what was edited here can be saved.
  await app.evaluate(
    async ({ BrowserWindow }, { path, text, id }) => {
      const { writeFileSync } = process.mainModule?.require('node:fs') as typeof import('node:fs');
      writeFileSync(path, text);
      const edit = { field: 'chat.buttons.backgroundColor', value: '#123ABC' };
      await BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
        `foyer.invoke('library.edit', ${JSON.stringify({ id, edits: [edit] })})`,
      );
    },
    { path: join(home.library, 'fern.json'), text: JSON.stringify(theirs), id: theirs.id },
  );
  await studio.backToLibrary();
  await expect(library.cards).toHaveCount(2);
  const ours = window.getByRole('gridcell', { name: /conflict copy of Fern$/u });
  await expect(ours).toContainText('Conflict copy of Fern');
  expect((await onDisk(home, 'Fern')).theme.general.font).toBe('Lora');
  const { theme } = await onDisk(home, 'Fern (your version)');
  expect(theme.chat.buttons.backgroundColor).toBe('#123ABC');
  expect(theme.general.font).toBe('Open Sans');
});

test('what others do to the theme that is open shows in the studio at once', async ({ home }) => {
  const { window, library } = await startWith(home, ['Fern']);
  const studio = await library.open('Fern');
  const font = (await studio.section('Font')).getByRole('combobox', { name: 'Font' });
  const theirs = themeDocument('Fern', { name: 'Bracken' });
  theirs.theme.general.font = 'Lora';
  await put(home, 'fern.json', theirs);
  await expect(font).toHaveValue('Lora');
  await expect(window.getByRole('heading', { level: 1, name: 'Bracken' })).toBeVisible();
  await expect(studio.chat.locator('.typebot-host-bubble').first()).toHaveCSS(
    'font-family',
    /Lora/u,
  );
  await window.getByRole('button', { name: 'Undo' }).click();
  await expect(font).toHaveValue('Open Sans');
  await studio.saved();
  expect((await onDisk(home, 'Fern')).theme.general.font).toBe('Open Sans');

  // Scrolled to the foot of the parts, far from where it will be said.
  await prefer(window, { textSize: 200 });
  await studio.sections.getByRole('button', { name: /^Custom CSS\b/u }).scrollIntoViewIfNeeded();
  await unlink(join(home.library, 'fern.json'));
  const gone = window.getByRole('alert').filter({ hasText: 'is no longer in the library' });
  await expect(gone).toBeInViewport();
  await prefer(window, { textSize: 100 });
  await expect(font).toBeDisabled();
  await put(home, 'fern.json', theirs);
  await expect(gone).toBeHidden();
  await expect(font).toHaveValue('Lora');
  await font.fill('Karla');
  await studio.saved();
  expect((await onDisk(home, 'Bracken')).theme.general.font).toBe('Karla');

  await unlink(join(home.library, 'fern.json'));
  await gone.getByRole('button', { name: 'Library' }).click();
  await expect(window.getByText('Your library is empty')).toBeVisible();
});

test('many at once, each taken back: delete, tags, duplicates, a new name', async ({ home }) => {
  const { window, library } = await startWith(home, ['Fern', 'Kiln', 'Peony']);
  // Of that toast: the one before it may not have gone yet, and its button does nothing any more.
  const takeBack = (done: string) =>
    window
      .getByRole('listitem')
      .filter({ hasText: done })
      .getByRole('button', { name: 'Undo' })
      .click();
  const bar = window.getByRole('region', { name: 'Selected themes' });
  await library.card('Fern').press('Control+a');
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect(library.cards).toHaveCount(0);
  await takeBack('3 themes deleted');
  await expect(library.cards).toHaveCount(3);

  await library.cards.first().press('Control+a');
  await bar.getByRole('button', { name: 'Tags' }).click();
  const dialog = window.getByRole('dialog', { name: 'Tags for 3 themes' });
  await dialog.getByRole('textbox', { name: 'Add a tag' }).fill('Summer');
  await dialog.getByRole('button', { name: 'Save tags' }).click();
  await expect(library.card('Peony')).toContainText('Summer');
  await takeBack('Tags saved for 3 themes');
  await expect(library.card('Peony')).not.toContainText('Summer');

  await bar.getByRole('button', { name: 'Duplicate' }).click();
  await expect(library.cards).toHaveCount(6);
  await takeBack('3 themes duplicated');
  await expect(library.cards).toHaveCount(3);

  await window.keyboard.press('Escape');
  await library.card('Kiln').press('F2');
  await window.getByRole('textbox', { name: 'New name for Kiln' }).fill('Oven');
  await window.keyboard.press('Enter');
  await expect(library.card('Oven')).toBeVisible();
  await takeBack('Renamed to Oven');
  await expect(library.card('Kiln')).toBeVisible();
});

test('the keyboard alone: search, choose, delete, take back, and open', async ({ home }) => {
  const { window, library } = await startWith(home, ['Fern', 'Kiln', 'Peony']);
  const { keyboard } = window;
  await keyboard.press('/');
  await expect(library.search).toBeFocused();
  await keyboard.type('peony');
  await expect(library.cards).toHaveCount(1);
  await keyboard.press('Escape');
  await expect(library.cards).toHaveCount(3);
  await keyboard.press('ArrowDown');
  await keyboard.press('Space');
  await keyboard.press('Shift+ArrowRight');
  await expect(window.getByRole('gridcell', { selected: true })).toHaveCount(2);
  await keyboard.press('Delete');
  await expect(library.cards).toHaveCount(1);
  await keyboard.press('Control+z');
  await expect(library.cards).toHaveCount(3);
  await keyboard.press('Enter');
  await expect(window.getByRole('complementary', { name: 'Before publishing' })).toBeVisible();
});

test('a theme that is at the service already is linked, and saved over its template', async ({
  home,
  service,
}) => {
  const { window } = await home.start();
  await new Welcome(window).connect(service);
  await put(home, 'fern.json', themeDocument('Fern'));
  const library = new Library(window);
  await library.act('Fern', 'Link to a template');
  const dialog = window.getByRole('dialog', { name: 'Link Fern to a template' });
  const field = dialog.getByRole('textbox', { name: 'Template ID' });
  await field.fill('..');
  await dialog.getByRole('button', { name: 'Link theme' }).click();
  await expect(dialog).toContainText('An ID can’t be empty, . or ..');
  await field.fill('tpl_7');
  await dialog.getByRole('button', { name: 'Link theme' }).click();
  await expect(library.card('Fern')).toHaveAccessibleName('Fern, Unpublished changes');
  expect(service.received().filter(({ method }) => method === 'PUT')).toEqual([]);
  const studio = await library.open('Fern');
  await expect(studio.inspector).toContainText('Foyer doesn’t know what’s in it yet');
  await studio.publishButton.click();
  await expect
    .poll(
      () =>
        service
          .received()
          .filter(({ method }) => method === 'PUT')
          .at(-1)?.path,
    )
    .toContain('/themeTemplates/tpl_7');
});

test('fields that Foyer does not know stay in the file, and out of the request', async ({
  home,
  service,
}) => {
  const byHand = themeDocument('Fern', { author: { name: 'Mia' }, notes: ['by hand'] });
  Object.assign(byHand.theme, { mood: 'calm' });
  Object.assign(byHand.theme.chat.buttons, { shadow: { blur: 4 } });
  await put(home, 'fern.json', byHand);
  const { window } = await home.start();
  await new Welcome(window).connect(service);
  const studio = await new Library(window).open('Fern');
  await studio.typeColour('Buttons', 'background', '#123ABC');
  await studio.saved();
  await studio.publishButton.click();
  await expect
    .poll(() => service.received().filter(({ method }) => method === 'PUT').length)
    .toBe(1);
  const sent = service.received().find(({ method }) => method === 'PUT');
  expect(sent?.body).toContain('#123ABC');
  for (const unknown of ['mood', 'calm', 'shadow', 'author', 'Mia', 'by hand']) {
    expect(sent?.body).not.toContain(unknown);
  }
  await expect
    .poll(async () => Object.keys((await onDisk(home, 'Fern')).publications))
    .toHaveLength(1);
  expect(await onDisk(home, 'Fern')).toMatchObject({
    author: { name: 'Mia' },
    notes: ['by hand'],
    theme: { mood: 'calm', chat: { buttons: { shadow: { blur: 4 }, backgroundColor: '#123ABC' } } },
  });
});

test('the library moves to another folder, and a missing folder is told and not made', async ({
  home,
}) => {
  const { app, window, library, shell } = await startWith(home, ['Fern', 'Kiln']);
  const target = `${home.library}-moved`;
  await mkdir(target);
  await app.evaluate(({ dialog }, folder) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [folder] });
  }, target);
  await shell.goTo('Settings');
  await window.getByRole('button', { name: 'Choose another folder' }).click();
  const dialog = window.getByRole('dialog', { name: 'Use another library folder' });
  await expect(dialog).toContainText(target);
  await dialog.getByRole('button', { name: 'Use this folder' }).click();
  await expect(dialog).toBeHidden();
  await expect(window.getByText(target, { exact: true })).toBeVisible();
  expect((await readdir(home.library)).filter((name) => name.endsWith('.json'))).toEqual([]);
  await shell.goTo('Library');
  await expect(library.cards).toHaveCount(2);

  await rename(target, `${target}-unplugged`);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.emit('focus'));
  const alert = window.getByRole('alert').filter({ hasText: 'isn’t there' });
  await expect(alert).toContainText('Nothing was created in its place');
  expect(await readdir(join(target, '..'))).not.toContain('library-moved');
  await rename(`${target}-unplugged`, target);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.emit('focus'));
  await expect(alert).toBeHidden();
  await expect(library.cards).toHaveCount(2);
});

test('the order is remembered', async ({ home }) => {
  const first = await startWith(home, ['Fern', 'Kiln']);
  await first.window.getByRole('button', { name: /^Sort/u }).click();
  await first.window.getByRole('menuitemcheckbox', { name: 'Name' }).click();
  await expect
    .poll(() => readFile(join(home.profile, 'preferences.json'), 'utf8'))
    .toContain('"name"');
  await first.app.close();
  const { window } = await startWith(home, []);
  await expect(window.getByRole('button', { name: /^Sort/u })).toContainText('Name');
});

test('after two starts that got nowhere it starts in safe mode, and normally when told so', async ({
  home,
}) => {
  await put(home, 'fern.json', themeDocument('Fern'));
  await mkdir(home.profile, { recursive: true });
  // As two starts leave it that ended before their window was there.
  await writeFile(join(home.profile, 'run.json'), '{"crashes":1,"isOpen":true}');
  const { window } = await home.start();
  await window.getByRole('button', { name: 'Look around first' }).click();
  const alert = window.getByRole('alert');
  await expect(alert).toContainText('Foyer started in safe mode');
  const library = new Library(window);
  await expect(library.cards).toHaveCount(0);
  await alert.getByRole('button', { name: 'Start normally' }).click();
  await expect(library.card('Fern')).toBeVisible();
});

test('a damaged document of the profile is told once, with where it is kept', async ({ home }) => {
  await mkdir(home.profile, { recursive: true });
  await writeFile(join(home.profile, 'previews.json'), '{ "format": 1, "hist');
  const { window } = await home.start();
  const told = window.getByRole('alert').filter({ hasText: 'previews.json' });
  await expect(told).toContainText('couldn’t be read');
  await expect(told).toContainText('generations');
  await told.getByRole('button', { name: 'Dismiss' }).click();
  await expect(told).toBeHidden();
});

test('all themes deleted by one key are not lost with the message that tells of it', async ({
  foyer: { window },
}) => {
  await new Welcome(window).practise();
  const shell = new Shell(window);
  const { keyboard } = window;
  const cards = window.getByRole('gridcell');
  await cards.first().focus();
  const count = await cards.count();
  await keyboard.press('Control+a');
  await keyboard.press('Delete');

  const told = window.getByText(/themes deleted\. Get them back with Ctrl\sZ or from the bin\.$/u);
  await expect(told).toBeVisible();
  await expect(window.getByText(`${count} deleted themes are in the bin.`)).toBeVisible();
  const place = (name: string) =>
    window.getByRole('navigation').getByRole('button', { name, exact: true });
  await expect(place(`Bin ${count}`)).toBeVisible();
  await window.getByRole('button', { name: 'Open the bin' }).click();
  await expect(shell.heading('Bin')).toBeVisible();
  await shell.goTo('Library');

  await told.waitFor({ state: 'detached' });
  await keyboard.press('Control+z');
  await expect(cards).toHaveCount(count);
  await expect(window.getByText(/^Undone: \d+ themes deleted$/u)).toBeVisible();
  await expect(place('Bin')).toBeVisible();
});

test('the list sorts by its heads, and layout and order are there at the next start', async ({
  home,
}) => {
  const first = await home.start();
  await new Welcome(first.window).practise();
  const choose = async (layout: string) => {
    await first.window.getByRole('button', { name: /^View/u }).click();
    await first.window.getByRole('menuitemcheckbox', { name: layout }).click();
  };
  const heights = async () => {
    const box = await new Library(first.window).cards.first().boundingBox();
    return box?.height ?? 0;
  };
  const medium = await heights();
  await choose('Large cards');
  await expect.poll(heights).toBeGreaterThan(medium);
  await choose('Small cards');
  await expect.poll(heights).toBeLessThan(medium);
  await choose('List');
  const names = (window: Page) =>
    new Library(window).cards.evaluateAll((cards) =>
      cards.map((card) => card.ariaLabel?.split(',')[0]),
    );
  await first.window.getByRole('button', { name: 'Sort by Name' }).click();
  const sorted = ['Aurora', 'Harbour', 'Lagoon', 'Midnight', 'Newsprint', 'Osteria'];
  await expect.poll(() => names(first.window)).toEqual(sorted);
  await first.window.getByRole('button', { name: 'Sort by Name' }).click();
  await expect.poll(() => names(first.window)).toEqual([...sorted].reverse());
  await first.app.close();

  const { window } = await home.start();
  await expect(window.getByRole('button', { name: 'Sort by Font' })).toBeVisible();
  await expect.poll(() => names(window)).toEqual([...sorted].reverse());
});

test('a search with a slip in it finds, and says what it took it for', async ({
  foyer: { window },
}) => {
  await new Welcome(window).practise();
  const library = new Library(window);
  await library.search.fill('osterai');
  await expect(library.cards).toHaveCount(1);
  await expect(library.card('Osteria')).toBeVisible();
  await expect(
    window.getByText('Nothing matches “osterai”. Showing themes for “osteria”.'),
  ).toBeVisible();
  await library.search.fill('zzzz');
  await expect(library.cards).toHaveCount(0);
});
