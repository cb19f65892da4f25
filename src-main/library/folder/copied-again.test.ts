/**
 * A person copies a theme's file by hand, links the copy to a template that is on the service, and moves it to the bin.
 * Later the same file is copied once more to the same name: that is another theme, which was never linked.
 */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind, restarted, themesOnDisk } from '../testing/fixture-library';

const key = publicationKey(northwind);

async function copiedAgain() {
  const { library, folders, id } = await libraryOfOne();
  await library.start();
  const copy = async (): Promise<string> => {
    await copyFile(join(folders.themes, 'a.json'), join(folders.themes, 'b.json'));
    await library.rescan();
    return (await themesOnDisk(folders)).find((each) => each.id !== id)?.id ?? '';
  };
  const first = await copy();
  await library.setPublication(first, key, { templateId: 't', at: new Date().toISOString() });
  await library.handlers.remove({ ids: [first] });
  const second = await copy();
  return { library, folders, id, first, second };
}

it.each([false, true])('it has no link (restarted: %s)', async (isRestarted) => {
  const { library: one, folders, second } = await copiedAgain();
  const library = isRestarted ? await restarted(folders, one) : one;
  await library.rescan();
  const { themes } = await library.handlers.list(undefined);
  const places = themes.find((each) => each.id === second)?.places ?? [];
  expect(places.flatMap(({ templateId }) => templateId ?? [])).toEqual([]);
});

it('what is restored from the bin is linked, and is the theme that it was', async () => {
  const { library, first } = await copiedAgain();
  const bin = await library.handlers.bin(undefined);
  const entries = bin.themes.map(({ entry }) => entry);
  expect(entries).toHaveLength(1);
  await library.handlers.restore({ entries });
  const { themes } = await library.handlers.list(undefined);
  const linked = themes.filter(({ places }) => places.some(({ templateId }) => templateId === 't'));
  // Neither is a version of the other, of which one is to be chosen.
  expect(themes.flatMap(({ conflictOf }) => conflictOf ?? [])).toEqual([]);
  expect(themes).toHaveLength(3);
  expect(linked.map((each) => each.id)).toEqual([first]);
});
