/** What is the same as a theme's file is put over it, and once more later. */
import { copyFile, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind } from '../testing/fixture-library';

/**
 * A person has a tool go over a theme's file that writes another one and moves it over the first one (`jq … harbour.json > new.json; mv
 * new.json harbour.json`), and Foyer sees each step. The tool has nothing to change, today and tomorrow.
 */
describe('a file that is the same is moved over the theme’s', () => {
  const key = publicationKey(northwind);
  const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

  it.each([
    ['once, as a control', ['new.json']],
    ['twice, under two names', ['new.json', 'newer.json']],
    ['twice, under one name', ['new.json', 'new.json']],
  ])('is the theme, with its template and its versions (%s)', async (_times, names) => {
    const { folders, library, id } = await libraryOfOne({ publications });
    await library.start();
    await library.handlers.keepVersion({ id, name: 'As it was signed' });
    const path = (file: string): string => join(folders.themes, file);
    for (const name of names) {
      await copyFile(path('a.json'), path(name));
      await library.rescan();
      await rename(path(name), path('a.json'));
      await library.rescan();
    }
    const { themes } = await library.handlers.list(undefined);
    expect(themes.map((each) => [each.id === id, each.places[0]?.templateId])).toEqual([
      [true, 't'],
    ]);
    const { versions } = await library.handlers.versions({ id });
    expect(versions.map(({ name }) => name)).toContain('As it was signed');
  });
});

/**
 * A theme's file is damaged by a merge's marks, while Foyer runs. A person mends it from the copy that they had made of it, and copies it
 * once more, for the next time; which comes.
 */
describe('a backup is moved over the damaged file of its theme', () => {
  const key = publicationKey(northwind);
  const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

  it.each([
    ['once, as a control', 1],
    ['twice', 2],
  ])('is the theme, with its template and its versions (%s)', async (_times, times) => {
    const { folders, library, id } = await libraryOfOne({ publications });
    await library.start();
    await library.handlers.keepVersion({ id, name: 'As it was signed' });
    const path = (file: string): string => join(folders.themes, file);
    for (let time = 1; time <= times; time += 1) {
      await copyFile(path('a.json'), path('backup.json'));
      await library.rescan();
      await writeFile(path('a.json'), `<<<<<<< HEAD\n${await readFile(path('a.json'), 'utf8')}`);
      await library.rescan();
      await rename(path('backup.json'), path('a.json'));
      await library.rescan();
    }
    const { themes } = await library.handlers.list(undefined);
    expect(themes.map((each) => [each.id === id, each.places[0]?.templateId])).toEqual([
      [true, 't'],
    ]);
    const { versions } = await library.handlers.versions({ id });
    expect(versions.map(({ name }) => name)).toContain('As it was signed');
  });
});
