/**
 * A person allows the pictures of a theme that came from elsewhere. Its file is renamed meanwhile: by a program that copies
 * it and removes the first one later, or on another computer. What the person allowed stays allowed.
 */
import { copyFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { libraryOfOne, themesOnDisk } from '../testing/fixture-library';
import { exchange, twoComputers } from '../testing/synced-computers';

describe('pictures that a person allowed', () => {
  it('stay allowed where a program renames the file by copying it', async () => {
    const { folders, library, id } = await libraryOfOne({ picturesWait: true });
    await library.start();
    await copyFile(join(folders.themes, 'a.json'), join(folders.themes, 'b.json'));
    await library.rescan();
    await library.allowPictures(id);
    await library.flush();
    await unlink(join(folders.themes, 'a.json'));
    await library.rescan();
    const themes = await themesOnDisk(folders);
    expect(themes.map((each) => [each.id, each.picturesWait ?? false])).toEqual([[id, false]]);
  });

  it.each([
    ['a.json', 'b.json'],
    ['b.json', 'a.json'],
  ])('stay allowed where it was renamed on another computer (%s, there %s)', async (first, renamed) => {
    const world = await twoComputers({ picturesWait: true });
    const { one, two, here, there, id } = world;
    if (first !== 'a.json') {
      for (const { themes } of [here, there])
        await rename(join(themes, 'a.json'), join(themes, first));
      await Promise.all([one.rescan(), two.rescan()]);
    }
    await rename(join(here.themes, first), join(here.themes, renamed));
    await one.rescan();
    await two.allowPictures(id);
    await two.flush();
    await exchange(world);
    const themes = [...(await themesOnDisk(here)), ...(await themesOnDisk(there))];
    const own = themes.filter((each) => each.id === id);
    expect(own.map(({ picturesWait = false }) => picturesWait)).toEqual([false, false]);
  });
});
