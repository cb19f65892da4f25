/** Files that were opened with Foyer: the way of an import, with a backup asked about first. */
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newTheme } from '@shared/theme/theme';
import { largestImport } from '@shared/theme/import-limits';
import { onDisk, trial, type Trial } from './trial-transfer';

const theme = (name: string) => JSON.stringify({ name, tags: [], theme: newTheme() });

/** Writes a file beside the library, and says where. */
async function file(mine: Trial, name: string, text: string): Promise<string> {
  const path = join(mine.root, name);
  await writeFile(path, text);
  return path;
}

describe('files that were opened with Foyer', () => {
  it('are imported once, all that wait together, and a window hears of them', async () => {
    const mine = await trial();
    mine.open([await file(mine, 'Übung 日本.foyer', theme('One'))]);
    mine.open([await file(mine, 'b.json', theme('Two')), join(mine.root, 'Übung 日本.foyer')]);
    expect(mine.openedTold).toBe(2);
    const opened = await mine.transfer.importOpened(undefined);
    expect(opened?.report?.imported.map(({ name }) => name)).toEqual(['One', 'Two']);
    expect(opened?.backups).toEqual([]);
    expect(await mine.transfer.importOpened(undefined)).toBeNull();
    expect((await onDisk(mine)).map(({ name }) => name)).toEqual(['One', 'Two']);
  });

  it('are cut off by an end as long as no window has taken them', async () => {
    const mine = await trial();
    expect(mine.underWay()).toEqual([]);
    mine.open([await file(mine, 'a.foyer', theme('One'))]);
    expect(mine.underWay()).toEqual(['opened']);
    const taken = mine.transfer.importOpened(undefined);
    expect(mine.underWay()).toContain('import');
    await taken;
    expect(mine.underWay()).toEqual([]);
  });

  it('are each refused for their own reason, and the others imported', async () => {
    const mine = await trial();
    await mkdir(join(mine.root, 'folder.foyer'));
    const locked = await file(mine, 'locked.foyer', theme('Locked'));
    await chmod(locked, 0);
    const pipe = join(mine.root, 'pipe.foyer');
    if (process.platform !== 'win32') execFileSync('mkfifo', [pipe]);
    mine.open([
      join(mine.root, 'gone.foyer'),
      join(mine.root, 'folder.foyer'),
      await file(mine, 'large.foyer', `{"x":"${'x'.repeat(largestImport)}"}`),
      await file(mine, 'good.foyer', theme('Good')),
      ...(process.platform === 'win32' ? [] : [pipe, '/dev/zero']),
      // The system's administrator may read everything.
      ...(process.getuid?.() === 0 ? [] : [locked]),
    ]);
    const opened = await mine.transfer.importOpened(undefined);
    const reasons = opened?.report?.failed.map(({ file: name, problem }) => [
      name,
      problem.code === 'importRefused' && problem.fault.reason,
    ]);
    expect(reasons).toEqual([
      ['gone.foyer', 'missing'],
      ['folder.foyer', 'notAFile'],
      ['large.foyer', 'tooLarge'],
      ...(process.platform === 'win32'
        ? []
        : [
            ['pipe.foyer', 'notAFile'],
            ['zero', 'notAFile'],
          ]),
      ...(process.getuid?.() === 0 ? [] : [['locked.foyer', 'noPermission']]),
    ]);
    expect(opened?.report?.imported.map(({ name }) => name)).toEqual(['Good']);
  });

  it('are not touched when they are a backup, until a person decides, once', async () => {
    const mine = await trial();
    mine.open([await file(mine, 'one.foyer', theme('One'))]);
    await mine.transfer.importOpened(undefined);
    mine.saves = join(mine.root, 'all.foyer');
    await mine.transfer.backup(undefined);
    expect(mine.asked).toEqual(['Foyer backup 2026-11-21.foyer']);

    const other = await trial();
    other.open([mine.saves]);
    const opened = await other.transfer.importOpened(undefined);
    expect(opened).toMatchObject({ report: null, backups: [{ file: 'all.foyer' }] });
    expect(await onDisk(other)).toEqual([]);
    const [backup] = opened?.backups ?? [];
    const answer = { id: backup?.id ?? '', ifDifferent: 'keepBoth' } as const;
    expect(await other.transfer.restoreOpened(answer)).toMatchObject({ added: 1 });
    expect(await other.transfer.restoreOpened(answer)).toBeNull();

    other.open([mine.saves]);
    const again = (await other.transfer.importOpened(undefined))?.backups[0]?.id ?? '';
    await other.transfer.dropOpened({ id: again });
    expect(await other.transfer.restoreOpened({ ...answer, id: again })).toBeNull();
  });

  it('are known as a backup when another program wrote its keys in another order', async () => {
    const mine = await trial();
    const text = JSON.stringify({ themes: [JSON.parse(theme('A'))], format: 1, foyer: 'backup' });
    mine.open([await file(mine, 'sorted.json', text)]);
    expect(await mine.transfer.importOpened(undefined)).toMatchObject({
      report: null,
      backups: [{ file: 'sorted.json' }],
    });
  });
});

describe('an export', () => {
  it('is called so that a desktop can tell it from any other JSON', async () => {
    const mine = await trial();
    mine.open([await file(mine, 'one.json', theme('One'))]);
    await mine.transfer.importOpened(undefined);
    mine.saves = join(mine.root, 'out.foyer');
    await mine.transfer.exportThemes({ themes: 'all' });
    expect(mine.asked).toEqual(['one.foyer']);
  });
});
