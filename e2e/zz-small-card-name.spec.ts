/** Proof: on a small card the status leaves one letter of the name. */
import { expect, test } from './foyer';
import { Library } from './pages/library';
import { Welcome } from './pages/welcome';
import { resize } from './window-state';

test('half of a short name at least is read on a small card', async ({
  foyer: { app, window },
  service,
}) => {
  await new Welcome(window).connect({ baseAddress: service.baseAddress, token: service.token });
  const library = new Library(window);
  const studio = await library.newTheme();
  await studio.rename('100% Juice');
  await studio.publishButton.click();
  await expect(studio.notice('The service saved the theme.')).toBeVisible();
  await studio.typeColour('Buttons', 'background', '#0B6E4F');
  await studio.saved();
  await studio.backToLibrary();
  await window.getByRole('button', { name: /^View: /u }).click();
  await window.getByRole('menuitemcheckbox', { name: 'Small cards' }).click();
  await resize(app, window, 960, 640);
  await expect(library.card('100% Juice')).toHaveAccessibleName(/Unpublished changes/u);
  const [seen = 0, whole = 1] = await library
    .card('100% Juice')
    .getByText('100% Juice', { exact: true })
    .evaluate(({ clientWidth, scrollWidth }) => [clientWidth, scrollWidth]);
  expect(seen / whole).toBeGreaterThan(0.5);
});
