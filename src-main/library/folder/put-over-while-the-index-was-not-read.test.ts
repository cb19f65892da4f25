/**
 * A theme was published, or unlinked. While Foyer is closed a sync program puts the file from before over it; at the start a
 * scanner holds the index for a moment. Once that can be read, the theme has the links that it had at the last.
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

it.each([
  ['published', false],
  ['unlinked', false],
  ['published', true],
  ['unlinked', true],
] as const)('is %s: the index is held %s', async (what, isHeld) => {
  const { library, folders, document, id } = await libraryOfOne(
    what === 'unlinked' ? { publications } : {},
  );
  await library.start();
  if (what === 'unlinked') await library.unlink(id, key);
  else await library.setPublication(id, key, { templateId: 't', at: new Date().toISOString() });
  await endLibrary(library);
  await putTheme(folders, 'a.json', document);
  await utimes(join(folders.themes, 'a.json'), before, before);
  const scanner = isHeld
    ? failing('EBUSY', 'readFrom', (path) => path.endsWith('library-index.jsonl'))
    : undefined;
  const after = testLibrary(folders).library;
  await after.start();
  scanner?.heal();
  await after.rescan();
  await after.flush();
  await after.rescan();
  expect((await after.saved(id)).publications[key]?.templateId).toBe(
    what === 'unlinked' ? undefined : 't',
  );
});
