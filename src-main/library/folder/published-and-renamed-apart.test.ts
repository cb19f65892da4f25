/** Two computers keep the library the same by a sync program. A theme is published on one while it, or its file, is renamed on the other. */
import { copyFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { contentHash, newId } from '../../storage/storage';
import type { Library } from '../library';
import { type LibraryFolders, northwind } from '../testing/fixture-library';
import { bring, exchange, textsOf, twoComputers } from '../testing/synced-computers';
import { copyId } from './copy-id';

/**
 * Two computers keep the library the same by a sync program, which puts a file that changed on both beside the other as a
 * conflicted copy. On one the theme gets another name in Foyer, while it is published once more on the other. The library shows
 * both versions side by side, or there is one theme: never two that nothing ties, of which the one has the versions and the
 * other the template.
 */
describe('renamed in Foyer', () => {
  const key = publicationKey(northwind);
  const link = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };

  type Does = (library: Library, id: string) => Promise<unknown>;
  const edits: Does = async ({ handlers }, id) =>
    handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
  const renames: Does = async ({ handlers }, id) => handlers.rename({ id, name: 'Harbour 2' });
  const editsAndUndoes: Does = async (library, id) => {
    await edits(library, id);
    await library.saved(id);
    await library.handlers.undo({ id });
  };

  it.each([
    ['edited, as a control', edits],
    ['renamed', renames],
    ['edited, and that undone', editsAndUndoes],
  ])('%s here, published again there', async (_what, does) => {
    const world = await twoComputers({ publications: { [key]: link } });
    const { one, two, here, there, id } = world;
    await does(one, id);
    await one.saved(id);
    await one.flush();
    await two.setPublication(id, key, { ...link, at: '2026-01-05T00:00:00.000Z' });
    await two.flush();
    // What changed on both: theirs goes aside, where it lost, and is sent.
    await rename(join(there.themes, 'a.json'), join(there.themes, 'a (conflicted copy).json'));
    await bring('a.json', here, there);
    await bring('a (conflicted copy).json', there, here);
    await Promise.all([one.rescan(), two.rescan()]);
    await exchange(world);
    for (const library of [one, two]) {
      const { themes } = await library.handlers.list(undefined);
      const ofBoth = themes.map((each) => [
        each.id === id,
        each.name,
        each.places[0]?.templateId,
        each.conflictOf?.id === id,
      ]);
      const linked = themes.find(({ places }) => places[0]?.templateId === 't');
      const isShown = themes.some(({ conflictOf }) => conflictOf?.id === id);
      expect(isShown || linked?.id === id, JSON.stringify(ofBoth)).toBe(true);
    }
  });
});

/**
 * Two computers keep the library the same by a sync program, which puts a file that changed on both beside the other as a
 * conflicted copy. A theme's file is renamed on one while it is published on the other, and there once more before what the
 * first made of that comes back: it comes to rest, with one theme that has the template on both.
 */
describe('published between what the sync program brings', () => {
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
});

/**
 * Two computers keep the library the same by a sync program. A person renames a theme's file, gives it its first name back, and
 * renames it once more; before that arrives, the theme is published on the other computer. It comes to rest.
 */
describe('its file renamed to and fro', () => {
  const key = publicationKey(northwind);
  const link = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };

  async function linked(library: Library) {
    const { themes } = await library.handlers.list(undefined);
    return themes.filter(({ places }) => places[0]?.templateId === 't').map((each) => each.id);
  }

  const tries = [0, 1, 2, 3, 4, 5];
  it.each([0, 1].flatMap((times) => tries.map((minute) => [times, minute] as const)))(
    'a theme’s file that had the name %s times before (%s)',
    async (times, minute) => {
      const world = await twoComputers({ publications: { [key]: link } });
      const { one, two, here, there, id } = world;
      const renamed = async (from: string, to: string) => {
        await rename(join(here.themes, from), join(here.themes, to));
        await one.rescan();
        await bring(to, here, there);
        await two.rescan();
        await unlink(join(there.themes, from));
        await two.rescan();
      };
      for (let time = 0; time < times; time += 1) {
        await renamed('a.json', 'b.json');
        await renamed('b.json', 'a.json');
      }
      expect(await textsOf(here)).toEqual(await textsOf(there));
      await rename(join(here.themes, 'a.json'), join(here.themes, 'b.json'));
      await one.rescan();
      await two.setPublication(id, key, {
        ...link,
        at: `2026-01-05T00:0${String(minute)}:00.000Z`,
      });
      await two.flush();
      const sent = await exchange(world);
      expect(sent.at(-1), sent.join()).toBe(0);
      expect(await textsOf(here)).toEqual(await textsOf(there));
      expect(await Promise.all([linked(one), linked(two)])).toEqual([[id], [id]]);
    },
  );
});

