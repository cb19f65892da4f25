/** What was done on this computer is in Activity, over a restart, and leads back to what it was done with. */
import { expect, test } from './foyer';
import { Activity } from './pages/activity';
import { Library } from './pages/library';
import { Shell } from './pages/shell';
import { Studio } from './pages/studio';
import { Welcome } from './pages/welcome';

test('an edit just before quitting, a deletion and a connection are told, and can be opened', async ({
  home,
}) => {
  const first = await home.start();
  await new Welcome(first.window).practise();
  const library = new Library(first.window);
  await library.card('Aurora').press('Delete');
  await expect(library.card('Aurora')).toBeHidden();
  const editing = await library.open('Harbour');
  for (const colour of ['#111111', '#222222', '#123ABC']) {
    await editing.typeColour('Buttons', 'background', colour);
  }
  // Before the edit has rested.
  const gone = new Promise((done) => first.app.process().once('exit', done));
  await first.app.evaluate(({ app }) => app.quit());
  await gone;

  const { window } = await home.start();
  const shell = new Shell(window);
  await shell.goTo('Activity');
  const activity = new Activity(window);
  await activity.show('On this computer');
  await expect(activity.rows).toHaveText([
    /Today.*Edited Harbour/u,
    /Today.*Deleted Aurora/u,
    /Today.*Added connection Practice/u,
  ]);
  await window.getByRole('searchbox', { name: 'Search activity' }).fill('aurora');
  await expect(activity.rows).toHaveCount(1);
  await window.getByRole('button', { name: 'Open the bin' }).click();
  await expect(shell.heading('Bin')).toBeVisible();

  // The filter is remembered.
  await shell.goTo('Activity');
  await expect(activity.rows).toHaveCount(3);
  await activity.rows.first().click();
  await expect(activity.details).toContainText('On this computer');
  await activity.details.getByRole('button', { name: 'Open Harbour' }).first().click();
  await new Studio(window).opened();
});
