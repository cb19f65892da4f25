/**
 * A copy of a theme's file lies beside it (a backup made by hand, a conflicted copy of a sync program), and Foyer has seen it.
 * Then the theme is published for the first time, or unlinked from its template, and the person puts the copy over the theme's
 * file. It is the theme as it was; what became of its links since goes on in it.
 */
import { copyFile, readFile, rename, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind, restarted } from '../testing/fixture-library';
import type { Library } from '../library';

const key = publicationKey(northwind);
const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

async function templatesOf(library: Library, id: string) {
  const { themes } = await library.handlers.list(undefined);
  const theme = themes.find((each) => each.id === id);
  return theme && theme.places.flatMap(({ templateId }) => templateId ?? []);
}

/** The times of the disk are as far apart as those of a person's steps. */
async function hourAgo(path: string): Promise<void> {
  const time = new Date(Date.now() - 3_600_000);
  await utimes(path, time, time);
}

describe('a theme that was published for the first time since it was copied', () => {
  it.each([
    ['control: a backup outside of the folder, moved over it', false],
    ['control: a backup beside it, its own file deleted', false],
    ['a backup beside it, moved over it', false],
    ['a backup beside it, moved over it', true],
    ['damaged, and a backup beside it moved over it', false],
    ['damaged, and deleted, as a control', false],
  ])('keeps its template: %s (restarted: %s)', async (how, isRestarted) => {
    const { folders, library: first, id } = await libraryOfOne();
    await first.start();
    const path = (file: string): string => join(folders.themes, file);
    const isOutside = how.includes('outside');
    const backup = isOutside ? join(folders.root, 'backup.json') : path('backup.json');
    await copyFile(path('a.json'), backup);
    await first.rescan();
    await hourAgo(backup);
    await first.rescan();
    await first.setPublication(id, key, { templateId: 't', at: '2026-01-05T00:00:00.000Z' });
    await first.flush();
    const library = isRestarted ? await restarted(folders, first) : first;
    await library.rescan();
    if (how.startsWith('damaged')) {
      await writeFile(path('a.json'), Buffer.alloc(2_000));
      await library.rescan();
    }
    if (how.includes('deleted')) await unlink(path('a.json'));
    else await rename(backup, path('a.json'));
    await library.rescan();
    expect(await templatesOf(library, id)).toEqual(['t']);
    await library.flush();
    const file = how.includes('deleted') ? 'backup.json' : 'a.json';
    expect(JSON.parse(await readFile(path(file), 'utf8'))).toMatchObject({ id });
  });
});

describe('a theme that was unlinked since it was copied', () => {
  it.each([
    'control: a backup outside of the folder, moved over it',
    'control: a backup beside it, its own file deleted',
    'a backup beside it, moved over it',
    'damaged, and a backup beside it moved over it',
  ])('has the template no more: %s', async (how) => {
    const { folders, library, id } = await libraryOfOne({ publications });
    await library.start();
    const path = (file: string): string => join(folders.themes, file);
    const isOutside = how.includes('outside');
    const backup = isOutside ? join(folders.root, 'backup.json') : path('backup.json');
    await copyFile(path('a.json'), backup);
    await library.rescan();
    await hourAgo(backup);
    await library.rescan();
    await library.unlink(id, key, 't');
    await library.flush();
    if (how.startsWith('damaged')) {
      await writeFile(path('a.json'), Buffer.alloc(2_000));
      await library.rescan();
    }
    if (how.includes('deleted')) await unlink(path('a.json'));
    else await rename(backup, path('a.json'));
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    expect(themes.flatMap(({ places }) => places.flatMap((each) => each.templateId ?? []))).toEqual(
      [],
    );
  });
});
