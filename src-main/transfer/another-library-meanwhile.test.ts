/**
 * Many themes are imported, or restored from a backup, and a person chooses another library after the first: the rest
 * are not written there. What was done by then, and what was not, is said.
 */
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newTheme } from '@shared/theme/theme';
import type { TransferLibrary } from './transfer';
import { onDisk, trial, type Trial } from './trial-transfer';

/** Another library is chosen before the second theme is written. */
async function chosenMeanwhile(): Promise<{ mine: Trial; there: () => Promise<string[]> }> {
  let writes = 0;
  const second = (): string => join(mine.root, 'second');
  const before = async (): Promise<void> => {
    writes += 1;
    if (writes === 2) await mine.library.handlers.useFolder({ folder: second(), move: false });
  };
  const mine: Trial = await trial({
    wrap: (library: TransferLibrary) => ({
      ...library,
      addForeign: async (...theme) => {
        await before();
        return library.addForeign(...theme);
      },
      putBack: async (...document) => {
        await before();
        return library.putBack(...document);
      },
    }),
  });
  await mkdir(second());
  await mine.library.start();
  const there = async () => (await readdir(second())).filter((name) => name.endsWith('.json'));
  return { mine, there };
}

const named = (name: string) => ({ name, text: JSON.stringify({ name, theme: newTheme() }) });
const replaced = expect.objectContaining({ problem: { code: 'libraryReplaced' } }) as unknown;

it('by an import', async () => {
  const { mine, there } = await chosenMeanwhile();
  const files = ['One', 'Two', 'Three'].map(named);
  const report = await mine.transfer.importTexts({ files });
  expect(await there()).toEqual([]);
  expect((await onDisk(mine)).map(({ name }) => name)).toEqual(['One']);
  expect(report).toMatchObject({ imported: [{ name: 'One' }], failed: [replaced], notDone: 1 });
});

it('by a restore', async () => {
  const from = await trial();
  await from.transfer.importTexts({ files: ['One', 'Two', 'Three'].map(named) });
  from.saves = join(from.root, 'backup.foyer');
  await from.transfer.backup(undefined);
  const { mine, there } = await chosenMeanwhile();
  mine.opens.push(from.saves);
  const report = await mine.transfer.restore({ ifDifferent: 'keepBoth' });
  expect(await there()).toEqual([]);
  expect(await onDisk(mine)).toHaveLength(1);
  expect(report).toMatchObject({ added: 1, failed: [replaced], notDone: 1 });
});
