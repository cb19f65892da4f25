/** Quitting while the disk refuses the last edit: nothing of it is dropped without a word. */
import type { ElectronApplication } from '@playwright/test';
import { expect, test } from './foyer';
import { Library } from './pages/library';
import { Welcome } from './pages/welcome';
import { onDisk } from './theme-files';
import { unwritable } from './unwritable-library';

test.describe.configure({ retries: 0 });

test('quitting while an edit can’t be saved asks first: staying loses nothing, and the edit is saved once it can be', async ({
  home,
}) => {
  const disk = await unwritable(home);
  try {
    const { app, window } = await home.start();
    await new Welcome(window).practise();
    const studio = await new Library(window).open('Harbour');
    await disk.close();
    await studio.typeColour('Buttons', 'background', '#123ABC');
    const bar = window.getByRole('contentinfo', { name: 'Status' });
    await expect(bar.getByText(disk.says)).toBeVisible();
    const asked = await answerBoxes(app, 0);
    await app.evaluate(({ app }) => {
      app.quit();
      // Whoever presses the keys twice is asked once.
      app.quit();
    });
    await expect.poll(asked).toEqual(['Your last changes aren’t saved: Harbour.']);
    await expect(bar.getByText(disk.says)).toBeVisible();

    // The window is closed, and Foyer with it: it comes back.
    const next = app.waitForEvent('window');
    await window.close();
    await expect.poll(asked).toHaveLength(2);
    const again = await next;
    await again.getByRole('heading', { level: 1 }).first().waitFor();
    await disk.open();
    await expect
      .poll(async () => JSON.stringify(await onDisk(home, 'Harbour')), { timeout: 20_000 })
      .toContain('#123ABC');
    // With everything on the disk nobody is asked.
    const gone = new Promise((done) => app.process().once('exit', done));
    await app.evaluate(({ app }) => app.quit());
    await gone;
  } finally {
    await home.kill();
    await disk.remove();
  }
});

for (const how of ['Quit anyway', 'a signal', 'a signal while it is asked'] as const) {
  test(`quitting while an edit can’t be saved ends Foyer by ${how}`, async ({ home }) => {
    test.skip(how !== 'Quit anyway' && process.platform === 'win32', 'Windows has no signals');
    const disk = await unwritable(home);
    try {
      const { app, window } = await home.start();
      await new Welcome(window).practise();
      const studio = await new Library(window).open('Harbour');
      await disk.close();
      await studio.typeColour('Buttons', 'background', '#123ABC');
      const bar = window.getByRole('contentinfo', { name: 'Status' });
      await expect(bar.getByText(disk.says)).toBeVisible();
      const isAskedFirst = how === 'a signal while it is asked';
      const asked = await answerBoxes(app, isAskedFirst ? undefined : how === 'a signal' ? 0 : 1);
      const gone = new Promise((done) => app.process().once('exit', done));
      if (how !== 'a signal') await app.evaluate(({ app }) => app.quit());
      if (isAskedFirst) await expect.poll(asked).toHaveLength(1);
      if (how !== 'Quit anyway') app.process().kill('SIGTERM');
      await gone;
    } finally {
      await home.kill();
      await disk.remove();
    }
  });
}

test('nobody can type into a Foyer that brings things to an end', async ({ home }) => {
  const { app, window } = await home.start();
  await new Welcome(window).practise();
  const first = await app.evaluate(({ app, BrowserWindow }) => {
    const [shown] = BrowserWindow.getAllWindows().filter((each) => each.isVisible());
    return new Promise<string>((done) => {
      shown?.once('hide', () => done('hidden'));
      shown?.once('close', () => done('closed'));
      app.quit();
    });
  });
  expect(first).toBe('hidden');
});

/**
 * Answers the system's boxes with the button of that number; without one they stay open. Returns what tells what
 * was asked.
 */
async function answerBoxes(app: ElectronApplication, button: number | undefined) {
  await app.evaluate(({ dialog }, response) => {
    const asked: string[] = [];
    const showMessageBox = dialog.showMessageBox.bind(dialog);
    Object.assign(globalThis, { asked });
    dialog.showMessageBox = (...given: unknown[]) => {
      asked.push((given.at(-1) as Electron.MessageBoxOptions).message);
      if (response === undefined) {
        return showMessageBox(...(given as [Electron.BrowserWindow, Electron.MessageBoxOptions]));
      }
      return Promise.resolve({ response, checkboxChecked: false });
    };
  }, button);
  return () => app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
}
