/**
 * A library's folder holds a file that is no theme: the theme as the service exports it, say, or what somebody began to write. While
 * the library moves, another program puts a theme in its place. “A move is all or nothing” (the guide, Library folder), and what
 * stays is what is no theme: this one comes along, as it does where the file was not there before.
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { held } from '../testing/fake-disk';
import {
  putTheme,
  temporaryLibraryFolders,
  testLibrary,
  themeDocument,
} from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

it.each([
  ['the control: where nothing was', undefined],
  ['where a file was that is no theme', '{}\n'],
])(
  'a theme that comes while the library is copied is in the library then: %s',
  async (_, before) => {
    const folders = await temporaryLibraryFolders();
    const target = join(folders.root, 'target');
    await mkdir(target);
    await putTheme(folders, 'a.json', themeDocument());
    if (before !== undefined) await writeFile(join(folders.themes, 'b.json'), before);
    const { library } = testLibrary(folders, { mayUse: () => true });
    await library.start();
    // A slow disk: the files are read one after the other.
    const reading = held('readFrom', (path) => path === join(folders.themes, 'a.json'));
    const moving = Promise.resolve(library.handlers.useFolder({ folder: target, move: true }));
    await reading.isReached;
    await putTheme(folders, 'b.json', themeDocument({ id: 'theirs', name: 'Theirs' }));
    reading.letGo();
    const { left } = await moving;
    const { themes } = await library.handlers.list(undefined);
    expect({ left, names: themes.map(({ name }) => name).sort() }).toEqual({
      left: 0,
      names: [themeDocument().name, 'Theirs'].sort(),
    });
    expect((await readdir(target)).sort()).toEqual(['a.json', 'b.json']);
  },
);
