/**
 * A person copies a theme's file by hand before they go on, publishes the theme again, and then copies that backup over the
 * theme's file, or deletes that and takes it back out of the system's bin. The theme keeps its template.
 */
import { copyFile, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { contentHash } from '../../storage/storage';
import { libraryOfOne, northwind, restarted } from '../testing/fixture-library';
import type { Library } from '../library';

const key = publicationKey(northwind);
const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

type Order = 'higher' | 'lower';

/** `order`: what stands for the bytes of the backup, which nobody can know, compared with that of the file. */
async function backedUp(order: Order) {
  const { folders, library, id } = await libraryOfOne({ publications });
  await library.start();
  const path = (file: string): string => join(folders.themes, file);
  const hashOf = async (file: string) => contentHash(await readFile(path(file), 'utf8'));
  const backup = await hashOf('a.json');
  await copyFile(path('a.json'), path('b.json'));
  await library.rescan();
  for (let minute = 10; minute < 50; minute += 1) {
    const at = `2026-01-05T00:${String(minute)}:00.000Z`;
    await library.setPublication(id, key, { templateId: 't', at });
    await library.flush();
    if (backup > (await hashOf('a.json')) === (order === 'higher')) break;
  }
  // As the index knows it a moment later.
  const again = await restarted(folders, library);
  await again.rescan();
  return { folders, library: again, id, path };
}

async function linked(library: Library): Promise<string[]> {
  const { themes } = await library.handlers.list(undefined);
  return themes.filter(({ places }) => places[0]?.templateId === 't').map((each) => each.id);
}

describe('a backup made by hand', () => {
  it.each<Order>(['higher', 'lower'])('copied over the theme’s file (%s)', async (order) => {
    const { library, id, path } = await backedUp(order);
    await copyFile(path('b.json'), path('a.json'));
    await library.rescan();
    expect(await linked(library)).toEqual([id]);
  });

  it.each([
    ['higher', false],
    ['lower', false],
    ['higher', true],
    ['lower', true],
  ] as [Order, boolean][])(
    'beside a file that comes back (%s, restarted meanwhile: %s)',
    async (order, isRestarted) => {
      const { folders, library: first, id, path } = await backedUp(order);
      await rename(path('a.json'), join(folders.root, 'a.json'));
      await first.rescan();
      const library = isRestarted ? await restarted(folders, first) : first;
      await library.rescan();
      await rename(join(folders.root, 'a.json'), path('a.json'));
      await library.rescan();
      expect(await linked(library)).toEqual([id]);
      const { themes } = await library.handlers.list(undefined);
      expect(themes.map((each) => each.conflictOf)).toEqual([undefined, undefined]);
      expect(JSON.parse(await readFile(path('a.json'), 'utf8'))).toMatchObject({ id });
    },
  );
});

/** The same, and the theme was unlinked since: a person let go of its template. */
describe('a theme that was unlinked after its file was copied, whose file is deleted by hand', () => {
  it.each([false, true])('nothing has the template (restarted: %s)', async (isRestarted) => {
    const { folders, library: first, id } = await libraryOfOne({ publications });
    await first.start();
    await copyFile(join(folders.themes, 'a.json'), join(folders.themes, 'b.json'));
    await first.rescan();
    await first.unlink(id, key, 't');
    await first.flush();
    const library = isRestarted ? await restarted(folders, first) : first;
    await library.rescan();
    await unlink(join(folders.themes, 'a.json'));
    await library.rescan();
    expect(await linked(library)).toEqual([]);
  });
});
