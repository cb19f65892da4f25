/** A person copies a theme's file by hand, and a sync program brings the copy to another computer before Foyer has given it an ID. */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { themesOnDisk } from '../testing/fixture-library';
import { textsOf, twoComputers } from '../testing/synced-computers';

async function copiedOnTwo() {
  const { one, two, here, there, id } = await twoComputers();
  const copy = async (file: string): Promise<void> => {
    for (const { themes } of [here, there])
      await copyFile(join(here.themes, 'a.json'), join(themes, file));
    await Promise.all([one.rescan(), two.rescan()]);
  };
  return { one, two, here, there, id, copy };
}

it('both give it the same, so that the program has nothing to bring', async () => {
  const { here, there, id, copy } = await copiedOnTwo();
  await copy('b.json');
  await copy('c.json');
  const ids = (await themesOnDisk(here)).map((each) => each.id);
  expect(new Set(ids).size).toBe(3);
  expect(ids).toContain(id);
  expect(await textsOf(there)).toEqual(await textsOf(here));
});

it('one that is copied again after its first copy was deleted is a theme of its own', async () => {
  const { one, here, id, copy } = await copiedOnTwo();
  await copy('b.json');
  const first = (await themesOnDisk(here)).find((each) => each.id !== id)?.id ?? '';
  await one.handlers.keepVersion({ id: first, name: 'Of the first' });
  await one.handlers.remove({ ids: [first] });
  await copyFile(join(here.themes, 'a.json'), join(here.themes, 'b.json'));
  await one.rescan();
  const second = (await themesOnDisk(here)).find((each) => each.id !== id)?.id ?? '';
  expect(second).not.toBe(first);
  expect((await one.handlers.versions({ id: second })).versions).toEqual([]);
});
