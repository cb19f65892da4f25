/** A program that keeps folders the same puts an older file over one that has got a link since. */
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import { held } from '../testing/fake-disk';
import {
  endLibrary,
  libraryOfOne,
  northwind,
  putTheme,
  testLibrary,
  themesOnDisk,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const key = publicationKey(northwind);
const published = { templateId: 't', at: '2026-03-01T12:00:00.000Z' };
const before = new Date('2026-03-01T11:00:00.000Z');
/** Later than the file in which the library has the link. */
const after = new Date(Date.now() + 60 * 60 * 1_000);

type Made = Awaited<ReturnType<typeof libraryOfOne>>;

async function putOver({ folders, document }: Made, written: Date): Promise<void> {
  await putTheme(folders, 'a.json', { ...document, name: 'Theirs' });
  await utimes(join(folders.themes, 'a.json'), written, written);
}

const ways: Record<string, (made: Made, written: Date) => Promise<Library>> = {
  async 'of a theme that is closed'(made, written) {
    await putOver(made, written);
    await made.library.rescan();
    return made.library;
  },
  async 'of a theme that is open'(made, written) {
    await made.library.handlers.open({ id: made.id });
    await putOver(made, written);
    await made.library.rescan();
    return made.library;
  },
  async 'while Foyer was not running'(made, written) {
    await endLibrary(made.library);
    await putOver(made, written);
    return testLibrary(made.folders).library;
  },
};

describe.each(Object.entries(ways))('a file without the theme’s link, %s', (_way, put) => {
  it('keeps the link where the file was written before it was published', async () => {
    const made = await libraryOfOne();
    await made.library.setPublication(made.id, key, published);
    const library = await put(made, before);
    const { themes } = await library.handlers.list(undefined);
    expect(themes).toMatchObject([{ name: 'Theirs', places: [{ templateId: 't' }] }]);
    expect((await library.saved(made.id)).publications).toEqual({ [key]: published });
    await endLibrary(library);
    expect(await themesOnDisk(made.folders)).toMatchObject([
      { name: 'Theirs', publications: { [key]: published } },
    ]);
  });

  it.each([
    ['keeps it where the file was written before', before, true],
    ['is unlinked where it was written later', after, false],
  ])('%s, though a wrong clock dated the link in the future', async (_what, written, isKept) => {
    const made = await libraryOfOne();
    const link = { ...published, at: '2999-01-01T00:00:00.000Z' };
    await made.library.setPublication(made.id, key, link);
    const library = await put(made, written);
    expect((await library.saved(made.id)).publications).toEqual(isKept ? { [key]: link } : {});
  });

  it('is unlinked where the file was written later', async () => {
    const made = await libraryOfOne();
    await made.library.setPublication(made.id, key, published);
    const library = await put(made, after);
    expect((await library.saved(made.id)).publications).toEqual({});
    expect(await themesOnDisk(made.folders)).toMatchObject([{ name: 'Theirs', publications: {} }]);
  });
});

it('keeps what is typed while an older file gets the link', async () => {
  const made = await libraryOfOne();
  const { library, folders, id } = made;
  await library.setPublication(id, key, published);
  await library.handlers.open({ id });
  await putOver(made, before);
  const writing = held('writeTo', (path) => path.startsWith(folders.themes));
  const looked = library.rescan();
  await writing.isReached;
  await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
  writing.letGo();
  await looked;
  await endLibrary(library);
  const fonts = (await themesOnDisk(folders)).map(({ theme }) => theme.general.font);
  expect(fonts).toContain('Lora');
});
