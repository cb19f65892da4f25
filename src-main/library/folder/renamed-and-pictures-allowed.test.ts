/**
 * Two computers keep the library the same by a sync program. While they are apart, a theme's file is renamed on one, and on
 * the other its pictures are allowed, which dates it as little as a link does: it comes to rest, and they stay allowed.
 */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exchange, textsOf, twoComputers } from '../testing/synced-computers';

it.each([
  ['a.json', 'b.json'],
  ['b.json', 'a.json'],
])('it comes to rest where pictures were allowed there (%s, here %s)', async (first, renamed) => {
  const world = await twoComputers({ picturesWait: true });
  const { one, two, here, there, id } = world;
  if (first !== 'a.json') {
    for (const { themes } of [here, there]) await rename(join(themes, 'a.json'), join(themes, first));
    await Promise.all([one.rescan(), two.rescan()]);
  }
  await rename(join(here.themes, first), join(here.themes, renamed));
  await one.rescan();
  await two.allowPictures(id);
  await two.flush();
  const sent = await exchange(world);
  expect(sent.at(-1), sent.join()).toBe(0);
  expect(await textsOf(here)).toEqual(await textsOf(there));
});
