/** A new theme's name is being typed when Foyer is quit. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './foyer';
import { startWith } from './theme-files';

test.describe.configure({ retries: 0 });

const ways = [
  'by its menu',
  'by a signal, as a session ends without logind',
  'by closing its window',
] as const;

for (const how of ways) {
  test(`what was typed as a theme’s name is kept when Foyer is quit ${how}`, async ({ home }) => {
    const { app, window } = await startWith(home, []);
    await window.keyboard.press('Control+n');
    const name = window.getByRole('textbox', { name: 'Theme name' });
    await expect(name).toBeFocused();
    await window.keyboard.type('Summer sale');
    await expect(name).toHaveValue('Summer sale');
    const gone = new Promise((done) => app.process().once('exit', done));
    if (how === 'by its menu') await app.evaluate(({ app }) => app.quit());
    else if (how === 'by closing its window') {
      await app.evaluate(({ BrowserWindow }) => {
        for (const one of BrowserWindow.getAllWindows()) if (one.isVisible()) one.close();
      });
    } else app.process().kill('SIGTERM');
    await gone;
    const files = (await readdir(home.library)).filter((file) => file.endsWith('.json'));
    const texts = await Promise.all(
      files.map((file) => readFile(join(home.library, file), 'utf8')),
    );
    expect(texts.map((text) => (JSON.parse(text) as { name: string }).name)).toEqual([
      'Summer sale',
    ]);
  });
}
