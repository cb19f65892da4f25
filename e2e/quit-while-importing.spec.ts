/** Foyer is quit while an import of many themes is under way. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newTheme } from '../src-shared/theme/theme';
import { expect, test } from './foyer';

const count = 3_000;

test('what an import did not come to is not dropped without a word when Foyer is quit', async ({
  home,
}) => {
  const file = join(home.profile, '..', 'many.foyer');
  const themes = Array.from({ length: count }, (_none, at) => ({
    ...{ name: `Theme ${String(at)}`, tags: [], theme: newTheme() },
  }));
  const bundle = { foyer: 'themes', format: 1, exportedAt: '2026-11-21T09:30:00.000Z', themes };
  await writeFile(file, JSON.stringify(bundle));
  const { app, window } = await home.start({}, [], [file]);
  await window.getByRole('dialog', { name: /^Importing \d+ of 3000$/u }).waitFor();
  await app.evaluate(({ dialog }) => {
    const answers = [0, 1];
    Object.assign(globalThis, { asked: [] });
    dialog.showMessageBox = (...args: unknown[]) => {
      const { message } = args.at(-1) as { message: string };
      (globalThis as unknown as { asked: string[] }).asked.push(message);
      return Promise.resolve({ response: answers.shift() ?? 1, checkboxChecked: false });
    };
  });
  const asked = () => app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
  const there = async () =>
    (await readdir(home.library)).filter((name) => name.endsWith('.json')).length;

  // Whoever stays has the import go on.
  await app.evaluate(({ app }) => app.quit());
  await expect.poll(asked).toEqual(['Foyer is still importing themes.']);
  const before = await there();
  await expect.poll(there).toBeGreaterThan(before + 10);

  // Whoever quits anyway keeps what is there, and each theme of it whole.
  const gone = new Promise<void>((done) => app.process().once('exit', () => done()));
  await app.evaluate(({ app }) => app.quit());
  await gone;
  const kept = (await readdir(home.library)).filter((name) => name.endsWith('.json'));
  expect(kept.length).toBeLessThan(count);
  for (const name of kept) {
    const document: unknown = JSON.parse(await readFile(join(home.library, name), 'utf8'));
    expect(document).toMatchObject({ theme: newTheme() });
  }
});
