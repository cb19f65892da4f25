/** Links to templates that come in files of other computers, in whatever order. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { publicationKey, type ThemeDocument } from '@shared/theme/theme';
import type { Library } from '../library';
import { failing } from '../testing/fake-disk';
import {
  listChange,
  northwind,
  putTheme,
  restarted,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
  type LibraryFolders,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const key = publicationKey(northwind);
const linked = (at: string): Pick<ThemeDocument, 'publications'> => ({
  publications: { [key]: { templateId: 't', at } },
});
const earlier = '2026-01-02T03:04:05.000Z';
const later = '2026-02-02T03:04:05.000Z';

/** The names of the themes that have the template. */
async function withTemplate({ handlers }: Library): Promise<string[]> {
  const { themes } = await handlers.list(undefined);
  return themes.filter(({ places }) => places[0]?.templateId === 't').map(({ name }) => name);
}

describe.each([
  ['at the same time as before', earlier],
  ['later', later],
])('a link that another computer gives to a new theme (%s)', (_when, at) => {
  /** The sync client has brought the file of the new theme; that of the first one is as it was. */
  async function arrived() {
    const folders = await temporaryLibraryFolders();
    const first = themeDocument({ name: 'First', ...linked(earlier) });
    await putTheme(folders, 'b.json', first);
    const { library } = testLibrary(folders);
    await library.start();
    const added = themeDocument({ name: 'New', ...linked(at) });
    await putTheme(folders, 'a.json', added);
    await library.rescan();
    return { folders, library, first, added };
  }
  const onDisk = async (folders: LibraryFolders, file: string) =>
    JSON.parse(await readFile(join(folders.themes, file), 'utf8')) as unknown;

  it('stays in its file, and the template has one theme', async () => {
    const { folders, library, first, added } = await arrived();
    expect(await onDisk(folders, 'a.json')).toEqual(added);
    expect(await onDisk(folders, 'b.json')).toEqual(first);
    const isWith = at === later ? added : first;
    const isWithout = at === later ? first : added;
    expect(await withTemplate(library)).toEqual([isWith.name]);
    expect(await library.withTemplate(key, 't')).toBe(isWith.id);
    for (const read of [library.current(isWithout.id), library.saved(isWithout.id)]) {
      expect((await read).publications).toEqual({});
    }
    const opened = await library.handlers.open({ id: isWithout.id });
    expect(opened).toMatchObject({ publications: {}, places: [{ relation: 'never' }] });
    const again = await restarted(folders, library);
    expect(await withTemplate(again)).toEqual([isWith.name]);
  });

  it('is there when the file of the theme that had it comes later', async () => {
    const { folders, library, first, added } = await arrived();
    await putTheme(folders, 'b.json', { ...first, publications: {} });
    await library.rescan();
    expect(await withTemplate(library)).toEqual(['New']);
    expect((await library.saved(added.id)).publications).toEqual(added.publications);
    expect(await withTemplate(await restarted(folders, library))).toEqual(['New']);
  });

  it('is there when the file of the theme that had it goes later, and windows are told', async () => {
    const { folders, library, added } = await arrived();
    const told = listChange(library, ({ removed }) => removed.length > 0);
    await rm(join(folders.themes, 'b.json'));
    await library.rescan();
    expect(await withTemplate(library)).toEqual(['New']);
    expect((await told).upserted).toMatchObject([{ id: added.id, places: [{ templateId: 't' }] }]);
  });

  it('is not lost by an edit of the new theme meanwhile', async () => {
    const { folders, library, added } = await arrived();
    await library.handlers.rename({ id: added.id, name: 'Newer' });
    await rm(join(folders.themes, 'b.json'));
    await library.rescan();
    expect(await withTemplate(library)).toEqual(['Newer']);
  });
});

it('leaves a link with one theme where the disk takes no write while the other comes back', async () => {
  const folders = await temporaryLibraryFolders();
  const first = themeDocument({ name: 'First', ...linked(earlier) });
  const other = themeDocument({ name: 'Other' });
  await putTheme(folders, 'a.json', first);
  await putTheme(folders, 'b.json', other);
  const { library } = testLibrary(folders);
  await library.start();
  await rm(join(folders.themes, 'a.json'));
  await library.rescan();
  // As the outbox links it at a person's word.
  await library.setPublication(other.id, key, { templateId: 't', at: later });
  await putTheme(folders, 'a.json', first);
  const { heal } = failing('ENOSPC', 'writeTo', (path) => path.startsWith(folders.themes));
  await library.rescan();
  heal();
  await library.rescan();
  expect(await withTemplate(library)).toEqual(['Other']);
  expect(await withTemplate(await restarted(folders, library))).toEqual(['Other']);
});