/**
 * Two computers keep the library the same by a sync program. A person copied a theme's file by hand and deleted that copy in
 * Foyer again. Later the theme's file is renamed to what the copy was called, while the theme is published on the other
 * computer: it comes to rest, and is the theme with its template on both.
 */
describe('its file renamed to what a deleted copy was called', () => {
  const key = publicationKey(northwind);
  const link = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };

  async function linked(library: Library) {
    const { themes } = await library.handlers.list(undefined);
    return themes.filter(({ places }) => places[0]?.templateId === 't').map((each) => each.id);
  }

  const minutes = [0, 1, 2, 3, 4, 5];
  const names = [
    ['a.json', 'b.json'],
    ['b.json', 'a.json'],
  ] as const;

  it.each(
    ['deleted there', 'deleted here', 'control: no copy'].flatMap((how) =>
      names.flatMap(([from, to]) => minutes.map((minute) => [how, from, to, minute] as const)),
    ),
  )('a copy %s (%s, here %s; %s)', async (how, from, to, minute) => {
    const world = await twoComputers({ publications: { [key]: link } });
    const { one, two, here, there, id } = world;
    if (from !== 'a.json') {
      for (const { themes } of [here, there])
        await rename(join(themes, 'a.json'), join(themes, from));
      await Promise.all([one.rescan(), two.rescan()]);
    }
    if (!how.startsWith('control')) {
      const [at, other] = how === 'deleted here' ? [here, there] : [there, here];
      const [library, others] = how === 'deleted here' ? [one, two] : [two, one];
      await copyFile(join(at.themes, from), join(at.themes, to));
      await library.rescan();
      await bring(to, at, other);
      await others.rescan();
      const { themes } = await library.handlers.list(undefined);
      const copy = themes.find((each) => each.id !== id);
      await library.handlers.remove({ ids: [copy?.id ?? ''] });
      await unlink(join(other.themes, to));
      await others.rescan();
      expect((await others.handlers.list(undefined)).themes.map((each) => each.id)).toEqual([id]);
    }
    await rename(join(here.themes, from), join(here.themes, to));
    await one.rescan();
    await two.setPublication(id, key, { ...link, at: `2026-01-05T00:0${String(minute)}:00.000Z` });
    await two.flush();
    const sent = await exchange(world);
    expect(sent.at(-1), sent.join()).toBe(0);
    expect(await textsOf(here)).toEqual(await textsOf(there));
    expect(await Promise.all([linked(one), linked(two)])).toEqual([[id], [id]]);
  });
});

/**
 * Two computers keep the library the same by a sync program. A person made a theme for another client by copying a theme's file by hand,
 * so that its ID is a copy's, and published it. Its file is renamed on one computer, while it is published again on the other. It comes to
 * rest, and is the theme with its template and its versions on both, as every theme (`published-and-renamed-apart.test.ts`).
 */
describe('a theme that began as a copy', () => {
  const key = publicationKey(northwind);
  const link = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };

  async function linked(library: Library) {
    const { themes } = await library.handlers.list(undefined);
    return themes.filter(({ places }) => places[0]?.templateId === 't').map((each) => each.id);
  }

  /** As the first or the last by ID of a hundred copies, which nobody can know. */
  function idOfCopy(order: 'first' | 'last'): string {
    const id = newId();
    const copies = Array.from({ length: 100 }, (_, at) =>
      copyId(id, 'b.json', contentHash(`what it held ${String(at)}`)),
    );
    return copies.sort().at(order === 'first' ? 0 : -1) ?? id;
  }

  it.each(['first', 'last'] as const)('keeps its template (%s by ID)', async (order) => {
    const id = idOfCopy(order);
    const world = await twoComputers({ id, publications: { [key]: link } });
    const { one, two, here, there } = world;
    for (const { themes } of [here, there])
      await rename(join(themes, 'a.json'), join(themes, 'b.json'));
    await Promise.all([one.rescan(), two.rescan()]);
    await two.handlers.keepVersion({ id, name: 'As it was signed' });
    await rename(join(here.themes, 'b.json'), join(here.themes, 'a.json'));
    await one.rescan();
    await two.setPublication(id, key, { ...link, at: '2026-01-05T00:00:00.000Z' });
    await two.flush();
    const sent = await exchange(world);
    expect(sent.at(-1), sent.join()).toBe(0);
    expect(await textsOf(here)).toEqual(await textsOf(there));
    expect(await Promise.all([linked(one), linked(two)])).toEqual([[id], [id]]);
    const { versions } = await two.handlers.versions({ id: (await linked(two))[0] ?? '' });
    expect(versions.map(({ name }) => name)).toContain('As it was signed');
  });
});
