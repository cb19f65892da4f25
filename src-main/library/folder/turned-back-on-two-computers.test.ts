/** A theme whose file was put aside for a copy of its backup comes back, on two synced computers at once. */
import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import { northwind } from '../testing/fixture-library';
import { bring, textsOf, twoComputers } from '../testing/synced-computers';

/**
 * Two computers keep the library the same by a sync program. A person copied a theme's file by hand, as a backup, and edited the theme.
 * On one computer they put the theme's file aside under a name that Foyer doesn't read, copy the backup, or move it, to its name, look at that
 * in Foyer, and give the first file a name again, beside it. The sync program brings each step before Foyer has looked. Both computers
 * make the same of it: of a file that both write as each likes, the program makes two.
 */
describe('a theme that was put aside for its backup comes back on two computers', () => {
  const key = publicationKey(northwind);
  const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

  async function linked(library: Library) {
    const { themes } = await library.handlers.list(undefined);
    const all = themes.filter(({ places }) => places[0]?.templateId === 't');
    return Promise.all(
      all.map(async (each) => [each.id, (await library.saved(each.id)).theme.general.font]),
    );
  }

  /** Edited after it was backed up, on both. */
  async function backedUp() {
    const world = await twoComputers({ name: 'Harbour', publications });
    const { one, two, here, there, id } = world;
    const looked = () => Promise.all([one.rescan(), two.rescan()]);
    const path = (file: string): string => join(here.themes, file);
    await copyFile(path('a.json'), path('backup.json'));
    await bring('backup.json', here, there);
    await looked();
    await one.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
    await one.saved(id);
    await one.flush();
    await bring('a.json', here, there);
    await looked();
    expect(await textsOf(here)).toEqual(await textsOf(there));
    return { ...world, path, looked };
  }

  it.each(['moved', 'copied'])('at once (the backup was %s)', async (how) => {
    const { one, two, here, there, id, path, looked } = await backedUp();
    await rename(path('a.json'), path('a.json.bak'));
    await (how === 'moved' ? rename : copyFile)(path('backup.json'), path('a.json'));
    await rename(join(there.themes, 'a.json'), join(there.themes, 'a.json.bak'));
    if (how === 'moved')
      await rename(join(there.themes, 'backup.json'), join(there.themes, 'a.json'));
    else await bring('a.json', here, there);
    await looked();
    expect(await textsOf(here)).toEqual(await textsOf(there));
    await rename(path('a.json.bak'), path('harbour.json'));
    await rename(join(there.themes, 'a.json.bak'), join(there.themes, 'harbour.json'));
    await looked();
    await looked();
    // What both wrote at once, the program lays beside.
    const [ours, theirs] = [await textsOf(here), await textsOf(there)];
    for (const [file, text] of ours) {
      if (theirs.get(file) === text) continue;
      const conflicted = file.replace('.json', '.sync-conflict.json');
      await rename(join(there.themes, file), join(there.themes, conflicted));
      await bring(conflicted, there, here);
      await bring(file, here, there);
    }
    await looked();
    const { themes } = await one.handlers.list(undefined);
    const files = how === 'moved' ? 2 : 3;
    expect([themes.length, (await textsOf(here)).size]).toEqual([files, files]);
    expect([await linked(one), await linked(two)]).toEqual([[[id, 'Lora']], [[id, 'Lora']]]);
  });

  it.each(['a.json', 'harbour.json'])('one file after the other, %s first', async (isFirst) => {
    const { one, two, here, there, id, path } = await backedUp();
    await rename(path('a.json'), path('a.json.bak'));
    await copyFile(path('backup.json'), path('a.json'));
    await one.rescan();
    await bring('a.json', here, there);
    await two.rescan();
    await rename(path('a.json.bak'), path('harbour.json'));
    await one.rescan();
    const files = ['a.json', 'harbour.json'].sort((file) => (file === isFirst ? -1 : 1));
    for (const file of files) {
      await bring(file, here, there);
      await two.rescan();
    }
    // What Foyer over there wrote is brought back, and so on.
    const sentBack: number[] = [];
    for (let round = 1; round <= 8; round += 1) {
      let count = 0;
      for (const [from, to, library] of [
        [there, here, one],
        [here, there, two],
      ] as const) {
        const [theirs, ours] = [await textsOf(from), await textsOf(to)];
        for (const [name, text] of theirs) {
          if (ours.get(name) === text) continue;
          count += 1;
          await bring(name, from, to);
        }
        await library.rescan();
      }
      sentBack.push(count);
    }
    expect(sentBack.at(-1), sentBack.join()).toBe(0);
    expect((await textsOf(here)).size).toBe(3);
    expect([await linked(one), await linked(two)]).toEqual([[[id, 'Lora']], [[id, 'Lora']]]);
  });
});
