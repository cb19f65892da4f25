/**
 * A backup, or an export, is under way, and a person chooses another library: a copy of the folder, whose themes have the
 * same ids and have gone another way since. What is saved is one library's, or it is said that it isn't.
 */
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newTheme, type ThemeDocument } from '@shared/theme/theme';
import type { TransferLibrary } from './transfer';
import { trial, type Trial } from './trial-transfer';

const count = 24;

/** A library, and its copy in which each theme has another tag; `isChosen`: that is chosen after the first theme. */
async function besideCopy(isChosen: boolean): Promise<Trial> {
  let reads = 0;
  const second = (): string => join(mine.root, 'second');
  const mine: Trial = await trial({
    wrap: (library: TransferLibrary) => ({
      ...library,
      whole: async (id) => {
        reads += 1;
        const isLater = reads > 8;
        if (isLater && isChosen) await (chosen ??= choose());
        return library.whole(id);
      },
    }),
  });
  let chosen: Promise<unknown> | undefined;
  const choose = async (): Promise<unknown> =>
    mine.library.handlers.useFolder({ folder: second(), move: false });
  await mine.library.start();
  await mine.transfer.importTexts({
    files: Array.from({ length: count }, (_none, at) => ({
      name: `${String(at)}.json`,
      text: JSON.stringify({ name: `Theme ${String(at)}`, tags: ['mine'], theme: newTheme() }),
    })),
  });
  await mine.library.flush();
  await mkdir(second());
  for (const file of await readdir(mine.themes)) {
    if (!file.endsWith('.json')) continue;
    await copyFile(join(mine.themes, file), join(second(), file));
    const document = JSON.parse(await readFile(join(second(), file), 'utf8')) as ThemeDocument;
    await writeFile(join(second(), file), JSON.stringify({ ...document, tags: ['of the copy'] }));
  }
  mine.saves = join(mine.root, 'saved.foyer');
  return mine;
}

/** The tags in what was saved, and whether anything was said of it. */
async function saved(mine: Trial, how: 'backup' | 'export') {
  const result =
    how === 'backup'
      ? mine.transfer.backup(undefined)
      : mine.transfer.exportThemes({ themes: 'all' });
  const done = await Promise.resolve(result).catch((error: unknown) => ({ refused: error }));
  if (done === null || 'refused' in done) return { isSaid: true, tags: [] };
  const { themes } = JSON.parse(await readFile(mine.saves ?? '', 'utf8')) as {
    themes: { tags: string[] }[];
  };
  const tags = [...new Set(themes.flatMap((theme) => theme.tags))];
  return { isSaid: done.leftOut.length > 0, tags };
}

it.each(['backup', 'export'] as const)('the control: no other is chosen, by a %s', async (how) => {
  const mine = await besideCopy(false);
  expect(await saved(mine, how)).toEqual({ isSaid: false, tags: ['mine'] });
});

it.each(['backup', 'export'] as const)(
  'has nothing of the other library in it, by a %s',
  async (how) => {
    const mine = await besideCopy(true);
    const { isSaid, tags } = await saved(mine, how);
    expect(tags).not.toContain('of the copy');
    expect(isSaid).toBe(true);
  },
);
