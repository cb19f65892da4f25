/** Two computers keep the library the same by a sync program, and a theme is copied by hand while its new name is on its way. */
import { copyFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import { type LibraryFolders, northwind } from '../testing/fixture-library';
import { textsOf, twoComputers } from '../testing/synced-computers';

/**
 * A person renames a theme's file while the theme is edited on the other computer. The sync program lets the edited file come back
 * under its first name. Before what Foyer makes of that on the other computer is brought, the person copies the theme's file by
 * hand. The theme is what was edited, with its template, on both, as without a backup.
 */
describe('a backup made while a new name is on its way', () => {
  const key = publicationKey(northwind);
  const link = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };
  type World = Awaited<ReturnType<typeof twoComputers>>;

  async function put(
    folders: LibraryFolders,
    file: string,
    text: string | undefined,
  ): Promise<void> {
    if (text === undefined) return void (await unlink(join(folders.themes, file)));
    const part = join(folders.root, `${file}.part`);
    await writeFile(part, text);
    await rename(part, join(folders.themes, file));
  }

  /** Of a file that changed on both, the one here keeps its name. */
  async function syncs(
    { one, two, here, there }: World,
    same: Map<string, string>,
    between: (round: number) => Promise<void>,
  ) {
    const sent: number[] = [];
    for (let round = 1; round <= 12; round += 1) {
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

  async function linked(library: Library) {
    const { themes } = await library.handlers.list(undefined);
    const all = themes.filter(({ places }) => places[0]?.templateId === 't');
    return Promise.all(
      all.map(async ({ id }) => [id, (await library.saved(id)).theme.general.font]),
    );
  }

  it.each(['none, as a control', 'm.json', 'h.json'])('a backup of %s', async (backup) => {
    const world = await twoComputers({ publications: { [key]: link } });
    const { one, two, here, there, id } = world;
    for (const { themes } of [here, there])
      await rename(join(themes, 'a.json'), join(themes, 'h.json'));
    await Promise.all([one.rescan(), two.rescan()]);
    const same = await textsOf(here);
    await rename(join(here.themes, 'h.json'), join(here.themes, 'm.json'));
    await one.rescan();
    await two.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
    await two.saved(id);
    await two.flush();
    const rounds = await syncs(world, same, async (round) => {
      if (round !== 1 || backup.startsWith('none')) return;
      await copyFile(join(here.themes, backup), join(here.themes, 'k.json'));
      await Promise.all([one.rescan(), two.rescan()]);
    });
    expect(rounds.at(-1), rounds.join()).toBe(0);
    expect(await textsOf(here)).toEqual(await textsOf(there));
    expect(await Promise.all([linked(one), linked(two)])).toEqual([[[id, 'Lora']], [[id, 'Lora']]]);
  });
});
