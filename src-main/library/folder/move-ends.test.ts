/** Moves of the library that must come to an end. */
import { appendFile, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { beforeEachRead, failing } from '../testing/fake-disk';
import {
  endLibrary,
  problem,
  putTheme,
  savedWhenAsked,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
  type LibraryFolders,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

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
