/**
 * A theme was published and deleted, and its file from before it was published came back (a sync program) while a scanner
 * held what the bin has of it. It is deleted once more. Once the scanner is done, whichever way the theme comes back, it is
 * linked to its template: published, it would be saved a second time otherwise.
 */
import { unlink, utimes } from 'node:fs/promises';
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

it.each([
  ['never (the control)', 'is undone'],
  ['never (the control)', 'is followed by that file once more'],
  ['for a moment', 'is undone'],
  ['for a moment', 'is followed by that file once more'],
] as const)('is linked: the bin is not read %s, the second deletion %s', async (how, what) => {
  const { library, folders, document, id } = await libraryOfOne();
  const file = join(folders.themes, 'a.json');
  const comesBack = async () => {
    await putTheme(folders, 'a.json', document);
    await utimes(file, before, before);
  };
  await library.start();
  await library.setPublication(id, key, { templateId: 't', at: new Date().toISOString() });
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
  await unlink(file).catch(() => undefined);
  if (what === 'is undone') await library.handlers.restore({ entries });
  else await comesBack();
  await library.rescan();
  expect((await library.saved(id)).publications[key]?.templateId).toBe('t');
});
