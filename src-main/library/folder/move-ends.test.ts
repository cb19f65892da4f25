import {
  appendFile,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { beforeEachRead, failing } from '../testing/fake-disk';
import {
  endLibrary,
  type LibraryFolders,
  problem,
  putTheme,
  savedWhenAsked,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});
/** Moves of the library that must come to an end. */
describe('a move comes to an end', () => {
  /** A library, and another folder for it. */
  async function twoFolders() {
    const folders = await temporaryLibraryFolders();
    const second = join(folders.root, 'second');
    await mkdir(second);
    return { folders, second };
  }

  function movable(folders: LibraryFolders) {
    const { library } = testLibrary(folders, { mayUse: () => true, pace: savedWhenAsked });
    const move = (folder: string) =>
      Promise.resolve(library.handlers.useFolder({ folder, move: true }));
    return { library, handlers: library.handlers, move };
  }

  const bytesOf = (path: string) => Buffer.byteLength(path.slice(path.lastIndexOf('/') + 1));

  it.runIf(process.platform === 'linux')(
    'counts what has no name that Foyer can say, and links that lead nowhere, as left',
    async () => {
      const { folders, second } = await twoFolders();
      await putTheme(folders, 'a.json', themeDocument());
      // Of a disk that was written in another character set.
      const name = Buffer.concat([Buffer.from(`${folders.themes}/caf`), Buffer.from([0xe9])]);
      const text = JSON.stringify(themeDocument({ name: 'Café' }));
      await writeFile(Buffer.concat([name, Buffer.from('.json')]), text);
      await symlink('/nowhere/theme.json', join(folders.themes, 'dead.json'));
      // What is no theme's does not count.
      await symlink('/nowhere', join(folders.themes, 'dead'));
      const { move } = movable(folders);
      expect(await move(second)).toEqual({ moved: 1, left: 2, kept: 0 });
      expect(await readdir(folders.themes)).toHaveLength(3);
    },
  );

  it('takes a theme along under a shorter name where its long one is taken', async () => {
    const { folders, second } = await twoFolders();
    // As long as a disk takes it.
    const name = `${'Ä'.repeat(125)}.json`;
    const document = themeDocument();
    await putTheme(folders, name, document);
    await writeFile(join(second, name), JSON.stringify(themeDocument({ name: 'Other' })));
    const { handlers, move } = movable(folders);
    expect(await move(second)).toMatchObject({ moved: 1, left: 0, kept: 0 });
    const { themes } = await handlers.list(undefined);
    expect(themes.map((theme) => theme.name).sort()).toEqual(['Harbour', 'Other']);
    expect(themes.find(({ id }) => id === document.id)).toMatchObject({ name: 'Harbour' });
    expect(await readdir(folders.themes)).toEqual([]);
  });

  it.each(['stat', 'link'] as const)(
    'takes long names along to a disk that takes shorter ones only, which tells by %s',
    async (call) => {
      const { folders, second } = await twoFolders();
      for (const end of ['a', 'b']) {
        await putTheme(folders, `${'x'.repeat(200)}${end}.json`, themeDocument({ name: end }));
      }
      failing('ENAMETOOLONG', call, (path) => path.startsWith(second) && bytesOf(path) > 143);
      const { handlers, move } = movable(folders);
      expect(await move(second)).toMatchObject({ moved: 2, left: 0, kept: 0 });
      const { themes } = await handlers.list(undefined);
      expect(themes.map(({ name }) => name).sort()).toEqual(['a', 'b']);
      expect(await readdir(folders.themes)).toEqual([]);
    },
  );

  it('is refused where the new folder can’t be looked at, and the library stays', async () => {
    const { folders, second } = await twoFolders();
    await putTheme(folders, 'a.json', themeDocument());
    const { handlers, move } = movable(folders);
    await handlers.list(undefined);
    failing('EIO', 'stat', (path) => path.startsWith(`${second}/`));
    failing('EIO', 'readFrom', (path) => path.startsWith(`${second}/`));
    await expect(move(second)).rejects.toMatchObject(problem('storageFailed'));
    expect(await handlers.list(undefined)).toMatchObject({
      folder: folders.themes,
      themes: [{ name: 'Harbour' }],
    });
  });

  it('ends, though another program writes one of the files all the time', async () => {
    const { folders, second } = await twoFolders();
    await putTheme(folders, 'a.json', themeDocument());
    const log = join(folders.themes, 'log.json');
    await writeFile(log, '0');
    const { library, handlers, move } = movable(folders);
    await handlers.list(undefined);
    let count = 0;
    const writing = beforeEachRead(
      (path) => path === log,
      async () => {
        count += 1;
        // So that the test ends as well.
        if (count < 200) await appendFile(log, '0');
      },
    );
    await move(second);
    writing.end();
    expect(count).toBeLessThan(200);
    expect((await handlers.list(undefined)).folder).toBe(second);
    await endLibrary(library);
    // What is newest of it is in one of the two.
    const texts = await Promise.all(
      [log, join(second, 'log.json')].map((path) => readFile(path, 'utf8').catch(() => '')),
    );
    expect(Math.max(...texts.map(({ length }) => length))).toBe(count + 1);
  });

  it('takes along what others wrote at its end, though the new folder can’t be looked into then', async () => {
    const { folders, second } = await twoFolders();
    const document = themeDocument();
    await putTheme(folders, 'a.json', document);
    let disk: ReturnType<typeof failing> | undefined;
    const { library } = testLibrary(folders, {
      mayUse: () => true,
      movedTo: async () => {
        disk = failing('EIO', 'stat', (path) => path === second);
        await putTheme(folders, 'a.json', { ...document, name: 'Newer' });
      },
    });
    await library.handlers.list(undefined);
    await library.handlers.useFolder({ folder: second, move: true });
    disk?.heal();
    const { themes } = await library.handlers.list(undefined);
    expect(themes.map(({ name }) => name)).toEqual(['Newer']);
    expect(await readdir(folders.themes)).toEqual([]);
  });
});

