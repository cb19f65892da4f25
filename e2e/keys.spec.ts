/** Every key that the list of keys names, pressed, and what it does. */
import type { Page } from '@playwright/test';
import { newTheme } from '../src-shared/theme/theme';
import { expect, test } from './foyer';
import { Activity } from './pages/activity';
import { Library } from './pages/library';
import { Shell } from './pages/shell';
import { Studio } from './pages/studio';
import { Welcome } from './pages/welcome';

/** The rows of the list, as `Place: what`. */
async function listedKeys(window: Page): Promise<string[]> {
  await window.keyboard.press('?');
  const dialog = window.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.waitFor();
  const rows = await dialog.evaluate((list) =>
    [...list.querySelectorAll('section')].flatMap((section) =>
      [...section.querySelectorAll('dt')].map(
        (row) => `${section.querySelector('h3')?.textContent ?? ''}: ${row.textContent ?? ''}`,
      ),
    ),
  );
  await window.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  return rows;
}

test('each key of the list does what the list says', async ({ foyer: { app, window } }) => {
  test.setTimeout(120_000);
  await new Welcome(window).practise();
  const { keyboard } = window;
  const library = new Library(window);
  const { cards } = library;
  const shell = new Shell(window);
  const studio = new Studio(window);
  const tried: string[] = [];
  const row = (name: string, body: () => Promise<void>) => {
    tried.push(name);
    return test.step(name, body);
  };
  const listed = await listedKeys(window);
  tried.push('Everywhere: Show keyboard shortcuts', 'Everywhere: Close the dialog or menu');

  await cards.first().focus();
  await row('Library: Move between themes', async () => {
    for (const [key, at] of [
      ['ArrowRight', 1],
      ['ArrowDown', 4],
      ['ArrowLeft', 3],
      ['ArrowUp', 0],
    ] as const) {
      await keyboard.press(key);
      await expect(cards.nth(at)).toBeFocused();
    }
  });
  await row('Library: Start and end of the row', async () => {
    await keyboard.press('End');
    await expect(cards.nth(2)).toBeFocused();
    await keyboard.press('Home');
    await expect(cards.nth(0)).toBeFocused();
  });
  await row('Library: First and last theme', async () => {
    await keyboard.press('Control+End');
    await expect(cards.nth(5)).toBeFocused();
    await keyboard.press('Control+Home');
    await expect(cards.nth(0)).toBeFocused();
  });
  await row('Library: Page up and down', async () => {
    await keyboard.press('PageDown');
    await expect(cards.nth(3)).toBeFocused();
    await keyboard.press('PageUp');
    await expect(cards.nth(0)).toBeFocused();
  });
  const chosen = window.getByRole('gridcell', { selected: true });
  await row('Library: Select or deselect', async () => {
    await keyboard.press('Space');
    await expect(chosen).toHaveCount(1);
    await keyboard.press('Space');
    await expect(chosen).toHaveCount(0);
  });
  await row('Library: Select all', async () => {
    await keyboard.press('Control+a');
    await expect(chosen).toHaveCount(6);
  });
  await row('Library: Clear the selection', async () => {
    await keyboard.press('Escape');
    await expect(chosen).toHaveCount(0);
  });
  await row('Library: Rename', async () => {
    await keyboard.press('F2');
    await expect(window.getByRole('textbox', { name: /^New name for/u })).toBeFocused();
    await keyboard.press('Escape');
    await expect(cards.nth(0)).toBeFocused();
  });
  await row('Library: Duplicate', async () => {
    await keyboard.press('Control+d');
    await expect(cards).toHaveCount(7);
  });
  const news = window.getByRole('region', { name: /Notifications/u });
  await row('Everywhere: Go to the latest notification', async () => {
    await expect(news.getByText('1 theme duplicated')).toBeVisible();
    await keyboard.press('Alt+t');
    await expect
      .poll(() => news.evaluate((region) => region.contains(document.activeElement)))
      .toBe(true);
  });
  await row('Everywhere: Undo the last action', async () => {
    await keyboard.press('Control+z');
    await expect(cards).toHaveCount(6);
  });
  await row('Library: Import from the clipboard', async () => {
    const text = JSON.stringify({ name: 'Copied', theme: newTheme() });
    await app.evaluate(({ clipboard }, text) => clipboard.writeText(text), text);
    await cards.first().focus();
    await keyboard.press('Control+v');
    const report = window.getByRole('dialog', { name: '1 theme imported' });
    await expect(report).toBeVisible();
    await keyboard.press('Escape');
    await expect(report).toBeHidden();
    await expect(library.card('Copied')).toBeVisible();
  });
  await row('Library: Delete', async () => {
    await cards.first().focus();
    await keyboard.press('Delete');
    await expect(cards).toHaveCount(6);
  });

  await row('Everywhere: Search the library', async () => {
    await keyboard.press('/');
    await expect(library.search).toBeFocused();
    await keyboard.press('Escape');
  });
  await row('Everywhere: Search or run a command', async () => {
    await keyboard.press('Control+k');
    const palette = window.getByRole('combobox', { name: 'Search or run a command' });
    await expect(palette).toBeFocused();
    await keyboard.press('Escape');
    await expect(palette).toBeHidden();
  });
  await row('Everywhere: Import themes…', async () => {
    await app.evaluate(({ dialog }) => {
      dialog.showOpenDialog = () => {
        Object.assign(globalThis, { wasAsked: true });
        return Promise.resolve({ canceled: true, filePaths: [] });
      };
    });
    await keyboard.press('Control+o');
    await expect
      .poll(() => app.evaluate(() => (globalThis as { wasAsked?: boolean }).wasAsked))
      .toBe(true);
  });
  await row('Everywhere: Start a preview shortcut', async () => {
    await window.evaluate(async () => {
      const answer = await self.foyer.invoke('connections.list', undefined);
      if (!answer.ok) throw new Error(JSON.stringify(answer.problem));
      const { currentId } = answer.value as { currentId: string };
      const place = { connectionId: currentId, botId: 'cl_intake', startGroupId: '' };
      const shortcut = { ...place, name: 'Intake', to: '+44 20 7946 0958' };
      const added = await self.foyer.invoke('previews.addShortcut', shortcut);
      if (!added.ok) throw new Error(JSON.stringify(added.problem));
    });
    await keyboard.press('Control+1');
    await expect(window.getByRole('dialog')).toContainText('Intake');
    await keyboard.press('Escape');
    await expect(window.getByRole('dialog')).toBeHidden();
  });
  for (const [key, place] of [
    ['Alt+2', 'Previews'],
    ['Alt+3', 'Billing'],
    ['Alt+4', 'Domains'],
    ['Alt+5', 'Activity'],
    ['Alt+6', 'Starter themes'],
    ['Alt+7', 'Bin'],
    ['Control+,', 'Settings'],
    ['Alt+1', 'Library'],
    ['Alt+8', 'Settings'],
  ] as const) {
    await test.step(`Go to: ${place}`, async () => {
      await keyboard.press(key);
      await expect(shell.heading(place)).toBeVisible();
    });
    if (key !== 'Alt+8') tried.push(`Go to: ${place}`);
  }
  await row('Everywhere: Guide', async () => {
    await keyboard.press('F1');
    await expect(window.getByRole('heading', { level: 1, name: 'Guide' })).toBeVisible();
    await shell.goTo('Library');
  });
  await row('Everywhere: New theme', async () => {
    await keyboard.press('Control+n');
    await studio.opened();
    await studio.backToLibrary();
  });
  await row('Library: Publish', async () => {
    await cards.first().focus();
    await keyboard.press('Control+Shift+p');
    await expect(cards.first()).toHaveAccessibleName(/, Published/u);
  });
  await row('Library: Open', async () => {
    await cards.first().press('Enter');
    await studio.opened();
  });

  const name = window.getByRole('heading', { level: 1 });
  const first = (await name.textContent()) ?? '';
  await row('Studio: Next theme', async () => {
    await keyboard.press('Control+PageDown');
    await expect(name).not.toHaveText(first);
  });
  await row('Studio: Previous theme', async () => {
    await keyboard.press('Control+PageUp');
    await expect(name).toHaveText(first);
    await studio.opened();
  });

  const buttons = await studio.section('Buttons');
  const colour = buttons.getByRole('textbox', { name: 'Buttons, background', exact: true });
  await colour.fill('#0B6E4F');
  await row('Studio: Undo', async () => {
    await keyboard.press('Control+z');
    await expect(colour).toHaveValue('#0042DA');
  });
  await row('Studio: Redo', async () => {
    await keyboard.press('Control+Shift+z');
    await expect(colour).toHaveValue('#0B6E4F');
    await keyboard.press('Control+z');
    await expect(colour).toHaveValue('#0042DA');
    await keyboard.press('Control+y');
    await expect(colour).toHaveValue('#0B6E4F');
  });
  await row('Studio: Rename', async () => {
    await keyboard.press('F2');
    await expect(window.getByRole('textbox', { name: 'Theme name' })).toBeFocused();
    await keyboard.press('Escape');
  });
  const zoomed = (percent: number) =>
    expect(window.getByRole('button', { name: `Zoom: ${String(percent)}%` })).toBeVisible();
  await row('Studio: Show the preview at its actual size', async () => {
    await keyboard.press('Control+0');
    await zoomed(100);
  });
  await row('Studio: Zoom the preview in or out', async () => {
    await keyboard.press('Control++');
    await zoomed(110);
    await keyboard.press('Control+-');
    await zoomed(100);
  });
  const css = (await studio.section('Custom CSS')).getByRole('textbox', { name: 'Style sheet' });
  await row('Custom CSS: Indent', async () => {
    await css.click();
    await keyboard.press('Tab');
    await expect.poll(() => css.textContent()).toMatch(/^\s+$/u);
  });
  await row('Custom CSS: Leave the editor', async () => {
    await keyboard.press('Escape');
    await keyboard.press('Tab');
    await expect(css).not.toBeFocused();
  });

  await row('Custom CSS: Restore the editor’s size', async () => {
    await window.getByRole('button', { name: 'Half the window' }).click();
    await expect(studio.inspector).toBeHidden();
    await keyboard.press('Escape');
    await expect(studio.inspector).toBeVisible();
  });
  // In the style sheet the arrows with Alt are the editor's.
  await studio.publishButton.focus();

  await row('Studio: Publish', async () => {
    await keyboard.press('Control+Shift+p');
    await expect(studio.notice('The service saved the theme.')).toBeVisible();
    await expect(studio.publishButton).toBeEnabled();
  });
  await row('Studio: Back to the library', async () => {
    await keyboard.press('Alt+ArrowLeft');
    await expect(shell.heading('Library')).toBeVisible();
    await cards.first().press('Enter');
    await studio.opened();
    await name.focus();
    await keyboard.press('Escape');
    await expect(shell.heading('Library')).toBeVisible();
  });
  await shell.goTo('Activity');
  const activity = new Activity(window);
  await row('Activity: Move between entries', async () => {
    await activity.rows.first().click();
    await expect(activity.details).toBeVisible();
    await keyboard.press('ArrowDown');
    await expect(activity.rows.nth(1)).toBeFocused();
    await keyboard.press('ArrowUp');
    await expect(activity.rows.nth(0)).toBeFocused();
  });
  await row('Activity: Close the details', async () => {
    await keyboard.press('Escape');
    await expect(activity.details).toBeHidden();
  });

  expect(tried.sort()).toEqual(listed.sort());
});
