/**
 * Another program emptied a theme's file, or took the line out that says what it is. What was a theme's file comes along when the
 * library moves; and when it moves once more.
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { libraryOfOne, putTheme, themeDocument } from '../testing/fixture-library';

const { format: _format, ...withoutFormat } = themeDocument({ id: 'other', name: 'Other' });

it.each([
  ['moved once, emptied', 1, {}],
  ['moved twice, emptied', 2, {}],
  ['moved twice, without its first line', 2, withoutFormat],
] as const)('a file that was a theme’s comes along: %s', async (_, times, content) => {
  const { library, folders } = await libraryOfOne({}, { mayUse: () => true });
  await putTheme(folders, 'b.json', themeDocument({ id: 'other', name: 'Other' }));
  await library.start();
  await writeFile(join(folders.themes, 'b.json'), JSON.stringify(content, null, 2));
  await library.rescan();
  let folder = '';
  for (let move = 1; move <= times; move += 1) {
    folder = join(folders.root, `target ${String(move)}`);
    await mkdir(folder);
    await library.handlers.useFolder({ folder, move: true });
  }
  expect((await readdir(folder)).sort()).toEqual(['a.json', 'b.json']);
});
