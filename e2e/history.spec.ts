/** Versions of a theme: kept when it is published, restored, taken back, named, there after a kill. */
import { expect, test } from './foyer';
import { Library } from './pages/library';
import { Studio } from './pages/studio';
import { Welcome } from './pages/welcome';

test('publishing keeps a version, which is looked at, restored, and the restore taken back', async ({
  foyer: { window },
  service,
}) => {
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  const studio = await new Library(window).newTheme();
  await studio.rename('Harbour');
  await studio.typeColour('Buttons', 'background', '#0B6E4F');
  await studio.publishButton.click();
  await expect(studio.notice('The service saved the theme.')).toBeVisible();
  await expect(studio.version('Published to Northwind')).toBeVisible();
  expect(await studio.versionNames()).toEqual(['Published to Northwind']);

  await studio.typeColour('Buttons', 'background', '#E2703A');
  const field = (await studio.section('Buttons')).getByRole('textbox', {
    name: 'Buttons, background',
    exact: true,
  });
  const button = studio.chat.locator('.typebot-button').first();
  await expect(button).toHaveCSS('background-color', 'rgb(226, 112, 58)');

  await test.step('the old version shows in the chat, and changes nothing', async () => {
    await studio.version('Published to Northwind').click();
    await expect(button).toHaveCSS('background-color', 'rgb(11, 110, 79)');
    await expect(field).toHaveValue('#E2703A');
    await window.getByRole('button', { name: 'Back to current' }).click();
    await expect(button).toHaveCSS('background-color', 'rgb(226, 112, 58)');
  });

  await test.step('it says what is different', async () => {
    await studio.versionMenu('Published to Northwind', 'Compare with now');
    const dialog = window.getByRole('dialog', { name: 'Changes since Published to Northwind' });
    await expect(dialog.getByRole('listitem')).toHaveText(
      /Buttons, background.*#0B6E4F.*#E2703A/su,
    );
    await window.keyboard.press('Escape');
  });

  await test.step('it is restored, after the present was kept', async () => {
    await studio.restore('Published to Northwind');
    await expect(field).toHaveValue('#0B6E4F');
    await expect(studio.version('Before a restore')).toBeVisible();
    expect(await studio.versionNames()).toEqual(['Before a restore', 'Published to Northwind']);
  });

  await test.step('undo takes the restore back', async () => {
    await window.getByRole('button', { name: 'Undo' }).click();
    await expect(field).toHaveValue('#E2703A');
    await expect(button).toHaveCSS('background-color', 'rgb(226, 112, 58)');
  });
  expect(service.received()).toHaveLength(1);
});

test('names stay over a restart, and a kill loses no version that was shown', async ({
  home,
  service,
}) => {
  const first = await home.start();
  await new Welcome(first.window).connect({
    baseAddress: service.baseAddress,
    token: service.token,
  });
  const studio = await new Library(first.window).newTheme();
  await studio.rename('Harbour');
  await studio.nameVersion('Before the rebrand');
  await studio.typeColour('Buttons', 'background', '#0B6E4F');
  await studio.publishButton.click();
  await expect(studio.version('Published to Northwind')).toBeVisible();
  await studio.typeColour('Buttons', 'background', '#E2703A');
  await studio.nameVersion('Warmer buttons');
  const shown = await studio.versionNames();
  expect(shown).toEqual(['Warmer buttons', 'Published to Northwind', 'Before the rebrand']);
  await home.kill();

  const second = await home.start();
  await new Library(second.window).open('Harbour');
  const again = new Studio(second.window);
  await expect(again.version('Warmer buttons')).toBeVisible();
  expect(await again.versionNames()).toEqual(shown);
  await again.restore('Before the rebrand');
  const field = (await again.section('Buttons')).getByRole('textbox', {
    name: 'Buttons, background',
    exact: true,
  });
  await expect(field).toHaveValue('#0042DA');
});

test('the newest 200 without a name stay, those with one for good, and older ones are shown when asked', async ({
  foyer: { window },
}) => {
  await window.getByRole('button', { name: 'Look around first' }).click();
  const studio = await new Library(window).newTheme();
  await studio.nameVersion('The first');
  // Each restore keeps what was there before it, under no name.
  await window.evaluate(async () => {
    const list = await self.foyer.invoke('library.list', undefined);
    if (!list.ok) throw new Error(JSON.stringify(list.problem));
    const { id } = (list.value as { themes: { id: string }[] }).themes[0] ?? {};
    const kept = await self.foyer.invoke('library.versions', { id });
    if (!kept.ok) throw new Error(JSON.stringify(kept.problem));
    const { version } = (kept.value as { versions: { version: number }[] }).versions[0] ?? {};
    for (let step = 1; step <= 205; step += 1) {
      const edit = { field: 'general.font', value: `Font ${String(step)}` };
      await self.foyer.invoke('library.edit', { id, edits: [edit] });
      const answer = await self.foyer.invoke('library.restoreVersion', { id, version });
      if (!answer.ok) throw new Error(JSON.stringify(answer.problem));
    }
  });
  const rows = studio.history.getByRole('button', { name: /^View /u });
  const older = studio.history.getByRole('button', { name: 'Show older versions' });
  await expect(studio.version('Before a restore').first()).toBeVisible();
  const atFirst = await rows.count();
  expect(atFirst).toBeLessThan(201);
  for (let shown = atFirst; shown < 201; shown += atFirst) {
    await expect(rows).toHaveCount(shown);
    await older.click();
  }
  await expect(rows).toHaveCount(201);
  await expect(older).toBeHidden();
  await expect(studio.version('The first')).toBeVisible();
  // The oldest that is left is the sixth that was kept.
  await rows.nth(199).click();
  await expect(studio.chat.locator('.typebot-host-bubble').first()).toHaveCSS(
    'font-family',
    /Font 6\b/u,
  );
});
