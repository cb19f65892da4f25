/**
 * On another computer a theme's file was renamed (`a.json` to `b.json`), and then a copy of it was made by hand under its
 * first name, where it got an ID of its own. The sync program brings the new file first, and `a.json` after that.
 */
import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import { northwind, restarted, type LibraryFolders } from '../testing/fixture-library';
import { bring, twoComputers } from '../testing/synced-computers';

const key = publicationKey(northwind);
const at = '2026-01-02T03:04:05.000Z';

/** Resolves with the copy's ID. */
async function renamedAndCopied(one: Library, here: LibraryFolders, id: string): Promise<string> {
  await rename(join(here.themes, 'a.json'), join(here.themes, 'b.json'));
  await one.rescan();
  await copyFile(join(here.themes, 'b.json'), join(here.themes, 'a.json'));
  await one.rescan();
  const { themes } = await one.handlers.list(undefined);
  return themes.find((each) => each.id !== id)?.id ?? '';
}

async function templates(library: Library): Promise<string[]> {
  const { themes } = await library.handlers.list(undefined);
  return themes
    .flatMap(({ places }) => places.flatMap(({ templateId }) => templateId ?? []))
    .sort();
}

it('the template of the copy, which was published there, is known on both', async () => {
  const { one, two, here, there, id } = await twoComputers({
    publications: { [key]: { templateId: 't', at } },
  });
  const copy = await renamedAndCopied(one, here, id);
  await one.setPublication(copy, key, { templateId: 't2', at: '2026-01-05T00:00:00.000Z' });
  await one.flush();
  expect(await templates(one)).toEqual(['t', 't2']);

  await bring('b.json', here, there);
  await two.rescan();
  await bring('a.json', here, there);
  await two.rescan();
  expect(await templates(two)).toEqual(['t', 't2']);

  // What came of it goes back.
  await bring('a.json', there, here);
  await bring('b.json', there, here);
  await one.rescan();
  expect(await templates(one)).toEqual(['t', 't2']);
});

it.each([false, true])(
  'a theme that was edited there before, and published here, keeps its template (restarted: %s)',
  async (isRestarted) => {
    const { one, two, here, there, id } = await twoComputers();
    await one.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
    await one.saved(id);
    await two.setPublication(id, key, { templateId: 't', at: '2026-01-05T00:00:00.000Z' });
    await two.flush();
    await renamedAndCopied(one, here, id);
    await bring('b.json', here, there);
    await two.rescan();
    await bring('a.json', here, there);
    await two.rescan();
    const library = isRestarted ? await restarted(there, two) : two;
    const { themes } = await library.handlers.list(undefined);
    const places = themes.find((each) => each.id === id)?.places ?? [];
    expect(places.map(({ templateId }) => templateId)).toEqual(['t']);
  },
);

it('the studio shows what is in the file of an open theme', async () => {
  const { one, two, here, there, id } = await twoComputers();
  await two.handlers.open({ id });
  await one.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
  await one.saved(id);
  await renamedAndCopied(one, here, id);
  await bring('b.json', here, there);
  await two.rescan();
  await bring('a.json', here, there);
  await two.rescan();
  const { theme } = await two.handlers.open({ id });
  expect(theme.general.font).toBe('Lora');
});
