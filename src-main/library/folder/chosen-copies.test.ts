/**
 * Two computers keep the library the same by a sync program, which left a conflicted copy of a theme. A person chooses
 * the copy: they name a version of it, and move the first one to the bin. The program takes the file away on the other
 * computer as well, and brings back what came of that. What was chosen stays the theme that it was.
 */
import { rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { restarted } from '../testing/fixture-library';
import { bring, twoComputers } from '../testing/synced-computers';

async function chosen(copysTime: string) {
  const { one, two, here, there, document, id } = await twoComputers();
  const copy = JSON.stringify({
    ...document,
    updatedAt: copysTime,
    theme: { ...document.theme, general: { ...document.theme.general, font: 'Theirs' } },
  });
  for (const { root, themes } of [here, there]) {
    await writeFile(join(root, 'b.part'), copy);
    await rename(join(root, 'b.part'), join(themes, 'b.json'));
  }
  await Promise.all([one.rescan(), two.rescan()]);
  const { themes } = await one.handlers.list(undefined);
  const copyId = themes.find((each) => each.id !== id)?.id ?? '';
  await one.handlers.keepVersion({ id: copyId, name: 'Chosen' });
  await one.handlers.remove({ ids: [id] });
  return { one, two, here, there, id, copyId };
}

it('the named version of an earlier one is there still', async () => {
  const { one, two, here, there } = await chosen('2026-01-01T00:00:00.000Z');
  await unlink(join(there.themes, 'a.json'));
  await two.rescan();
  await bring('b.json', there, here);
  await one.rescan();
  const { themes } = await one.handlers.list(undefined);
  expect(themes).toHaveLength(1);
  const { versions } = await one.handlers.versions({ id: themes[0]?.id ?? '' });
  expect(versions.map(({ name }) => name)).toContain('Chosen');
});

it.each([
  ['an earlier copy, as a control', '2026-01-01T00:00:00.000Z'],
  ['a later copy', '2026-01-03T00:00:00.000Z'],
])('beside %s what was deleted can be restored after a restart', async (_what, time) => {
  const { one, here, id, copyId } = await chosen(time);
  const next = await restarted(here, one);
  const ids = async () =>
    (await next.handlers.list(undefined)).themes.map((each) => each.id).sort();
  expect(await ids()).toEqual([copyId]);
  const { themes } = await next.handlers.bin(undefined);
  await next.handlers.restore({ entries: themes.map(({ entry }) => entry) });
  expect(await ids()).toEqual([id, copyId].sort());
});