/**
 * The library leaves a folder that a sync program keeps the same. Just as the move ends, that program holds a file for a
 * moment, as such programs do while they write, or the folder's disk goes away.
 */
describe('a file is held as the move ends', () => {
  const first = themeDocument({ name: 'a' });
  const newest = JSON.stringify({ ...first, name: 'Newest' });

  /** The library moves to another folder, and `atItsEnd` comes to pass once that is chosen. */
  async function moved(atItsEnd: (old: string, root: string) => void | Promise<void>) {
    const folders = await temporaryLibraryFolders();
    const { root, themes } = folders;
    const second = join(root, 'second');
    await mkdir(second);
    await putTheme(folders, 'a.json', first);
    for (const name of ['b', 'c']) await putTheme(folders, `${name}.json`, themeDocument({ name }));
    const { library } = testLibrary(folders, {
      mayUse: () => true,
      movedTo: () => atItsEnd(themes, root),
    });
    await library.handlers.list(undefined);
    const result = await library.handlers.useFolder({ folder: second, move: true });
    return { library, result, old: themes, second: { ...folders, themes: second } };
  }

  /** Starts Foyer, and ends it when what is done after the start is done. */
  async function runOnce(folders: LibraryFolders): Promise<void> {
    const { library } = testLibrary(folders);
    await library.start();
    await endLibrary(library);
  }

  async function namesIn(folders: LibraryFolders): Promise<string[]> {
    const { library } = testLibrary(folders);
    const { themes } = await library.handlers.list(undefined);
    await endLibrary(library);
    return themes.map(({ name }) => name).sort();
  }

  it('one original that can’t be removed leaves no others behind, and goes at the next start', async () => {
    let disk: ReturnType<typeof failing> | undefined;
    const { library, result, old, second } = await moved((folder) => {
      disk = failing('EBUSY', 'rename', (path) => path === join(folder, 'a.json'));
    });
    await endLibrary(library);
    expect({ result, there: await readdir(old) }).toEqual({
      result: { moved: 3, left: 0, kept: 1 },
      there: ['a.json'],
    });
    // What somebody puts there since is not the move's to remove, though it is what was there.
    await writeFile(join(old, 'b.json'), await readFile(join(second.themes, 'b.json')));
    disk?.heal();
    await runOnce(second);
    expect(await readdir(old)).toEqual(['b.json']);
  });

  it('one original that can’t be removed goes at the next start in the new folder, not in the old one', async () => {
    let disk: ReturnType<typeof failing> | undefined;
    const { library, old, second } = await moved((folder) => {
      disk = failing('EBUSY', 'rename', (path) => path === join(folder, 'a.json'));
    });
    await endLibrary(library);
    disk?.heal();
    await runOnce({ ...second, themes: old });
    expect(await readdir(old)).toEqual(['a.json']);
    await runOnce(second);
    expect(await readdir(old)).toEqual([]);
  });

  it('what others make of an original that couldn’t be removed is theirs', async () => {
    let disk: ReturnType<typeof failing> | undefined;
    const { library, old, second } = await moved((folder) => {
      disk = failing('EBUSY', 'rename', (path) => path === join(folder, 'a.json'));
    });
    await endLibrary(library);
    disk?.heal();
    await writeFile(join(old, 'a.json'), newest);
    await runOnce(second);
    expect(await readdir(old)).toEqual(['a.json']);
    expect(await namesIn(second)).toEqual(['a', 'b', 'c']);
  });

  it.each([
    ['control: it is not held', false, 0],
    ['it is held for a moment', true, 1],
  ])(
    'what others save right at its end comes along, or is said to stay and comes later: %s',
    async (_name, isHeld, left) => {
      let disk: ReturnType<typeof failing> | undefined;
      const { library, result, old, second } = await moved(async (folder) => {
        const path = join(folder, 'a.json');
        await writeFile(path, newest);
        if (isHeld) disk = failing('EBUSY', 'open', (each) => each === path);
      });
      expect(result).toEqual({ moved: 3, left, kept: 0 });
      await endLibrary(library);
      expect(await readdir(old)).toEqual(isHeld ? ['a.json'] : []);
      disk?.heal();
      await runOnce(second);
      expect(await readdir(old)).toEqual([]);
      expect(await namesIn(second)).toEqual(['Newest', 'b', 'c']);
    },
  );

  it('what others saved lies beside what was changed here since', async () => {
    let disk: ReturnType<typeof failing> | undefined;
    const { library, old, second } = await moved(async (folder) => {
      const path = join(folder, 'a.json');
      await writeFile(path, newest);
      disk = failing('EBUSY', 'open', (each) => each === path);
    });
    const { id } = first;
    await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
    await endLibrary(library);
    disk?.heal();
    await runOnce(second);
    expect(await readdir(old)).toEqual([]);
    expect(await namesIn(second)).toEqual(['Newest', 'a', 'b', 'c']);
  });

  it('what lies on a disk that went away counts as there, and goes once it is back', async () => {
    const { library, result, old, second } = await moved(async (folder, root) => {
      await rename(folder, join(root, 'away'));
      await mkdir(folder);
    });
    expect(result).toEqual({ moved: 3, left: 0, kept: 3 });
    await endLibrary(library);
    await runOnce(second);
    await rm(old, { recursive: true });
    await rename(join(old, '..', 'away'), old);
    await runOnce(second);
    expect(await readdir(old)).toEqual([]);
    expect(await namesIn(second)).toEqual(['a', 'b', 'c']);
  });
});
