/**
 * A theme was deleted, came back, was unlinked and deleted again. What the bin has of the first deletion lies on a bad
 * sector; what it has of the last one can be read, and says what the theme is linked to.
 */
import { readdir, utimes } from 'node:fs/promises';
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

async function deletedTwice(isBad: boolean, between: 'unlinked' | 'published' | 'unpublished') {
  const given = await libraryOfOne(between === 'unlinked' ? { publications } : {});
  const { library, folders, document, id } = given;
  const comesBack = async () => {
    await putTheme(folders, 'a.json', document);
    await utimes(join(folders.themes, 'a.json'), before, before);
    await library.rescan();
  };
  await library.start();
  await library.handlers.remove({ ids: [id] });
  const first = (await readdir(join(folders.profile, 'bin')))[0] ?? '';
  await comesBack();
  if (between === 'unlinked') await library.unlink(id, key);
  else if (between === 'published')
    await library.setPublication(id, key, { templateId: 't', at: new Date().toISOString() });
  await library.handlers.remove({ ids: [id] });
  if (isBad) failing('EIO', 'readFrom', (path) => path.endsWith(first));
  return { ...given, comesBack };
}

it.each([false, true])(
  'stays unlinked as its older file comes back: bad sector %s',
  async (bad) => {
    const { library, id, comesBack } = await deletedTwice(bad, 'unlinked');
    await comesBack();
    expect((await library.saved(id)).publications).toEqual({});
  },
);

it.each([false, true])('stays linked as its older file comes back: bad sector %s', async (bad) => {
  const { library, id, comesBack } = await deletedTwice(bad, 'published');
  await comesBack();
  expect((await library.saved(id)).publications[key]?.templateId).toBe('t');
});

it.each([false, true])('is noted what a service took of it: bad sector %s', async (bad) => {
  const { library, id } = await deletedTwice(bad, 'published');
  const at = new Date().toISOString();
  await library.setPublication(id, key, { templateId: 't2', at });
});

it.each([false, true])(
  'is linked as an older deletion is taken back: bad sector %s',
  async (bad) => {
    const { library, id, comesBack } = await deletedTwice(false, 'unpublished');
    const entries = (await library.handlers.bin(undefined)).themes.map(({ entry }) => entry).sort();
    await comesBack();
    await library.setPublication(id, key, { templateId: 't', at: new Date().toISOString() });
    await library.handlers.remove({ ids: [id] });
    if (bad) failing('EIO', 'readFrom', (path) => path.endsWith(`${entries[0] ?? ''}.json`));
    await library.handlers.restore({ entries: entries.slice(1) });
    await library.rescan();
    expect((await library.saved(id)).publications[key]?.templateId).toBe('t');
  },
);
