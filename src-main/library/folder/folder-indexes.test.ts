/** The library in one folder and in another: each keeps its index, also on a disk that refuses. */
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { failing } from '../testing/fake-disk';
import {
  endLibrary,
  type LibraryFolders,
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const isIndex = (path: string) => path.includes('library-index');

/** A whole run with the library in the folder. */
async function run(folders: LibraryFolders): Promise<void> {
  const { library } = testLibrary(folders);
  await library.start();
  await endLibrary(library);
}

/** What all indexes say together. */
async function indexes({ profile }: LibraryFolders): Promise<string> {
  const names = (await readdir(profile)).filter((name) => isIndex(name));
  return (await Promise.all(names.map((name) => readFile(join(profile, name), 'utf8')))).join('');
}

async function twoFolders(): Promise<readonly [LibraryFolders, LibraryFolders]> {
  const first = await temporaryLibraryFolders();
  const second = { ...first, themes: join(first.root, 'second') };
  await mkdir(second.themes);
  await putTheme(first, 'in-the-first.json', themeDocument());
  await putTheme(second, 'in-the-second.json', themeDocument());
  return [first, second];
}

describe('the index of another folder', () => {
  it('is not written over when the disk refuses to put it aside', async () => {
    const [first, second] = await twoFolders();
    await run(first);
    const { heal } = failing('EBUSY', 'rename', (path) => /library-index-/u.test(path));
    await run(second);
    heal();
    expect(await indexes(first)).toContain('in-the-first.json');
  });

  it('is still there to be taken up when the disk refused that once', async () => {
    const [first, second] = await twoFolders();
    await run(first);
    await run(second);
    const { heal } = failing('EBUSY', 'rename', (path) => /library-index\.jsonl$/u.test(path));
    const { library } = testLibrary(first);
    await library.start();
    heal();
    await endLibrary(library);
    expect(await indexes(first)).toContain('in-the-second.json');
    expect(await indexes(first)).toContain('in-the-first.json');
  });
});
