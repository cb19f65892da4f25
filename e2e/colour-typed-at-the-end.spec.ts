/** A colour in three digits is being typed when Foyer is quit. */
import { expect, test } from './foyer';
import { onDisk, startWith } from './theme-files';

test.describe.configure({ retries: 0 });

test('what was typed as a colour is kept when Foyer is quit', async ({ home }) => {
  const { app, window, library } = await startWith(home, ['Harbour']);
  const studio = await library.open('Harbour');
  const section = await studio.section('Buttons');
  const field = section.getByRole('textbox', { name: 'Buttons, background' });
  await field.click();
  await window.keyboard.press('Control+a');
  await window.keyboard.type('#0a4');
  await expect(field).toHaveValue('#0a4');
  const gone = new Promise((done) => app.process().once('exit', done));
  await app.evaluate(({ app }) => app.quit());
  await gone;
  const { theme } = await onDisk(home, 'Harbour');
  expect(theme.chat.buttons.backgroundColor.toUpperCase()).toMatch(/^#(?:0A4|00AA44)$/u);
});
