/**
 * A person deletes a theme and moves the library to another folder. In the folder where it was lies another library
 * since, a backup, which is looked at once. Ctrl Z takes the deletion back in the library that was moved, and in no
 * other: not in the one that only has its old folder.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { libraryOfOne, putTheme, themeDocument, themesOnDisk } from '../testing/fixture-library';

async function moved() {
  const made = await libraryOfOne({ name: 'Harbour' }, { mayUse: () => true });
  const { library, folders, id } = made;
  await library.start();
  const { entries } = await library.handlers.remove({ ids: [id] });
  const third = join(folders.root, 'third');
  await mkdir(third);
  await library.handlers.useFolder({ folder: third, move: true });
  return { ...made, entries, third };
}

it('the control: it comes back in the library that was moved', async () => {
  const { library, entries, id } = await moved();
  expect(await library.handlers.restore({ entries })).toMatchObject({ ids: [id] });
});

it('it does not come back in another library that is in the old folder', async () => {
  const { library, folders, entries } = await moved();
  await mkdir(folders.themes, { recursive: true });
  await putTheme(folders, 'b.json', themeDocument({ name: 'Backup' }));
  await library.handlers.useFolder({ folder: folders.themes, move: false });
  expect(await library.handlers.restore({ entries })).toMatchObject({ ids: [], elsewhere: 1 });
  expect(await themesOnDisk(folders)).toMatchObject([{ name: 'Backup' }]);
});

it('it comes back in the one that was moved when that is chosen again', async () => {
  const { library, folders, entries, id, third } = await moved();
  await mkdir(folders.themes, { recursive: true });
  await putTheme(folders, 'b.json', themeDocument({ name: 'Backup' }));
  await library.handlers.useFolder({ folder: folders.themes, move: false });
  await library.handlers.useFolder({ folder: third, move: false });
  expect(await library.handlers.restore({ entries })).toMatchObject({ ids: [id] });
});
