/**
 * A deleted theme was put back by hand, and what the bin has of it can't be read (a bad sector). It is published all the
 * same. Then Foyer is quit, and a sync program puts the file from before over it: the theme stays linked to its template.
 */
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { failing } from '../testing/fake-disk';
import {
  endLibrary,
  libraryOfOne,
  northwind,
  putTheme,
  testLibrary,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const key = publicationKey(northwind);
const before = new Date('2026-03-01T13:00:00.000Z');

it.each(['well (the control)', 'not at all'] as const)(
  'stays linked: the bin is read %s',
  async (how) => {
    const { library, folders, document, id } = await libraryOfOne();
    await library.start();
    await library.handlers.remove({ ids: [id] });
    await putTheme(folders, 'a.json', document);
    const sector =
      how === 'not at all'
        ? failing('EIO', 'readFrom', (path) => path.startsWith(join(folders.profile, 'bin')))
        : undefined;
    await library.rescan();
    await library.setPublication(id, key, { templateId: 't', at: new Date().toISOString() });
    expect(Object.keys((await library.saved(id)).publications)).toEqual([key]);
    await endLibrary(library);
    await putTheme(folders, 'a.json', document);
    await utimes(join(folders.themes, 'a.json'), before, before);
    const after = testLibrary(folders).library;
    await after.start();
    await after.rescan();
    expect(Object.keys((await after.saved(id)).publications)).toEqual([key]);
    sector?.heal();
  },
);
