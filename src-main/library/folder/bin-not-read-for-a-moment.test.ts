/**
 * A theme was unlinked from its template, and deleted. As an older file of it is put back by hand, what the bin has of it
 * can't be read for a moment (a virus scanner has it). Once it can be read, the theme is unlinked after all.
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
const publications = { [key]: { templateId: 't', at: '2026-03-01T12:00:00.000Z' } };
const before = new Date('2026-03-01T13:00:00.000Z');

it.each(['never (the control)', 'for a moment'] as const)(
  'is unlinked: not read %s',
  async (how) => {
    const { library, folders, document, id } = await libraryOfOne({ publications });
    await library.start();
    await library.unlink(id, key);
    await library.handlers.remove({ ids: [id] });
    await putTheme(folders, 'a.json', document);
    await utimes(join(folders.themes, 'a.json'), before, before);
    const scanner =
      how === 'for a moment'
        ? failing('EBUSY', 'readFrom', (path) => path.startsWith(join(folders.profile, 'bin')))
        : undefined;
    await library.rescan();
    scanner?.heal();
    await library.rescan();
    expect((await library.handlers.list(undefined)).themes).toHaveLength(1);
    await endLibrary(library);
    const after = testLibrary(folders).library;
    await after.start();
    expect((await after.saved(id)).publications).toEqual({});
  },
);
