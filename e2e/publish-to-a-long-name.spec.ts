/** A connection may have a long name: what publishes there has room for it. */
import { expect, test } from './foyer';
import { Library } from './pages/library';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';
import { resize } from './window-state';

test('nothing of a row is outside the dialog', async ({ foyer: { app, window }, service }) => {
  await new Welcome(window).connect(service);
  await new Shell(window).switcher.click();
  await window.getByRole('menuitem', { name: 'Add a connection' }).click();
  const label = 'Müller & Söhne Gesellschaft für angewandte Gastfreundschaft';
  await new Welcome(window).connect({ ...service, label, workspaceId: 'ws_2' });
  await resize(app, window, 960, 640);
  const studio = await new Library(window).newTheme();
  await studio.inspector.getByRole('button', { name: 'More', exact: true }).click();
  await window.getByRole('menuitem', { name: 'Publish to…' }).click();
  const dialog = window.getByRole('dialog');
  const right = async (locator: ReturnType<typeof dialog.locator>) => {
    const box = await locator.boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0);
  };
  const edge = await right(dialog.getByRole('button', { name: /^Publish to/u }));
  const statuses = dialog.getByText('Draft');
  await expect(statuses).toHaveCount(2);
  for (const status of await statuses.all()) {
    expect(await right(status)).toBeLessThanOrEqual(edge);
  }
});

test('the button that publishes breaks its words in two before it cuts off the name', async ({
  foyer: { app, window },
  service,
}) => {
  await new Welcome(window).connect({ ...service, label: 'Northwind Trading' });
  await resize(app, window, 960, 640);
  const studio = await new Library(window).newTheme();
  await studio.publishButton.click();
  await studio.notice('The service saved the theme.').waitFor();
  await studio.typeColour('Buttons', 'background', '#0B6E4F');
  await expect(studio.publishButton).toHaveText(/Publish changes\s+to\s+Northwind Trading/u);
  const name = studio.publishButton.getByText('Northwind Trading', { exact: true });
  const cut = await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(cut).toBeLessThanOrEqual(0);
});
