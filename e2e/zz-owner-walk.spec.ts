/** An owner's walk with the keyboard, and what got in the way. */
import { expect, test } from './foyer';
import { Activity } from './pages/activity';
import { Library } from './pages/library';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';
import { prefer, resize } from './window-state';

test('the name that is proposed for a filter is replaced by what is typed', async ({
  foyer: { window },
}) => {
  await new Welcome(window).practise();
  await new Library(window).search.fill('booking');
  await window.getByRole('button', { name: 'Save filter' }).press('Enter');
  const name = window.getByRole('dialog').getByRole('textbox');
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('booking');
  await window.keyboard.type('Dentists');
  // As with the name of a new theme, and with a theme that is renamed.
  await expect(name).toHaveValue('Dentists');
});

test('back from the studio the keyboard is on the theme that was open', async ({
  foyer: { window },
}) => {
  await new Welcome(window).practise();
  const library = new Library(window);
  await library.search.press('ArrowDown');
  await window.keyboard.press('ArrowRight');
  const card = window.locator(':focus');
  const name = (await card.getAttribute('aria-label')) ?? '';
  const studio = await library.open(name.split(',')[0] ?? '');
  await studio.saved();
  await window.keyboard.press('Escape');
  await new Shell(window).heading('Library').waitFor();
  // Else it is fourteen times Tab to the next one.
  await expect(library.card(name.split(',')[0] ?? '')).toBeFocused();
});

test('at 200 % in a small window Activity says what happened, not its first seven letters', async ({
  foyer: { app, window },
}) => {
  await new Welcome(window).practise();
  const library = new Library(window);
  await library.card('Harbour').press('Delete');
  await resize(app, window, 960, 640);
  await prefer(window, { textSize: 200 });
  await new Shell(window).goTo('Activity');
  const row = new Activity(window).rows.filter({ hasText: 'Deleted Harbour' }).first();
  await expect(row).toBeVisible();
  const [what = 0, outcome = 0] = await row.evaluate((shown) => {
    const cells = [...shown.querySelectorAll('[role="gridcell"], [role="cell"], td')].filter(
      (cell) => cell.getBoundingClientRect().width > 0,
    );
    return cells.slice(1).map((cell) => cell.getBoundingClientRect().width);
  });
  // The column that holds the sentence has at least as much room as the one that is empty here.
  expect(what).toBeGreaterThanOrEqual(outcome);
});

test('while an older version is in view, Publish sends what is in view, or asks', async ({
  foyer: { window },
  service,
}) => {
  await new Welcome(window).connect(service);
  const studio = await new Library(window).newTheme();
  await studio.typeColour('Buttons', 'background', '#0A6D4E');
  await studio.saved();
  await studio.nameVersion('Green');
  await studio.typeColour('Buttons', 'background', '#112233');
  await studio.saved();
  await studio.version('Green').press('Enter');
  await expect(window.getByText('Viewing Green')).toBeVisible();
  await expect(studio.chat.locator('.typebot-button').first()).toHaveCSS(
    'background-color',
    'rgb(10, 109, 78)',
  );
  await studio.publishButton.press('Enter');
  await Promise.race([
    window.getByRole('dialog').waitFor(),
    studio.notice('The service saved the theme.').waitFor(),
  ]);
  const sent = service.received().map(({ body }) => body);
  for (const body of sent) expect(body).not.toContain('#112233');
});
