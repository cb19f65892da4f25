/** Deleted themes whose files’ names the present disk does not take. */
import { rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { failing } from '../testing/fake-disk';
import {
  libraryOfOne,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
  themeFiles,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

it.each(['stat', 'link'] as const)(
  'comes back under another name on a disk that takes shorter ones only, which tells by %s',
  async (call) => {
    const folders = await temporaryLibraryFolders();
    const document = themeDocument();
    await putTheme(folders, `${'a'.repeat(200)}.json`, document);
    const { library } = testLibrary(folders);
    const { handlers } = library;
    const { entries } = await handlers.remove({ ids: [document.id] });
    // The library lies on an encrypted share by now, which takes 143 bytes.
    failing(
      'ENAMETOOLONG',
      call,
      (path) => Buffer.byteLength(path.slice(path.lastIndexOf('/') + 1)) > 143,
    );
    expect(await handlers.restore({ entries })).toMatchObject({ ids: [document.id] });
    expect((await handlers.list(undefined)).themes).toMatchObject([{ id: document.id }]);
    expect((await handlers.bin(undefined)).themes).toEqual([]);
    const [file = ''] = await themeFiles(folders);
    expect(file).toMatch(/^untitled-/);
  },
);

it.each([
  ['EINVAL', 'as a USB stick does'],
  ['EILSEQ', 'as a Mac does'],
  ['ENOENT', 'as Windows does'],
] as const)('comes back under another name where the disk answers %s, %s', async (code, _whose) => {
  const { folders, library, id } = await libraryOfOne();
  await library.start();
  await rename(join(folders.themes, 'a.json'), join(folders.themes, 'Blue: dark?.json'));
  await library.rescan();
  const { handlers } = library;
  const { entries } = await handlers.remove({ ids: [id] });
  const isRefused = (path: string): boolean => basename(path).includes(':');
  failing(code, 'link', isRefused);
  failing(code, 'writeTo', isRefused);
  expect(await handlers.restore({ entries })).toMatchObject({ ids: [id] });
  expect((await handlers.list(undefined)).themes).toMatchObject([{ id }]);
  const [file = ''] = await themeFiles(folders);
  expect(file).toMatch(/^untitled-/);
});
