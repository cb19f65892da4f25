/**
 * A theme was unlinked from its template, and deleted. An older file of it is put back by hand on a disk that takes nothing
 * more. As long as it can't be written there, the theme is unlinked all the same: it would be published over the template.
 */
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { failing } from '../testing/fake-disk';
import { libraryOfOne, northwind, putTheme } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const key = publicationKey(northwind);
const publications = { [key]: { templateId: 't', at: '2026-03-01T12:00:00.000Z' } };
const before = new Date('2026-03-01T13:00:00.000Z');

it.each(['put over it (the control)', 'deleted'] as const)(
  'is unlinked when it is opened: %s',
  async (how) => {
    const { library, folders, document, id } = await libraryOfOne({ publications });
    await library.start();
    await library.unlink(id, key);
    if (how === 'deleted') await library.handlers.remove({ ids: [id] });
    await putTheme(folders, 'a.json', document);
    await utimes(join(folders.themes, 'a.json'), before, before);
    failing('ENOSPC', 'writeTo', (path) => path.startsWith(folders.themes));
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    expect(themes).toMatchObject([{ places: [{ relation: 'never' }] }]);
    await library.handlers.open({ id });
    expect((await library.current(id)).publications).toEqual({});
  },
);
