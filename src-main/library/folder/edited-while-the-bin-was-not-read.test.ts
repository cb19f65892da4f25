/**
 * A deleted theme's file from before it was published, or before it was unlinked, comes back while a scanner holds what the
 * bin has of it. A person types a name for it in these seconds. Once the scanner is done the theme has the links that it
 * had when it was deleted.
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
const before = new Date('2026-03-01T13:00:00.000Z');
const publications = { [key]: { templateId: 't', at: '2026-03-01T12:00:00.000Z' } };

it.each([
  ['published', false],
  ['unlinked', false],
  ['published', true],
  ['unlinked', true],
] as const)('is as it was deleted, %s: the bin is held %s', async (what, isHeld) => {
  const { library, folders, document, id } = await libraryOfOne(
    what === 'unlinked' ? { publications } : {},
  );
  await library.start();
  if (what === 'unlinked') await library.unlink(id, key);
  else await library.setPublication(id, key, { templateId: 't', at: new Date().toISOString() });
  await library.handlers.remove({ ids: [id] });
  await putTheme(folders, 'a.json', document);
  await utimes(join(folders.themes, 'a.json'), before, before);
  const scanner = isHeld
    ? failing('EBUSY', 'readFrom', (path) => path.startsWith(join(folders.profile, 'bin')))
    : undefined;
  await library.rescan();
  await library.handlers.rename({ id, name: 'Lighthouse' });
  await library.saved(id);
  scanner?.heal();
  await library.flush();
  await library.rescan();
  const { name, publications: links } = await library.saved(id);
  expect(name).toBe('Lighthouse');
  expect(links[key]?.templateId).toBe(what === 'unlinked' ? undefined : 't');
});
