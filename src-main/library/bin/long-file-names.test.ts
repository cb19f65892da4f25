/** Deleted themes whose files' names the present disk does not take. */
import { expect, it, vi } from 'vitest';
import { failing } from '../testing/fake-disk';
import {
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
