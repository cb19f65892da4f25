/**
 * While Foyer runs, a person renames the library's folder, and puts a copy in its old place, where Foyer finds it. They
 * delete a theme there, choose the renamed library, and take the last thing back (`Ctrl Z` calls `restore`). It was done
 * in another library: it waits for that one (the guide), and the copy's theme stays in the bin until then.
 */
import { cp, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { libraryOfOne } from '../testing/fixture-library';

const themesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.json'));

type Where = 'at a path of its own' | 'in the old place';

/** The library's folder was renamed, and a copy of it is found there. */
async function copied(where: Where) {
  const { folders, library, id } = await libraryOfOne({}, { mayUse: () => true });
  const { handlers } = library;
  const use = (folder: string) => handlers.useFolder({ folder, move: false });
  await library.start();
  const renamed = join(folders.root, 'renamed');
  const copy = where === 'in the old place' ? folders.themes : join(folders.root, 'copy');
  await rename(folders.themes, renamed);
  await library.rescan();
  await cp(renamed, copy, { recursive: true });
  if (where === 'in the old place') await library.rescan();
  else await use(copy);
  expect((await handlers.list(undefined)).folderProblem).toBeNull();
  return { library, handlers, id, use, renamed, copy };
}

describe.each<Where>(['at a path of its own', 'in the old place'])('a copy %s', (where) => {
  it('a deletion in it is taken back in it', async () => {
    const { handlers, id, use, renamed, copy } = await copied(where);
    const { entries } = await handlers.remove({ ids: [id] });
    // The control: it was the copy's theme.
    expect([await themesIn(copy), await themesIn(renamed)]).toEqual([[], ['a.json']]);
    await use(renamed);
    await handlers.restore({ entries });
    await use(copy);
    await handlers.restore({ entries });
    expect(await themesIn(copy)).toEqual(['a.json']);
  });

  it('what was asked for in it is not done in the renamed library', async () => {
    const { library, use, renamed } = await copied(where);
    // By this a publication that is under way, and an import, know their library.
    const assertSame = library.assertSame();
    assertSame();
    await use(renamed);
    expect(assertSame).toThrow();
  });
});
