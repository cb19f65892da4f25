/** A theme is renamed on its card while a sync program brings newer versions of other themes. */
import { expect, test } from './foyer';
import { onDisk } from './transfers';
import { put, startWith, themeDocument } from './theme-files';

test.describe.configure({ retries: 0 });

test('the name that is being typed stays in its field until it is done', async ({ home }) => {
  const { window } = await startWith(home, ['Harbour', 'Quay', 'Dune']);
  await window.getByRole('gridcell', { name: /^Quay/u }).focus();
  await window.keyboard.press('F2');
  await window.keyboard.press('Control+a');
  await window.keyboard.type('Half');
  await expect(window.getByRole('textbox', { name: /Quay/u })).toHaveValue('Half');
  for (const name of ['Dune', 'Harbour']) {
    const updatedAt = new Date().toISOString();
    const newer = themeDocument(name, { updatedAt, tags: ['newer'] });
    await put(home, `${name.toLowerCase()}.json`, newer);
    // Shown, last edited first.
    await expect(window.getByRole('gridcell', { name: new RegExp(`^${name}`, 'u') })).toContainText(
      'newer',
    );
  }
  await window.keyboard.type(' a name');
  await window.keyboard.press('Enter');
  await expect
    .poll(async () => (await onDisk(home)).map(({ name }) => name).sort())
    .toEqual(['Dune', 'Half a name', 'Harbour']);
});
