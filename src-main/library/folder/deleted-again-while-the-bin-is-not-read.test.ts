/**
 * A theme was unlinked and deleted, and its older file came back while a scanner held the bin for a moment. It is deleted
 * again; once the scanner is done the file comes back once more, or that deletion is undone: it stays unlinked.
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

it.each([
  ['never (the control)', 'the file comes back'],
  ['never (the control)', 'it is undone'],
  ['for a moment', 'the file comes back'],
  ['for a moment', 'it is undone'],
] as const)('is unlinked: not read %s, and %s', async (how, then) => {
  const { library, folders, document, id } = await libraryOfOne({ publications });
  const comesBack = async () => {
    await putTheme(folders, 'a.json', document);
    await utimes(join(folders.themes, 'a.json'), before, before);
  };
  await library.start();
  await library.unlink(id, key);
  await library.handlers.remove({ ids: [id] });
  await comesBack();
  const scanner =
    how === 'for a moment'
      ? failing('EBUSY', 'readFrom', (path) => path.startsWith(join(folders.profile, 'bin')))
      : undefined;
  await library.rescan();
  expect((await library.handlers.list(undefined)).themes).toHaveLength(1);
  const { entries } = await library.handlers.remove({ ids: [id] });
  scanner?.heal();
  if (then === 'it is undone') await library.handlers.restore({ entries });
  else await comesBack();
  await library.rescan();
  expect((await library.saved(id)).publications).toEqual({});
});
