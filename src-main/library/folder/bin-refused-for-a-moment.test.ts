/**
 * As `bin-not-read-for-a-moment`, but the disk says `EACCES`, as Windows does of what a virus scanner or a sync program holds
 * (`while-busy.ts`), for longer than a moment. Once the bin can be read, the theme is unlinked after all, and is
 * linked to what it was linked to.
 */
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { failing } from '../testing/fake-disk';
import { libraryOfOne, northwind, putTheme, restarted } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const key = publicationKey(northwind);
const publications = { [key]: { templateId: 't', at: '2026-03-01T12:00:00.000Z' } };
const before = new Date('2026-03-01T13:00:00.000Z');

it.each([
  ['EBUSY', 'unlinked'],
  ['EBUSY', 'published'],
  ['EACCES', 'unlinked'],
  ['EACCES', 'published'],
] as const)('with %s it is %s', async (code, what) => {
  const { library, folders, document, id } = await libraryOfOne(
    what === 'unlinked' ? { publications } : {},
  );
  await library.start();
  if (what === 'unlinked') await library.unlink(id, key);
  else await library.setPublication(id, key, { templateId: 't', at: new Date().toISOString() });
  await library.handlers.remove({ ids: [id] });
  await putTheme(folders, 'a.json', document);
  await utimes(join(folders.themes, 'a.json'), before, before);
  const scanner = failing(code, 'readFrom', (path) =>
    path.startsWith(join(folders.profile, 'bin')),
  );
  await library.rescan();
  scanner.heal();
  await library.rescan();
  const after = await restarted(folders, library);
  await after.start();
  expect((await after.saved(id)).publications[key]?.templateId).toBe(
    what === 'unlinked' ? undefined : 't',
  );
});
