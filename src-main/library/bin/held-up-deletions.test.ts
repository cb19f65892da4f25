/** Deletions that a scanner holds up, which has the file open in that moment. */
import { readdir } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { beforeEachRead, failing } from '../testing/fake-disk';
import {
  endLibrary,
  libraryOfOne,
  type LibraryFolders,
  problem,
  putTheme,
  testLibrary,
} from '../testing/fixture-library';
import type { Library } from '../library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

const isAside = (path: string): boolean => path.includes('.aside');

/** A start of Foyer two days later, through to what it does after the list is shown. */
async function twoDaysLater(folders: LibraryFolders, before: Library): Promise<Library> {
  await endLibrary(before);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 24 * 60 * 60 * 1_000 });
  const { library } = testLibrary(folders);
  try {
    await library.start();
    await library.flush();
  } finally {
    vi.useRealTimers();
  }
  await library.rescan();
  return library;
}

const namesIn = async (library: Library): Promise<string[]> =>
  (await library.handlers.list(undefined)).themes.map(({ name }) => name);

describe('a deletion whose file is held', () => {
  it('is done, though what was the file goes later', async () => {
    const { folders, library, id } = await libraryOfOne();
    await library.start();
    failing('EBUSY', 'unlink', (path) => path.includes('.foyer-'));
    await library.handlers.remove({ ids: [id] });
    expect(await namesIn(library)).toEqual([]);
    expect((await readdir(folders.themes)).filter(isAside)).toEqual([]);
    expect(await namesIn(await twoDaysLater(folders, library))).toEqual([]);
  });

  it('is not undone two days later, where the file could not be put back', async () => {
    const { folders, library, id } = await libraryOfOne();
    await library.start();
    const held: { heal: () => void }[] = [];
    const look = beforeEachRead(isAside, () => {
      held.push(
        ...(['rename', 'link', 'unlink'] as const).map((call) => failing('EBUSY', call, isAside)),
      );
      return Promise.resolve();
    });
    // It says that it could not be done, and it was.
    await expect(library.handlers.remove({ ids: [id] })).rejects.toMatchObject(
      problem('storageFailed'),
    );
    look.end();
    for (const { heal } of held) heal();
    await library.rescan();
    expect(await namesIn(library)).toEqual([]);
    expect((await library.handlers.bin(undefined)).themes).toHaveLength(1);
    const next = await twoDaysLater(folders, library);
    expect(await namesIn(next)).toEqual([]);
    expect(await readdir(folders.themes)).toEqual([]);
  });

  it('brings back what another program had written there', async () => {
    const { folders, library, document } = await libraryOfOne();
    await library.start();
    await putTheme(folders, '.foyer-1-0123456789ab.aside.json', { ...document, name: 'Theirs' });
    const next = await twoDaysLater(folders, library);
    expect((await namesIn(next)).sort()).toEqual(['Harbour', 'Theirs']);
  });

  it('brings nothing back that is in the library as it is', async () => {
    const { folders, library, document } = await libraryOfOne();
    await library.start();
    await putTheme(folders, '.foyer-1-0123456789ab.aside.json', document);
    expect(await namesIn(await twoDaysLater(folders, library))).toEqual(['Harbour']);
    expect(await readdir(folders.themes)).toEqual(['a.json']);
  });
});
