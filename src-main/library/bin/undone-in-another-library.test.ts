/**
 * A person deletes a theme of one client, chooses the library of another, which is shared with that one, and takes the
 * last thing back (`Ctrl Z` calls `restore` with what the deletion put in the bin): nothing of one library comes into
 * another by an undo (editing/undo-after-return.test.ts).
 */
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { libraryOfOne, putTheme, themeDocument } from '../testing/fixture-library';

it.each<[string, boolean]>([
  ['the control: the library is chosen again before', true],
  ['the other library is still chosen', false],
])('a deletion that is taken back: %s', async (_name, isBack) => {
  const { folders, library, id } = await libraryOfOne(
    { name: 'Of one client' },
    { mayUse: () => true },
  );
  const { handlers } = library;
  const second = join(folders.root, 'shared with another client');
  await mkdir(second);
  await putTheme({ ...folders, themes: second }, 'b.json', themeDocument({ name: 'Of another' }));
  const { entries } = await handlers.remove({ ids: [id] });
  await handlers.useFolder({ folder: second, move: false });
  if (isBack) await handlers.useFolder({ folder: folders.themes, move: false });
  // Whether it is refused, waits, or brings it back where it was, is another matter.
  await Promise.resolve(handlers.restore({ entries })).catch(() => undefined);
  const inBin = (await handlers.bin(undefined)).themes.map(({ name }) => name);
  const inFirst = (await readdir(folders.themes)).filter((name) => name.endsWith('.json'));
  const inSecond = (await readdir(second)).filter((name) => name.endsWith('.json'));
  expect(inSecond).toEqual(['b.json']);
  expect([...inBin, ...inFirst]).toHaveLength(1);
});
