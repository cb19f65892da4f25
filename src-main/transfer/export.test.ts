/** Themes that are exported, and what is said of those that can't be. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bare, custom, text } from './testing/files-of-a-theme';
import { onDisk, trial } from './trial-transfer';

describe('export', () => {
  it('writes one theme under its own name, and it comes back the same', async () => {
    const mine = await trial();
    const { imported } = await mine.transfer.importTexts({ files: [bare('Océan Bleu.json')] });
    mine.saves = join(mine.root, 'out.json');
    expect(await mine.transfer.exportThemes({ themes: imported })).toEqual({
      file: 'out.json',
      count: 1,
      leftOut: [],
    });
    expect(mine.asked).toEqual(['ocean-bleu.foyer']);
    mine.opens = [mine.saves];
    const again = await mine.transfer.importFiles(undefined);
    expect(again?.imported).toMatchObject([{ name: 'Océan Bleu 2', kind: 'export', leftOut: [] }]);
    const [first, second] = await onDisk(mine);
    expect(second?.theme).toEqual(first?.theme);
  });

  it('writes the whole library, but nothing of where it was published', async () => {
    const mine = await trial();
    const { imported } = await mine.transfer.importTexts({ files: [bare('A'), bare('B')] });
    await mine.library.setPublication(imported[0]?.id ?? '', 'https://a.example/v1 ws-secret', {
      templateId: 't',
      at: '2026-01-01T00:00:00.000Z',
      sent: { name: 'A', theme: custom },
    });
    mine.saves = join(mine.root, 'all.json');
    expect(await mine.transfer.exportThemes({ themes: 'all' })).toMatchObject({ count: 2 });
    expect(mine.asked).toEqual(['Foyer themes.foyer']);
    const written = await readFile(mine.saves, 'utf8');
    expect(written.startsWith('{\n  "foyer": "themes",\n  "format": 1')).toBe(true);
    expect(written).not.toContain('ws-secret');
  });

  it('writes nothing when no place was chosen', async () => {
    const mine = await trial();
    const { imported } = await mine.transfer.importTexts({ files: [bare()] });
    expect(await mine.transfer.exportThemes({ themes: imported })).toBeNull();
  });

  it('names what it left out: themes of a newer Foyer, files that cannot be read', async () => {
    const mine = await trial();
    await writeFile(
      join(mine.themes, 'new.json'),
      text({ format: 2, id: 'n', name: 'New', theme: custom }),
    );
    await writeFile(join(mine.themes, 'cut.json'), '{');
    await mine.transfer.importTexts({ files: [bare()] });
    mine.saves = join(mine.root, 'all.json');
    expect(await mine.transfer.exportThemes({ themes: 'all' })).toMatchObject({
      count: 1,
      leftOut: [
        { part: 'themes', name: 'New', problem: { code: 'themeReadOnly' } },
        { part: 'themes', name: 'cut.json', problem: { code: 'fileDamaged' } },
      ],
    });
  });
});
