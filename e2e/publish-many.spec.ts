/** Publishing to several connections at once, and taking over what a service made of a theme. */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { createPracticeService } from '../src-main/practice/practice';
import { expect, test } from './foyer';
import { Activity } from './pages/activity';
import { Library } from './pages/library';
import { Previews } from './pages/previews';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';

/** Adds another workspace, which is then the one in use. */
async function connectAnother(window: Page, label: string, baseAddress: string, token: string) {
  await new Shell(window).switcher.click();
  await window.getByRole('menuitem', { name: 'Add a connection' }).click();
  await new Welcome(window).connect({ label, baseAddress, workspaceId: 'ws_2', token });
  await new Shell(window).goTo('Library');
}

test('a theme goes to several connections at once, each with a status and a request of its own', async ({
  foyer: { window },
  service,
}) => {
  const other = createPracticeService();
  const place = await other.start();
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  await connectAnother(window, 'Contoso', place.baseAddress, place.token);
  const library = new Library(window);
  const studio = await library.newTheme();
  await studio.rename('Vesper');
  await studio.saved();
  const dialog = window.getByRole('dialog', { name: 'Publish Vesper' });
  const row = (label: string) => dialog.locator('label').filter({ hasText: label });
  const choosePlaces = async () => {
    await studio.inspector.getByRole('button', { name: 'More', exact: true }).click();
    await window.getByRole('menuitem', { name: 'Publish to…' }).click();
  };
  service.setBehaviour('saveThemeTemplate', { status: 400, message: 'No more themes' });

  await test.step('the exact request of each is there before anything goes', async () => {
    await choosePlaces();
    await dialog.getByText('The exact request to Northwind').click();
    const request = dialog.getByRole('region', { name: 'The exact request to Northwind' });
    await expect(request).toContainText(`PUT ${service.baseAddress}/themeTemplates/`);
    await expect(request).toContainText('ws_4f2c9a');
    expect(service.received()).toEqual([]);
  });

  await test.step('the button says to how many', async () => {
    await expect(row('Contoso').getByRole('checkbox')).toBeChecked();
    await row('Northwind').getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Publish to 2 connections' }).click();
    await expect(studio.notice('The service saved the theme.')).toBeVisible();
    const others = studio.inspector.getByRole('list', { name: 'On other connections' });
    await expect(others).toContainText('The last publish to Northwind failed');
    await expect.poll(() => service.received().length).toBe(1);
    const workspace = ([request]: readonly { body: string }[]) =>
      (JSON.parse(request?.body ?? '{}') as { workspaceId?: string }).workspaceId;
    expect(workspace(service.received())).toBe('ws_4f2c9a');
    expect(workspace(other.received())).toBe('ws_2');
  });

  await test.step('one took it, the other refused it', async () => {
    await choosePlaces();
    await expect(row('Northwind')).toContainText('Failed');
    await expect(row('Contoso')).toContainText('Published');
    await window.keyboard.press('Escape');
    await studio.backToLibrary();
    // Of several, the card has the one that needs most attention.
    await expect(library.card('Vesper')).toHaveAccessibleName(/Failed/u);
    expect(other.received()).toHaveLength(1);
  });
  await other.stop();
});

test('the service’s version is taken, and nothing is left to publish', async ({
  foyer: { window },
  service,
}) => {
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  const library = new Library(window);
  const studio = await library.newTheme();
  await studio.rename('Vesper');
  await studio.type('Custom CSS', 'Style sheet', '.typebot-button { color: red }');
  await studio.saved();
  service.setBehaviour('saveThemeTemplate', {
    drop: ['theme.customCss'],
    rewrite: { 'theme.chat.buttons.backgroundColor': '#010203' },
    lowerCaseNames: true,
  });
  await studio.publishButton.click();
  await expect(studio.inspector.getByText('What Northwind changed')).toBeVisible();
  await studio.inspector
    .getByRole('button', { name: 'Accept Northwind’s version', exact: true })
    .click();

  await expect(studio.inspector.getByText('What Northwind changed')).toBeHidden();
  await window.getByRole('heading', { level: 1, name: 'vesper' }).waitFor();
  const buttons = await studio.section('Buttons');
  await expect(
    buttons.getByRole('textbox', { name: 'Buttons, background', exact: true }),
  ).toHaveValue('#010203');
  const css = await studio.section('Custom CSS');
  await expect(css.getByRole('textbox', { name: 'Style sheet' })).not.toContainText('color: red');
  await studio.backToLibrary();
  await expect(library.card('vesper')).toHaveAccessibleName(/Published/u);
  expect(service.received()).toHaveLength(1);
});

test('Activity is searched, read, copied as curl and exported without tokens and numbers', async ({
  home,
  service,
}) => {
  const { app, window } = await home.start();
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  const library = new Library(window);
  for (const name of ['Vesper', 'Umbra']) {
    const studio = await library.newTheme();
    await studio.rename(name);
    await studio.saved();
    await studio.publishButton.click();
    await expect(studio.notice('The service saved the theme.')).toBeVisible();
    await studio.backToLibrary();
  }
  await new Shell(window).goTo('Previews');
  const previews = new Previews(window);
  await previews.fill({ botId: 'cl_bot', recipient: '+44 20 7946 0958' });
  await previews.start();
  await expect(previews.notice('The service accepted the preview.')).toBeVisible();

  await new Shell(window).goTo('Activity');
  const activity = new Activity(window);
  await activity.show('Sent');
  await expect(activity.rows).toHaveCount(3);
  await window.getByRole('searchbox', { name: 'Search activity' }).fill('umbra');
  await expect(activity.rows).toHaveCount(1);
  await activity.rows.first().click();
  await expect(activity.details).toContainText('Publish Umbra');
  await expect(activity.details).toContainText('Bearer [token]');
  await activity.details.getByRole('button', { name: 'Copy as curl' }).click();
  const copied = () => app.evaluate(({ clipboard }) => clipboard.readText());
  await expect.poll(copied).toContain(`curl -X PUT '${service.baseAddress}/themeTemplates/`);
  expect(await copied()).toContain('"$FOYER_TOKEN"');
  expect(await copied()).not.toContain(service.token);

  const file = join(dirname(home.profile), 'activity.json');
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);
  await window.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(window.getByText(/^Activity exported to /u).first()).toBeVisible();
  const text = await readFile(file, 'utf8');
  for (const part of ['Umbra', 'Vesper', '/themeTemplates/']) expect(text).toContain(part);
  // Nor a number in full.
  for (const part of [service.token, '7946 0958']) expect(text).not.toContain(part);
});
