/**
 * A person deletes a theme of one client, chooses the library of another, which is shared with that one, and takes the
 * last thing back (`Ctrl Z` calls `restore` with what the deletion put in the bin): nothing of one library comes into
 * another by an undo (editing/undo-after-return.test.ts). In the bin they see where each theme was, and can have it here.
 */
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { libraryOfOne, putTheme, themeDocument } from '../testing/fixture-library';

/** A theme was deleted from one library; there is another, with a theme of its own. */
async function deletedFromOne() {
  const { folders, library, id } = await libraryOfOne(
    { name: 'Of one client' },
    { mayUse: () => true },
  );
  const { handlers } = library;
  const second = join(folders.root, 'shared with another client');
  await mkdir(second);
  await putTheme({ ...folders, themes: second }, 'b.json', themeDocument({ name: 'Of another' }));
  const { entries } = await handlers.remove({ ids: [id] });
  const first = folders.themes;
  const use = (folder: string, move = false) => handlers.useFolder({ folder, move });
  return { handlers, entries, first, second, use, root: folders.root };
}

const themesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.json'));

it('a deletion is taken back once its library is chosen again, and not before', async () => {
  const { handlers, entries, first, second, use } = await deletedFromOne();
  await use(second);
  expect(await handlers.restore({ entries })).toMatchObject({ entries: [], elsewhere: 1 });
  expect(await themesIn(second)).toEqual(['b.json']);
  expect((await handlers.bin(undefined)).themes).toHaveLength(1);
  await use(first);
  expect(await handlers.restore({ entries })).toMatchObject({ entries });
  expect(await themesIn(first)).toEqual(['a.json']);
});

it('a library that was moved since is the same one, also after another was chosen', async () => {
  const { handlers, entries, second, use, root } = await deletedFromOne();
  const moved = join(root, 'moved');
  await mkdir(moved);
  await use(moved, true);
  await use(second);
  await handlers.restore({ entries });
  expect(await themesIn(second)).toEqual(['b.json']);
  await use(moved);
  expect(await handlers.restore({ entries })).toMatchObject({ entries });
  expect(await themesIn(moved)).toEqual(['a.json']);
});

it('from the bin, a person can have it in the other one', async () => {
  const { handlers, entries, second, use } = await deletedFromOne();
  await use(second);
  expect(await handlers.restore({ entries, ofAnyLibrary: true })).toMatchObject({ entries });
  expect(await themesIn(second)).toEqual(['a.json', 'b.json']);
});
