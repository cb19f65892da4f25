/**
 * A theme was unlinked and deleted, and its older file came back while a scanner held the bin. Whatever becomes of that
 * file then, the theme is unlinked once the bin can be read.
 */
import { unlink, utimes } from 'node:fs/promises';
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

it.each(['it stays', 'a still older one is put over it', 'it goes away, and comes back'] as const)(
  'is unlinked: %s',
  async (what) => {
    const { library, folders, document, id } = await libraryOfOne({ publications });
    const file = join(folders.themes, 'a.json');
    const comesBack = async (minute: number, name = document.name) => {
      await putTheme(folders, 'a.json', { ...document, name });
      await utimes(file, ...at(minute));
    };
    await library.start();
    await library.unlink(id, key);
    await library.handlers.remove({ ids: [id] });
    await comesBack(10);
    const scanner = failing('EBUSY', 'readFrom', (path) =>
      path.startsWith(join(folders.profile, 'bin')),
    );
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    expect(themes.map((each) => each.id)).toEqual([id]);
    await library.flush();
    await endLibrary(library);
    scanner.heal();
    if (what === 'a still older one is put over it') await comesBack(5, 'Older');
    const after = testLibrary(folders).library;
    if (what === 'it goes away, and comes back') {
      await putTheme(folders, 'other.json', { ...document, id: 'other', publications: {} });
      await unlink(file);
      await after.start();
      await comesBack(10);
      await after.rescan();
    } else await after.start();
    expect((await after.saved(id)).publications).toEqual({});
  },
);

function at(minute: number): [Date, Date] {
  const time = new Date(Date.UTC(2026, 2, 1, 13, minute));
  return [time, time];
}
