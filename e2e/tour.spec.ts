/**
 * The guided tour: the main job from the first run to a preview, in the real app, on the practice
 * service. Each step says what was seen and leaves a numbered picture in `tour/`; with TOUR_DOCS=1
 * the pictures of the documents are made anew from it.
 */
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { Activity } from './pages/activity';
import { Library } from './pages/library';
import { Outbox } from './pages/outbox';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';
import { expect, test } from './foyer';

const root = resolve(import.meta.dirname, '..');
const pictures = join(root, 'tour');
const documentPictures = join(root, 'docs', 'pictures');

test('the main job, from the first run to a preview', async ({ home, service }) => {
  await rm(pictures, { recursive: true, force: true });
  await mkdir(pictures, { recursive: true });
  let number = 0;

  /** One step: does it, takes its picture, tells it. */
  async function step(title: string, name: string, window: Page, work: () => Promise<void>) {
    await test.step(title, async () => {
      await work();
      number += 1;
      const file = join(pictures, `${String(number).padStart(2, '0')}-${name}.png`);
      // The pointer would leave something hovered.
      await window.mouse.move(0, 0);
      await window.screenshot({ path: file, animations: 'disabled' });
      if (process.env['TOUR_DOCS'] === '1') {
        await mkdir(documentPictures, { recursive: true });
        await copyFile(file, join(documentPictures, `${name}.png`));
      }
    });
  }

  const { app, window } = await home.start();
  const shell = new Shell(window);
  const library = new Library(window);
  const welcome = new Welcome(window);

  await step('The first run offers to practise or to connect', 'first-run', window, async () => {
    await expect(welcome.heading).toBeVisible();
    await expect(window.getByRole('button', { name: 'Try Foyer' })).toBeVisible();
    await expect(window.getByRole('button', { name: 'Connect a workspace' })).toBeVisible();
  });

  await step('Practising puts starter themes into the library', 'library', window, async () => {
    await welcome.practise();
    await expect(library.cards).toHaveCount(6);
    await expect(shell.switcher).toContainText('Practice');
  });

  await step(
    'A second workspace is connected, its token in the keychain',
    'connect',
    window,
    async () => {
      await shell.switcher.click();
      await window.getByRole('menuitem', { name: 'Add a connection' }).click();
      await welcome.openForm();
      await welcome.fill({
        label: 'Northwind Studio',
        baseAddress: service.baseAddress,
        token: service.token,
      });
      await welcome.checkButton.click();
      await expect(window.getByText(/^The service accepts this token/u)).toBeVisible();
    },
  );
  await welcome.connectButton.click();
  // It would lie over the pictures that follow.
  await expect(window.getByText('connected: the service accepted the token')).toBeVisible();
  await expect(window.getByText('connected: the service accepted the token')).toBeHidden({
    timeout: 20_000,
  });
  await expect(shell.switcher).toContainText('Northwind Studio');
  expect(home.secrets()).toEqual([service.token]);

  await service.stop();
  const studio = await library.open('Harbour');
  await step('With the network off, a theme is edited and saved', 'studio', window, async () => {
    await studio.typeColour('Buttons', 'background', '#0B6E4F');
    await studio.choose('Roundness', 'Medium');
    await studio.typeColour('Bot bubbles', 'background', '#E4EFE7');
    await studio.saved();
    await expect(studio.chat.locator('.typebot-button').first()).toHaveCSS(
      'background-color',
      'rgb(11, 110, 79)',
    );
  });

  const isHarbour = ({ body }: { body: string }) => body.includes('#0B6E4F');
  await step('Published without a network, it waits and says why', 'waiting', window, async () => {
    await studio.publishButton.click();
    await expect(
      studio.inspector.getByText('Waiting to publish to Northwind Studio'),
    ).toBeVisible();
    await expect(studio.inspector.getByText(/Nothing was answering at the service/u)).toBeVisible();
    expect(service.received().filter(isHarbour)).toEqual([]);
  });

  const outbox = new Outbox(window);
  await step('The outbox lists what waits', 'outbox', window, async () => {
    await outbox.open();
    await expect(outbox.items).toHaveCount(1);
    await expect(outbox.items).toContainText('Harbour');
    await expect(outbox.items).toContainText('Northwind Studio');
  });
  await outbox.close();

  await step(
    'The network comes back, and it is sent automatically',
    'published',
    window,
    async () => {
      await service.start();
      await expect(studio.inspector.getByText('The service saved the theme.')).toBeVisible({
        timeout: 30_000,
      });
      await expect(outbox.button).toHaveText('Outbox empty');
      expect(service.received().filter(isHarbour)).toHaveLength(1);
    },
  );
  await studio.backToLibrary();
  await expect(library.card('Harbour')).toHaveAccessibleName(/Published/u);

  await step('A preview is started, once', 'preview', window, async () => {
    await shell.goTo('Previews');
    await window.getByRole('textbox', { name: 'Bot ID' }).fill('cl_harbour_intake');
    await window.getByRole('textbox', { name: 'Recipient' }).fill('+44 20 7946 0958');
    await window.getByRole('button', { name: 'Start preview', exact: true }).click();
    await window.getByRole('button', { name: 'Send once' }).click();
    await expect(window.getByText('The service said:').first()).toBeVisible();
    const started = service.received().filter(({ method }) => method === 'POST');
    expect(started).toHaveLength(1);
  });

  await step('A change of the plan is reviewed before it is sent', 'billing', window, async () => {
    await shell.goTo('Billing');
    await window.getByRole('radio', { name: /^Pro/u }).click();
    await window.getByRole('button', { name: 'Review change' }).click();
    await expect(
      window.getByRole('button', { name: 'Change Northwind Studio’s plan' }),
    ).toBeVisible();
  });

  await step(
    'Activity has every request, with nothing secret in it',
    'activity',
    window,
    async () => {
      await shell.goTo('Activity');
      const activity = new Activity(window);
      await expect(activity.rows.first()).toContainText('cl_harbour_intake');
      await activity.rows.first().click();
      await expect(activity.details).toContainText('[token]');
      await expect(activity.details).not.toContainText(service.token);
    },
  );

  await step('Dark is a setting away', 'dark', window, async () => {
    await shell.goTo('Settings');
    await window.getByRole('radio', { name: 'Dark' }).click();
    await shell.goTo('Library');
    await expect(window.locator('html')).toHaveCSS('color-scheme', 'dark');
  });

  await app.close();
});
