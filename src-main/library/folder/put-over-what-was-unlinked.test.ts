/** A program that keeps folders the same puts an older file, with its link, over a theme that was unlinked since. */
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import {
  endLibrary,
  libraryOfOne,
  northwind,
  putTheme,
  testLibrary,
  themesOnDisk,
} from '../testing/fixture-library';

const key = publicationKey(northwind);
const publications = { [key]: { templateId: 't', at: '2026-03-01T12:00:00.000Z' } };
const before = new Date('2026-03-01T13:00:00.000Z');

it.each(['open', 'closed', 'not looked at until the next start'] as const)(
  'stays unlinked where it is %s',
  async (how) => {
    const { library, folders, document, id } = await libraryOfOne({ publications });
    await library.start();
    await library.unlink(id, key);
    if (how !== 'open') await endLibrary(library);
    const here = how === 'open' ? library : testLibrary(folders).library;
    if (how === 'closed') await here.start();
    await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
    await utimes(join(folders.themes, 'a.json'), before, before);
    await here.start();
    await here.rescan();
    expect(await here.saved(id)).toMatchObject({ name: 'Theirs', unlinked: { [key]: { t: 1 } } });
    expect((await here.saved(id)).publications).toEqual({});
    await endLibrary(here);
    const [file] = await themesOnDisk(folders);
    expect(file).toMatchObject({ name: 'Theirs', publications: {}, unlinked: { [key]: { t: 1 } } });
    expect(file?.publications).toEqual({});
  },
);

it('keeps the template to which it was linked since, though the older one was published later', async () => {
  const { library, folders, document, id } = await libraryOfOne({ publications });
  await library.start();
  const link = { templateId: 'other', at: '2026-02-01T12:00:00.000Z' };
  await library.setPublication(id, key, link);
  await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
  await utimes(join(folders.themes, 'a.json'), before, before);
  await library.rescan();
  expect((await library.saved(id)).publications).toEqual({ [key]: link });
  expect(await themesOnDisk(folders)).toHaveLength(1);
});
