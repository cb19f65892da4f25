/**
 * Two computers keep the library the same by a sync program, which puts a file that changed on both beside the other as a
 * conflicted copy. A theme's file is renamed on one while it is published on the other, and there once more before what the
 * first made of that comes back: it comes to rest, with one theme that has the template on both.
 */
import { rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import { northwind, type LibraryFolders } from '../testing/fixture-library';
import { textsOf, twoComputers } from '../testing/synced-computers';

const key = publicationKey(northwind);
const link = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };
type World = Awaited<ReturnType<typeof twoComputers>>;

async function put(folders: LibraryFolders, file: string, text: string | undefined): Promise<void> {
  if (text === undefined) return void (await unlink(join(folders.themes, file)));
  const part = join(folders.root, `${file}.part`);
  await writeFile(part, text);
  await rename(part, join(folders.themes, file));
}

async function linked(library: Library) {
  const { themes } = await library.handlers.list(undefined);
  return themes.filter(({ places }) => places[0]?.templateId === 't').map((each) => each.id);
}

/** Of a file that changed on both, the one here keeps its name. */
async function syncs(
  { one, two, here, there }: World,
  same: Map<string, string>,
  between: (round: number) => Promise<void>,
) {
  const sent: number[] = [];
  for (let round = 1; round <= 16; round += 1) {
    const [ours, theirs] = [await textsOf(here), await textsOf(there)];
    let count = 0;
    for (const name of new Set([...ours.keys(), ...theirs.keys(), ...same.keys()])) {
      const [a, b, was] = [ours.get(name), theirs.get(name), same.get(name)];
      const settle = (text: string | undefined) =>
        text === undefined ? same.delete(name) : same.set(name, text);
      if (a === b) {
        settle(a);
        continue;
      }
      count += 1;
      if (a !== was && b !== was && a !== undefined && b !== undefined) {
        const beside = name.replace('.json', ` (conflict ${String(round)}).json`);
        await rename(join(there.themes, name), join(there.themes, beside));
        await put(there, name, a);
        settle(a);
      } else if (a !== was && (a !== undefined || b === was)) {
        await put(there, name, a);
        settle(a);
      } else {
        await put(here, name, b);
        settle(b);
      }
    }
    sent.push(count);
    await Promise.all([one.rescan(), two.rescan()]);
    await between(round);
  }
  return sent;
}

const names = [
  ['a.json', 'b.json'],
  ['b.json', 'a.json'],
] as const;
const whats = ['nothing, as a control,', 'published again'] as const;
const tries = Array.from({ length: 16 }, (_, at) => 10 + at);

it.each(
  whats.flatMap((what) =>
    names.flatMap(([from, to]) => tries.map((minute) => [what, from, to, minute] as const)),
  ),
)('%s there meanwhile (%s, here %s; %s)', async (what, from, to, minute) => {
  const world = await twoComputers({ publications: { [key]: link } });
  const { one, two, here, there, id } = world;
  if (from !== 'a.json') {
    for (const { themes } of [here, there])
      await rename(join(themes, 'a.json'), join(themes, from));
    await Promise.all([one.rescan(), two.rescan()]);
  }
  const same = await textsOf(here);
  await rename(join(here.themes, from), join(here.themes, to));
  await one.rescan();
  const publish = async (hour: number) => {
    await two.setPublication(id, key, {
      ...link,
      at: `2026-01-05T0${String(hour)}:${String(minute)}:00.000Z`,
    });
    await two.flush();
  };
  await publish(1);
  const sent = await syncs(world, same, async (round) => {
    if (round === 1 && what === 'published again') await publish(2);
  });
  expect(sent.at(-1), sent.join()).toBe(0);
  expect(await textsOf(here)).toEqual(await textsOf(there));
  const [mine, theirs] = [await linked(one), await linked(two)];
  expect([mine.length, theirs.length]).toEqual([1, 1]);
  expect(mine).toEqual(theirs);
});
