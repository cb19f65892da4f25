/**
 * More files are chosen than are imported at once: the report counts each that wasn't imported. By one, a person
 * would take all the others for imported.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mostFiles } from '@shared/theme/import-limits';
import { trial } from './trial-transfer';

/** How many files the report counts as imported or not, of so many that were chosen. */
async function counted(chosen: number): Promise<number> {
  const mine = await trial();
  const folder = join(mine.root, 'from');
  await mkdir(folder);
  mine.opens = Array.from({ length: chosen }, (_, at) => join(folder, `${String(at)}.json`));
  // None of them has a theme in it: a thousand imports take their time.
  for (const path of mine.opens) await writeFile(path, '{}');
  const report = await mine.transfer.importFiles(undefined);
  if (!report) throw new Error('Nothing was chosen.');
  return report.imported.length + report.failed.length + report.notDone;
}

it('the control: as many as are taken', async () => {
  expect(await counted(mostFiles)).toBe(mostFiles);
});

it('fifty more', async () => {
  expect(await counted(mostFiles + 50)).toBe(mostFiles + 50);
});
