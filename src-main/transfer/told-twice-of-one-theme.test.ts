/**
 * A file was imported twice, as Harbour and Harbour 2, and each was published, and backed up. Since then both were linked
 * to other templates, and Harbour was edited. The backup is restored, and both are to be kept: Harbour 2 is what the
 * backup has of Harbour, so that nothing is added. Each link that is left out is in the report, of which the window
 * makes a list by the themes' IDs: it shows none where one comes twice.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newTheme } from '@shared/theme/theme';
import { themeDocument } from '../library/testing/fixture-library';
import { trial } from './trial-transfer';

const key = 'https://northwind.example/api/v1 w1';
const link = (templateId: string, month: number) => ({
  publications: { [key]: { templateId, at: `2026-0${String(month)}-01T12:00:00.000Z` } },
});
const css = (customCss: string) => ({ theme: { ...newTheme(), customCss } });

it.each([
  ['the control: one of them has the link that it had', 'second'],
  ['both have other links', 'second-since'],
] as const)('tells of each theme once: %s', async (_name, since) => {
  const mine = await trial();
  const first = themeDocument({ name: 'Harbour', ...css('.a{}'), ...link('first', 1) });
  const second = themeDocument({ name: 'Harbour 2', ...css('.a{}'), ...link('second', 1) });
  const here = [
    { ...first, ...css('.b{}'), ...link('first-since', 2) },
    { ...second, ...link(since, 2) },
  ];
  for (const [at, document] of here.entries()) {
    await writeFile(join(mine.themes, `${String(at)}.json`), JSON.stringify(document));
  }
  const path = join(mine.root, 'backup.foyer');
  const exportedAt = '2026-01-15T12:00:00.000Z';
  const backup = { foyer: 'backup', format: 1, exportedAt, themes: [first, second], parts: {} };
  await writeFile(path, JSON.stringify(backup));
  mine.opens = [path];
  const report = await mine.transfer.restore({ ifDifferent: 'keepBoth' });
  const ids = report?.themes.map(({ id }) => id) ?? [];
  expect(ids.length).toBeGreaterThan(0);
  expect(ids).toEqual([...new Set(ids)]);
});
