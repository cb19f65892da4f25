/** Previews from the main window: each sends exactly one request with exactly the right body, or none where it must not. */
import { expect, test } from './foyer';
import { Previews } from './pages/previews';
import { Shell } from './pages/shell';
import { dialog, evening, expectOne, prepare, sendBefore } from './preview-shortcut';

test('the form, a shortcut’s button and Ctrl with a digit', async ({
  foyer: { window },
  service,
}) => {
  await prepare(window, service);
  await new Shell(window).goTo('Previews');
  const previews = new Previews(window);
  await previews.fill({ botId: 'cl_booking', recipient: evening.to, startGroup: 'claims 1' });
  await previews.startButton.click();
  // The safe button has the focus: Enter, pressed twice or held, sends nothing.
  await expect(dialog(window).getByRole('button', { name: 'Not now' })).toBeFocused();
  await window.keyboard.press('Enter');
  await expect(dialog(window)).toBeHidden();
  expect(service.received()).toEqual([]);
  await previews.start();
  await expect(previews.notice('The service accepted the preview.')).toBeVisible();
  expectOne(service);
  service.reset();

  await window.getByRole('button', { name: 'Start Booking, evening' }).click();
  await expect(dialog(window).getByText('The service accepted the preview.')).toBeVisible();
  expectOne(service);
  await window.keyboard.press('Escape');
  await expect(dialog(window)).toBeHidden();
  service.reset();

  await window.keyboard.press('Control+1');
  await expect(dialog(window).getByText(evening.to)).toBeVisible();
  await expect(dialog(window).getByRole('button', { name: 'Send once' })).toBeFocused();
  expect(service.received()).toEqual([]);
  await window.keyboard.press('Enter');
  await window.keyboard.press('Enter');
  // The form behind still says so of the one before.
  await expect(dialog(window).getByText('The service accepted the preview.')).toBeVisible();
  expectOne(service);
});

test('the palette: Ctrl K and Enter, or a name and Enter, send nothing by themselves', async ({
  foyer: { window },
  service,
}) => {
  await prepare(window, service);
  await sendBefore(window, service);
  const palette = window.getByRole('dialog', { name: 'Search or run a command' });
  const chosen = palette.getByRole('option', { selected: true });
  const confirmation = window.getByRole('dialog', { name: `Start ${evening.name}?` });
  const choose = async () => {
    await window.keyboard.press('Control+k');
    await palette.getByRole('combobox').fill('booking');
    await expect(chosen).toContainText(evening.name);
    await window.keyboard.press('Enter');
    await palette.waitFor({ state: 'detached' });
  };

  await window.keyboard.press('Control+k');
  await expect(palette.getByRole('option', { name: evening.name })).toBeVisible();
  await expect(chosen).not.toContainText(evening.name);
  await window.keyboard.press('Enter');
  await palette.waitFor({ state: 'detached' });
  await expect(dialog(window)).toBeHidden();

  // By its name it is filled in, as by Ctrl and its digit.
  await choose();
  await expect(confirmation.getByText(evening.to)).toBeVisible();
  await expect(confirmation.getByRole('button', { name: 'Send once' })).toBeFocused();
  await window.keyboard.press('Escape');
  await confirmation.waitFor({ state: 'detached' });

  // What was used last comes first, but not what sends.
  await window.keyboard.press('Control+k');
  await expect(palette.getByRole('option', { name: evening.name })).toBeVisible();
  await expect(chosen).not.toContainText(evening.name);
  await window.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
  expect(service.received()).toEqual([]);

  await choose();
  await confirmation.getByText(evening.to).waitFor();
  await window.keyboard.press('Enter');
  await expect(dialog(window).getByText('The service accepted the preview.')).toBeVisible();
  await window.keyboard.press('Enter');
  expectOne(service);
});

test('shortcuts are moved by the keyboard and by dragging, deleted, and put back', async ({
  foyer: { window },
  service,
}) => {
  await prepare(window, service);
  await new Shell(window).goTo('Previews');
  const region = window.getByRole('region', { name: 'Preview shortcuts' });
  const previews = new Previews(window);
  for (const name of ['Claims', 'Flowers']) {
    await previews.fill({ botId: 'cl_other', recipient: '+1 555 0142' });
    await window.getByRole('button', { name: 'Save as shortcut' }).click();
    await dialog(window).getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog(window).getByRole('button', { name: 'Save shortcut' }).click();
    await expect(dialog(window)).toBeHidden();
  }
  const names = () =>
    region.getByRole('listitem').evaluateAll((all) => all.map((one) => one.ariaLabel));
  await expect.poll(names).toEqual(['Booking, evening', 'Claims', 'Flowers']);
  const handle = region.getByRole('button', { name: 'Move Flowers' });
  await handle.press('ArrowUp');
  await expect.poll(names).toEqual(['Booking, evening', 'Flowers', 'Claims']);
  await expect(handle).toBeFocused();
  await handle.press('ArrowUp');
  await expect.poll(names).toEqual(['Flowers', 'Booking, evening', 'Claims']);
  await region
    .getByRole('listitem', { name: 'Claims' })
    .dragTo(region.getByRole('listitem', { name: 'Flowers' }));
  await expect.poll(names).toEqual(['Claims', 'Flowers', 'Booking, evening']);

  await region.getByRole('button', { name: 'More for Flowers' }).click();
  await window.getByRole('menuitem', { name: 'Delete' }).click();
  await expect.poll(names).toEqual(['Claims', 'Booking, evening']);
  await window.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(names).toEqual(['Claims', 'Flowers', 'Booking, evening']);
  expect(service.received()).toEqual([]);
});

test('Enter does not send the first one through another workspace that the connection leads to now', async ({
  foyer: { window },
  service,
}) => {
  await prepare(window, service);
  await sendBefore(window, service);
  await window.evaluate(async () => {
    const connections = await self.foyer.invoke('connections.list', undefined);
    if (!connections.ok) throw new Error('no connections');
    const [one] = (connections.value as { list: Record<string, string>[] }).list;
    const { id, label, baseAddress, colour, preset, presentation } = one ?? {};
    const input = { label, baseAddress, colour, preset, presentation, workspaceId: 'another' };
    const edited = await self.foyer.invoke('connections.edit', { id, input, keep: 'keychain' });
    if (!edited.ok) throw new Error(JSON.stringify(edited.problem));
  });
  await window.keyboard.press('Control+1');
  await expect(dialog(window).getByText(evening.to, { exact: true })).toBeVisible();
  await expect(
    dialog(window).getByText(/Northwind hasn’t sent anything to this recipient/u),
  ).toBeVisible();
  await expect(dialog(window).getByRole('button', { name: 'Not now' })).toBeFocused();
  await window.keyboard.press('Enter');
  await expect(dialog(window)).toBeHidden();
  expect(service.received()).toEqual([]);
});

test('Ctrl and a digit, pressed twice, asks once', async ({ foyer: { window }, service }) => {
  await prepare(window, service);
  await sendBefore(window, service);
  // By one who is not sure that the first press was heard.
  await window.keyboard.down('Control');
  await window.keyboard.press('1');
  await window.keyboard.press('1');
  await window.keyboard.up('Control');
  await expect(dialog(window).getByRole('button', { name: 'Send once' })).toBeFocused();
  await window.keyboard.press('Enter');
  await expect(dialog(window).getByText('The service accepted the preview.')).toBeVisible();
  await window.keyboard.press('Escape');
  // Nothing comes after it, with “Send once” under the finger.
  await expect(dialog(window)).toBeHidden();
  expectOne(service);
});
