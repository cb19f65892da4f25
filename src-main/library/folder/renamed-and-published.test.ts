/**
 * Two computers keep the library the same by a sync program. A theme's file is renamed on one of them, or on both, and
 * one of them edited or published it besides before the program ran.
 */
import { copyFile, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import {
  libraryOfOne,
  northwind,
  temporaryLibraryFolders,
  testLibrary,
  themeFiles,
  type LibraryFolders,
} from '../testing/fixture-library';

const key = publicationKey(northwind);
const link = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };

async function brings(file: string, from: LibraryFolders, to: LibraryFolders): Promise<void> {
  const part = join(to.root, `${file}.part`);
  await copyFile(join(from.themes, file), part);
  const { mtime } = await stat(join(from.themes, file));
  await utimes(part, mtime, mtime);
  await rename(part, join(to.themes, file));
}

async function twoComputers(publications = {}) {
  const first = await libraryOfOne({ publications });
  const there = await temporaryLibraryFolders();
  await brings('a.json', first.folders, there);
  const two = testLibrary(there).library;
  await first.library.start();
  await two.start();
  for (const library of [first.library, two])
    await library.handlers.keepVersion({ id: first.id, name: 'Signed' });
  return { one: first.library, two, here: first.folders, there, id: first.id };
}

async function edited(library: Library, id: string): Promise<void> {
  await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
  await library.saved(id);
}

async function textsOf(folders: LibraryFolders): Promise<Map<string, string>> {
  const names = await themeFiles(folders);
  const read = names.map(
    async (name) => [name, await readFile(join(folders.themes, name), 'utf8')] as const,
  );
  return new Map(await Promise.all(read));
}

async function put(folders: LibraryFolders, file: string, text: string): Promise<void> {
  const part = join(folders.root, `${file}.part`);
  await writeFile(part, text);
  await rename(part, join(folders.themes, file));
}

type World = Awaited<ReturnType<typeof twoComputers>>;

/** Rounds of the sync program; returns how much was sent in each. */
async function synced({ one, two, here, there }: World): Promise<number[]> {
  const same = new Map<string, string>();
  const sentInAll: number[] = [];
  for (let round = 1; round <= 12; round += 1) {
    const changed = (texts: Map<string, string>) =>
      [...texts].filter(([file, text]) => same.get(file) !== text);
    const [toThere, toHere] = [changed(await textsOf(here)), changed(await textsOf(there))];
    sentInAll.push(toThere.length + toHere.length);
    for (const [file, text] of [...toThere, ...toHere]) same.set(file, text);
    for (const [file, text] of toThere) await put(there, file, text);
    for (const [file, text] of toHere) await put(here, file, text);
    await Promise.all([one.rescan(), two.rescan()]);
  }
  return sentInAll;
}

async function held(library: Library, id: string) {
  const { themes } = await library.handlers.list(undefined);
  const templates = themes.flatMap(({ places }) => places.flatMap((each) => each.templateId ?? []));
  const own = themes.find((each) => each.id === id);
  const { versions } = await library.handlers.versions({ id });
  return {
    isThere: own !== undefined,
    templates,
    versions: versions.flatMap(({ name }) => name ?? []),
  };
}

it.each(['b.json', 'c.json'])('renamed on both, edited on the one with %s', async (which) => {
  const world = await twoComputers({ [key]: link });
  const { one, two, here, there, id } = world;
  const [mine, theirs] = which === 'b.json' ? ['b.json', 'c.json'] : ['c.json', 'b.json'];
  await edited(one, id);
  await rename(join(here.themes, 'a.json'), join(here.themes, mine));
  await rename(join(there.themes, 'a.json'), join(there.themes, theirs));
  await Promise.all([one.rescan(), two.rescan()]);
  const sent = await synced(world);
  expect(sent.at(-1)).toBe(0);
  for (const library of [one, two])
    expect(await held(library, id)).toMatchObject({ isThere: true, templates: ['t'] });
  const fonts = await Promise.all(
    [here, there].map(async (each) =>
      [...(await textsOf(each)).values()].some((t) => t.includes('Lora')),
    ),
  );
  expect(fonts).toEqual([true, true]);
  for (const library of [one, two])
    expect((await library.handlers.open({ id })).theme.general.font).toBe('Lora');
});

async function renamedOn({ one, two, here, there }: World): Promise<void> {
  await rename(join(here.themes, 'a.json'), join(here.themes, 'b.json'));
  await one.rescan();
  await brings('b.json', here, there);
  await two.rescan();
  await unlink(join(there.themes, 'a.json'));
  await two.rescan();
  await brings('b.json', there, here);
  await one.rescan();
}

it.each([
  ['edited, as a control', (one: Library, id: string) => edited(one, id)],
  [
    'published again',
    async (one: Library, id: string) => {
      await one.setPublication(id, key, { ...link, at: '2026-01-05T00:00:00.000Z' });
      await one.flush();
    },
  ],
])('renamed on one, where it was %s: it keeps its template', async (_what, does) => {
  const world = await twoComputers({ [key]: link });
  await does(world.one, world.id);
  await renamedOn(world);
  const templates = await Promise.all(
    [world.one, world.two].map(async (each) => (await held(each, world.id)).templates),
  );
  expect(templates).toEqual([['t'], ['t']]);
});

it.each([
  ['edited, as a control', (one: Library, id: string) => edited(one, id)],
  [
    'published for the first time',
    async (one: Library, id: string) => {
      await one.setPublication(id, key, link);
      await one.flush();
    },
  ],
])('renamed on one, where it was %s: it keeps its history', async (_what, does) => {
  const world = await twoComputers();
  await does(world.one, world.id);
  await renamedOn(world);
  for (const library of [world.one, world.two]) {
    const { themes } = await library.handlers.list(undefined);
    expect(themes).toHaveLength(1);
    const { versions } = await library.handlers.versions({ id: themes[0]?.id ?? '' });
    expect(versions.map(({ name }) => name)).toContain('Signed');
  }
});
