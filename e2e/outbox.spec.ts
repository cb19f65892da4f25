/** The outbox, as a person meets it: offline, refused, restarted, with several connections. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from './foyer';
import { Library } from './pages/library';
import { Outbox } from './pages/outbox';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';

test('what is published offline waits over a restart and goes out by itself', async ({
  home,
  service,
}) => {
  const first = await home.start();
  await new Welcome(first.window).connect({
    baseAddress: service.baseAddress,
    token: service.token,
  });
  await service.stop();
  const studio = await new Library(first.window).newTheme();
  await studio.rename('Vesper');
  await studio.publishButton.click();
  await expect(studio.inspector.getByText('Waiting to publish to Northwind')).toBeVisible();
  await studio.backToLibrary();
  await expect(new Library(first.window).card('Vesper')).toHaveAccessibleName(
    /Waiting to publish/u,
  );

  const outbox = new Outbox(first.window);
  await outbox.open();
  await expect(outbox.items).toHaveCount(1);
  await expect(outbox.items).toContainText('Vesper');
  await expect(outbox.items).toContainText(/can’t be reached/u);
  const { violations } = await new AxeBuilder({ page: first.window })
    .setLegacyMode(true)
    .include('[role="dialog"]')
    .analyze();
  expect(violations).toEqual([]);
  await outbox.close();
  await expect(outbox.button).toBeFocused();
  // Not killed: in the middle of a try it could not say after that nothing was sent.
  await first.app.close();

  const second = await home.start();
  const library = new Library(second.window);
  await expect(library.card('Vesper')).toHaveAccessibleName(/Waiting to publish/u);
  expect(service.received()).toEqual([]);
  await service.start();
  await expect(library.card('Vesper')).toHaveAccessibleName(/Published/u, { timeout: 30_000 });
  expect(service.received()).toHaveLength(1);
  await expect(new Outbox(second.window).button).toHaveText('Outbox empty');
});

test('a refused token pauses the connection with one prompt, and a new one resumes it', async ({
  foyer: { window },
  service,
}) => {
  await new Welcome(window).connect({
    baseAddress: service.baseAddress,
    token: 'not-the-right-token',
  });
  const library = new Library(window);
  for (const name of ['One', 'Two']) {
    const studio = await library.newTheme();
    await studio.rename(name);
    await studio.saved();
    await studio.backToLibrary();
  }
  await library.card('One').press('Control+a');
  await window.getByRole('button', { name: 'Publish 2 themes to Northwind' }).click();
  const prompt = window.getByRole('region', { name: 'Refused tokens' });
  await expect(prompt.getByText('Northwind refused the token')).toHaveCount(1);
  expect(service.received()).toHaveLength(1);

  await prompt.getByRole('button', { name: 'Replace token' }).click();
  const dialog = window.getByRole('dialog');
  await dialog.getByLabel('Token').first().fill(service.token);
  await window.keyboard.press('Enter');
  await expect(library.card('One')).toHaveAccessibleName(/Published/u);
  await expect(library.card('Two')).toHaveAccessibleName(/Published/u);
  await expect(prompt).toBeHidden();
  expect(service.state().templates).toHaveLength(2);
});

test('it is paused, cancelled and resumed by the keyboard', async ({
  foyer: { window },
  service,
}) => {
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  const outbox = new Outbox(window);
  await outbox.open();
  await outbox.panel.getByRole('button', { name: 'Pause' }).press('Enter');
  await outbox.panel.getByRole('button', { name: 'Resume' }).waitFor();
  await outbox.close();
  const library = new Library(window);
  for (const name of ['One', 'Two']) {
    const studio = await library.newTheme();
    await studio.rename(name);
    await studio.publishButton.click();
    await studio.inspector.getByText('Waiting to publish to Northwind').waitFor();
    await studio.backToLibrary();
  }
  await expect(outbox.button).toHaveText('2 in the outbox, paused');
  await outbox.open();
  await outbox.panel
    .getByRole('button', { name: 'Cancel publishing One to Northwind' })
    .press('Enter');
  await expect(outbox.items).toHaveCount(1);
  expect(service.received()).toEqual([]);
  await outbox.panel.getByRole('button', { name: 'Resume' }).press('Enter');
  await expect(outbox.panel.getByText('Nothing waiting')).toBeVisible();
  await outbox.close();
  await expect(library.card('Two')).toHaveAccessibleName(/Published/u);
  await expect(library.card('One')).toHaveAccessibleName(/Draft/u);
  expect(service.received()).toHaveLength(1);
});

test('what waits for one workspace asks first when its connection points to another', async ({
  foyer: { window },
  service,
}) => {
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  const library = new Library(window);
  const outbox = new Outbox(window);
  await outbox.open();
  await outbox.panel.getByRole('button', { name: 'Pause' }).click();
  await outbox.close();
  const studio = await library.newTheme();
  await studio.rename('Vesper');
  await studio.publishButton.click();
  await expect(studio.inspector.getByText('Waiting to publish to Northwind')).toBeVisible();

  await test.step('nothing goes where it was not meant to go', async () => {
    await studio.backToLibrary();
    await new Shell(window).goTo('Settings');
    await window.getByRole('button', { name: 'More for Northwind' }).click();
    await window.getByRole('menuitem', { name: 'Edit' }).click();
    const form = window.getByRole('dialog', { name: 'Edit Northwind' });
    await form.getByRole('textbox', { name: 'Workspace ID' }).fill('another-workspace');
    await form.getByRole('button', { name: 'Save connection' }).click();
    await form.waitFor({ state: 'detached' });
    // The dialog gives the focus back to where it was opened from.
    await expect(window.getByRole('button', { name: 'More for Northwind' })).toBeFocused();
    await outbox.open();
    await outbox.panel.getByRole('button', { name: 'Resume' }).click();
    await expect(outbox.items).toContainText(/Was meant for \S+ on 127\.0\.0\.1/u);
    await expect(outbox.items).toContainText('nothing is sent until you decide');
    expect(service.received()).toEqual([]);
    const { violations } = await new AxeBuilder({ page: window })
      .setLegacyMode(true)
      .include('[role="dialog"]')
      .analyze();
    expect(violations).toEqual([]);
  });

  await test.step('it goes there at a person’s word', async () => {
    await outbox.items.getByRole('button', { name: 'Publish to Northwind' }).click();
    await expect(outbox.panel.getByText('Nothing waiting')).toBeVisible();
    const bodies = service.received().map(({ body }) => JSON.parse(body) as object);
    expect(bodies).toMatchObject([{ workspaceId: 'another-workspace', name: 'Vesper' }]);
  });
});
