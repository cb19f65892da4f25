/**
 * A person gives what a theme's file says another name and colour for another client in an editor, and saves that under another
 * file name. Later the first file is damaged (half a file of a sync program, a merge's marks), and they delete it.
 */
import { readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind, restarted } from '../testing/fixture-library';

const key = publicationKey(northwind);
const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

it.each([false, true])(
  'a theme for another client has no template of the first one, whose file was damaged and deleted (restarted: %s)',
  async (isRestarted) => {
    const { folders, library: first, id } = await libraryOfOne({ name: 'Client A', publications });
    await first.start();
    const path = (file: string): string => join(folders.themes, file);
    const text = await readFile(path('a.json'), 'utf8');
    await writeFile(path('b.json'), text.replace('"Client A"', '"Client B"'));
    await first.rescan();
    const before = (await first.handlers.list(undefined)).themes;
    expect(before.map(({ name }) => name).sort()).toEqual(['Client A', 'Client B']);
    const library = isRestarted ? await restarted(folders, first) : first;
    await library.rescan();
    await writeFile(path('a.json'), `<<<<<<< HEAD\n${text}`);
    await library.rescan();
    await unlink(path('a.json'));
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    const ofB = themes.find(({ name }) => name === 'Client B');
    expect(ofB).toBeDefined();
    expect({
      isClientA: ofB?.id === id,
      templates: ofB?.places.flatMap(({ templateId }) => templateId ?? []),
    }).toEqual({ isClientA: false, templates: [] });
  },
);
