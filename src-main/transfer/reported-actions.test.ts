/** What the log of this computer is told of imports and restores. */
import { join } from 'node:path';
import { newTheme } from '@shared/theme/theme';
import { expect, it } from 'vitest';
import { trial } from './trial-transfer';

it('tells once of an import with all its themes, and of a restore; nothing of what failed', async () => {
  const mine = await trial();
  const file = (name: string) => ({ name, text: JSON.stringify({ name, theme: newTheme() }) });
  await mine.transfer.importTexts({ files: [{ name: 'broken.json', text: '{' }] });
  expect(mine.actions).toEqual([]);
  await mine.transfer.importTexts({ files: [file('Harbour'), file('Matchday')] });
  expect(mine.actions).toMatchObject([
    { kind: 'themesImported', touched: [{ name: 'Harbour' }, { name: 'Matchday' }] },
  ]);
  mine.saves = join(mine.root, 'backup.json');
  await mine.transfer.backup(undefined);
  const { ids } = await mine.library.handlers.remove({
    ids: mine.actions.flatMap(({ touched }) => touched.map(({ id = '' }) => id)).slice(0, 1),
  });
  mine.opens = [mine.saves];
  await mine.transfer.restore({ ifDifferent: 'keepBoth' });
  expect(mine.actions.slice(1)).toEqual([
    { kind: 'backupRestored', touched: [{ id: ids[0], name: 'Harbour' }] },
  ]);
});
