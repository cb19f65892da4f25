/** Proof: what is pressed by the keyboard and then gone throws an error in the window. */
import { expect, test } from './foyer';
import { Library } from './pages/library';
import { Welcome } from './pages/welcome';

test('the window throws nothing as the pressed button goes', async ({
  foyer: { window },
  service,
}) => {
  const thrown: string[] = [];
  window.on('pageerror', ({ message }) => thrown.push(message));
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  const studio = await new Library(window).newTheme();
  await studio.publishButton.click();
  await expect(studio.notice('The service saved the theme.')).toBeVisible();
  await studio.inspector.getByRole('button', { name: /^Fix Guest bubbles/u }).press('Enter');
  const changes = studio.inspector.getByRole('region', { name: 'Changes' });
  await changes.getByRole('button', { name: /^Revert: /u }).press('Enter');
  await expect(changes.getByRole('listitem')).toHaveCount(0);
  expect(thrown).toEqual([]);
});
