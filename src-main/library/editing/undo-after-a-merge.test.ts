/**
 * A person edits a theme of one library, goes on with another, and then moves that one into the folder of the first:
 * both are one library since (`LibraryIds`), and the theme lies where it always lay. Its last step can be taken back, as
 * it could be where that library had only been chosen again.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { libraryOfOne, putTheme, themeDocument } from '../testing/fixture-library';

it.each([
  ['the control: it is chosen again', false],
  ['the other one is moved there', true],
])('%s', async (_name, move) => {
  const { library, folders, id } = await libraryOfOne({ name: 'Harbour' }, { mayUse: () => true });
  await library.start();
  const second = join(folders.root, 'second');
  await mkdir(second);
  await putTheme({ ...folders, themes: second }, 'b.json', themeDocument({ name: 'Quay' }));
  await library.handlers.open({ id });
  await library.handlers.rename({ id, name: 'Night' });
  await library.handlers.useFolder({ folder: second, move: false });
  await library.handlers.useFolder({ folder: folders.themes, move });
  expect(await library.handlers.open({ id })).toMatchObject({ name: 'Night', canUndo: true });
});
