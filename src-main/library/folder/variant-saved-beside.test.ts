/**
 * A person opens a theme's file in an editor, gives what it says another name and colour for another client, and saves that
 * under another file name. Foyer gives it an ID of its own, without a link. Later they move the first file out of the folder.
 */
import { readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { contentHash } from '../../storage/storage';
import { libraryOfOne, northwind, testLibrary, endLibrary } from '../testing/fixture-library';

const key = publicationKey(northwind);
const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

/** As what is saved compares with the first file by what stands for its bytes, which nobody can know. */
const orders = ['higher', 'lower'] as const;

async function savedBeside(order: (typeof orders)[number]) {
  const { folders, library, id } = await libraryOfOne({ name: 'Client A', publications });
  await library.start();
  await library.handlers.keepVersion({ id, name: 'As client A signed it' });
  const path = (file: string): string => join(folders.themes, file);
  const text = await readFile(path('a.json'), 'utf8');
  const variants = Array.from({ length: 40 }, (_, at) =>
    text.replace('"Client A"', `"Client B${'!'.repeat(at)}"`),
  );
  const variant = variants.find(
    (each) => contentHash(each) > contentHash(text) === (order === 'higher'),
  );
  await writeFile(path('b.json'), variant ?? '');
  await library.rescan();
  return { folders, library, id, path };
}

describe('a theme for another client, saved by an editor from a theme’s file', () => {
  it.each(
    orders.flatMap((order) =>
      ['deleted', 'moved out', 'replaced by another theme', 'deleted while Foyer is closed'].map(
        (how) => [order, how] as const,
      ),
    ),
  )('has no template of the first one (%s), whose file was %s', async (order, how) => {
    const { folders, library: running, id, path } = await savedBeside(order);
    let library = running;
    if (how === 'deleted while Foyer is closed') await endLibrary(library);
    if (how === 'moved out') await rename(path('a.json'), join(folders.root, 'archive.json'));
    else if (how === 'replaced by another theme') {
      const other = { ...(JSON.parse(await readFile(path('a.json'), 'utf8')) as object) };
      const { randomUUID } = await import('node:crypto');
      await writeFile(
        path('a.json'),
        JSON.stringify({ ...other, id: randomUUID(), name: 'Other', publications: {} }),
      );
    } else await unlink(path('a.json'));
    if (how === 'deleted while Foyer is closed') ({ library } = testLibrary(folders));
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    const ofB = themes.find(({ name }) => name.startsWith('Client B'));
    expect(ofB).toBeDefined();
    expect({
      isClientA: ofB?.id === id,
      templates: ofB?.places.flatMap(({ templateId }) => templateId ?? []),
    }).toEqual({ isClientA: false, templates: [] });
  });
});
