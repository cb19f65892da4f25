/** Help, which needs no network: the guide, what is new, and the place where a problem is reported. */
import { expect, test } from './foyer';
import { Library } from './pages/library';
import { Shell } from './pages/shell';
import { Welcome } from './pages/welcome';

test('the guide, what is new and the diagnostics are a press away from the status bar', async ({
  foyer: { app, window },
}) => {
  await new Welcome(window).practise();
  const heading = (name: string) => window.getByRole('heading', { level: 1, name, exact: true });
  const choose = async (item: string) => {
    await window.getByRole('contentinfo').getByRole('button', { name: 'Help' }).click();
    await window.getByRole('menuitem', { name: item }).click();
  };

  await test.step('the guide, with its chapters and tables', async () => {
    await choose('Guide');
    await expect(heading('Guide')).toBeVisible();
    await expect(window.getByRole('cell', { name: 'preview shortcut' })).toBeVisible();
    const chapters = window.getByRole('navigation', { name: 'Chapters' });
    await chapters.getByRole('button', { name: 'Publishing' }).click();
    const chapter = window.getByRole('heading', { level: 2, name: 'Publishing' });
    await expect(chapter).toBeFocused();
    await expect(chapter).toBeInViewport();
  });

  await test.step('what is new', async () => {
    await window.getByRole('radio', { name: 'What’s new' }).click();
    await expect(heading('What’s new')).toBeVisible();
    await expect(window.getByText(/^Try it without an account\./u)).toBeVisible();
  });

  await test.step('the diagnostics, in sight, from the system’s menu', async () => {
    await app.evaluate(({ Menu }) => {
      const help = Menu.getApplicationMenu()?.items.find(({ role }) => role === 'help');
      help?.submenu?.items.find(({ label }) => label === 'Report a problem')?.click();
    });
    await expect(heading('Settings')).toBeVisible();
    await expect(window.getByRole('heading', { name: 'Diagnostics' })).toBeInViewport();
  });

  await test.step('and from the studio, where the keys are listed too', async () => {
    await new Shell(window).goTo('Library');
    await new Library(window).open('Harbour');
    await choose('Show keyboard shortcuts');
    await expect(window.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  });
});
