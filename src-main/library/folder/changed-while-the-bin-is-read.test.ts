/**
 * A theme that lies in the bin was put back from a backup. Two seconds later the list of files is brought up to date, for
 * which the bin is read; a slow disk takes its time over that. What a person does with the theme meanwhile stands.
 */
import { setTimeout as passed } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { held } from '../testing/fake-disk';
import { endLibrary, libraryOfOne, themesOnDisk } from '../testing/fixture-library';

vi.mock('node:fs/promises', async (original) => {
  const { fakeDisk } = await import('../testing/fake-disk');
  return fakeDisk(await original());
});

async function readingTheBin(isOpen = false) {
  const made = await libraryOfOne();
  const { library, document, id } = made;
  await library.handlers.remove({ ids: [id] });
  await library.putBack(document, 'keepBoth');
  // Its studio is open as well.
  if (isOpen) await library.handlers.open({ id });
  const bin = held('readFrom', (path) => /[\\/]profile[\\/]bin[\\/]/u.test(path));
  await bin.isReached;
  const names = async () => (await library.handlers.list(undefined)).themes.map(({ name }) => name);
  return { ...made, bin, names };
}

it('keeps what is typed in the open studio', async () => {
  const { library, folders, id, bin } = await readingTheBin(true);
  await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Typed' }] });
  await vi.waitFor(async () => {
    expect((await themesOnDisk(folders))[0]?.theme.general.font).toBe('Typed');
  });
  await passed(100);
  bin.letGo();
  await passed(300);
  const { theme } = await library.handlers.open({ id });
  expect(theme.general.font).toBe('Typed');
  await endLibrary(library);
  expect((await themesOnDisk(folders)).map((each) => each.theme.general.font)).toEqual(['Typed']);
});

it('leaves a theme deleted', async () => {
  const { library, id, bin, names } = await readingTheBin();
  await library.handlers.remove({ ids: [id] });
  expect(await names()).toEqual([]);
  bin.letGo();
  await passed(300);
  expect(await names()).toEqual([]);
  await library.rescan();
  expect(await names()).toEqual([]);
});
