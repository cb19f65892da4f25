/**
 * A person exports the themes that they have selected while an import is still under way; until the export's turn comes,
 * another program takes the file of one of them away. What isn't in the export is named, with the reason.
 */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { newTheme } from '@shared/theme/theme';
import { trial, type Trial } from './trial-transfer';

const text = (name: string) => JSON.stringify({ name, theme: newTheme() });

/** What came of exporting two, of which the file of the second goes away while the export waits for its turn. */
async function exported(isGone: boolean) {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((done) => (end = done));
  let writes = 0;
  const mine: Trial = await trial({
    wrap: (room) => ({
      ...room,
      addForeign: async (...theme) => {
        const added = await room.addForeign(...theme);
        writes += 1;
        if (writes === 3) await ended;
        return added;
      },
    }),
  });
  await mine.library.start();
  await mine.transfer.importTexts({
    files: ['One', 'Two'].map((name) => ({ name, text: text(name) })),
  });
  const { themes } = await mine.library.handlers.list(undefined);
  const long = mine.transfer.importTexts({ files: [{ name: 'long', text: text('Three') }] });
  await vi.waitFor(() => expect(writes).toBe(3));
  mine.saves = join(mine.root, 'saved.foyer');
  const asked = mine.transfer.exportThemes({ themes });
  if (isGone) {
    for (const file of await readdir(mine.themes)) {
      const path = join(mine.themes, file);
      if ((await readFile(path, 'utf8')).includes('"name": "Two"')) await rm(path);
    }
    await mine.library.rescan();
  }
  end();
  await long;
  return asked;
}

it('the control: both are there', async () => {
  expect(await exported(false)).toMatchObject({ count: 2, leftOut: [] });
});

it('the one that went away is named', async () => {
  const done = await exported(true);
  expect(done).toMatchObject({ count: 1 });
  expect(done?.leftOut).toMatchObject([{ name: 'Two', problem: { code: 'notFound' } }]);
});
