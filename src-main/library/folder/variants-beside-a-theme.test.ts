/** What is no copy of a theme any more though it began as one: a variant for another client, and a version that waits for a word. */
import { readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import {
  endLibrary,
  libraryOfOne,
  northwind,
  restarted,
  testLibrary,
} from '../testing/fixture-library';
import { bring, exchange, textsOf, twoComputers } from '../testing/synced-computers';

/**
 * A person opens a theme's file in an editor, gives what it says another name and colour for another client, and saves that
 * under another file name. Foyer gives it an ID of its own, without a link. Later they move the first file out of the folder.
 */

describe('a theme for another client, saved by an editor from a theme’s file', () => {
  const key = publicationKey(northwind);
  const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

  async function savedBeside() {
    const { folders, library, id } = await libraryOfOne({ name: 'Client A', publications });
    await library.start();
    await library.handlers.keepVersion({ id, name: 'As client A signed it' });
    const path = (file: string): string => join(folders.themes, file);
    const text = await readFile(path('a.json'), 'utf8');
    await writeFile(path('b.json'), text.replace('"Client A"', '"Client B"'));
    await library.rescan();
    return { folders, library, id, path };
  }

  it.each(['deleted', 'moved out', 'replaced by another theme', 'deleted while Foyer is closed'])(
    'has no template of the first one, whose file was %s',
    async (how) => {
      const { folders, library: running, id, path } = await savedBeside();
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
    },
  );
});

/**
 * Two computers keep the library the same by a sync program. A person saves what a theme's file says under another name, changed for
 * another client, so that Foyer makes a theme of its own of it. Later the first theme's file is renamed on one computer while
 * that theme is published once more on the other: what was made for the other client has none of its template.
 */
describe('a variant, where the theme’s file is renamed on one of two computers', () => {
  const key = publicationKey(northwind);
  const link = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };

  async function linked(library: Library) {
    const { themes } = await library.handlers.list(undefined);
    return themes
      .filter(({ places }) => places[0]?.templateId === 't')
      .map((each) => [each.id, each.name]);
  }

  const variants = ['none, as a control', 'x.json', 'client-b.json'];
  const names = ['apple.json', 'm.json'];
  const sents = ['as it was saved', 'as Foyer wrote it'];
  it.each(
    variants.flatMap((variant) =>
      names.flatMap((to) => sents.map((sent) => [variant, sent, to] as const)),
    ),
  )(
    'the other client in %s (sent %s), the first one’s file renamed to %s',
    async (variant, sent, to) => {
      const world = await twoComputers({ name: 'Client A', publications: { [key]: link } });
      const { one, two, here, there, id } = world;
      for (const { themes } of [here, there])
        await rename(join(themes, 'a.json'), join(themes, 'h.json'));
      await Promise.all([one.rescan(), two.rescan()]);
      if (variant.endsWith('.json')) {
        const text = await readFile(join(here.themes, 'h.json'), 'utf8');
        await writeFile(join(here.themes, variant), text.replace('"Client A"', '"Client B"'));
        if (sent === 'as Foyer wrote it') await one.rescan();
        await bring(variant, here, there);
        await Promise.all([one.rescan(), two.rescan()]);
      }
      await rename(join(here.themes, 'h.json'), join(here.themes, to));
      await one.rescan();
      await two.setPublication(id, key, { ...link, at: '2026-01-05T00:00:00.000Z' });
      await two.flush();
      const rounds = await exchange(world);
      expect(await Promise.all([linked(one), linked(two)])).toEqual([
        [[id, 'Client A']],
        [[id, 'Client A']],
      ]);
      expect(rounds.at(-1), rounds.join()).toBe(0);
      expect(await textsOf(here)).toEqual(await textsOf(there));
    },
  );
});

/**
 * Two computers keep the library the same by a sync program, which put a version that was edited elsewhere beside a theme's file.
 * Foyer shows both side by side, and nobody has chosen one yet. The theme's file is renamed on one computer while the
 * theme is published once more on the other: the theme still is the version that it was, and the other one waits for a word.
 */
describe('an undecided version, where the theme’s file is renamed on one of two computers', () => {
  const key = publicationKey(northwind);
  const link = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };

  async function held(library: Library) {
    const { themes } = await library.handlers.list(undefined);
    return themes.map((each) => [
      each.id,
      each.name,
      each.places[0]?.templateId,
      each.conflictOf?.id,
    ]);
  }

  const copies = ['none, as a control', 'h (conflicted copy).json'];
  const dates = ['2026-01-01T00:00:00.000Z', '2026-01-03T00:00:00.000Z'];
  const names = ['apple.json', 'm.json'];
  it.each(
    copies.flatMap((copy) => dates.flatMap((date) => names.map((to) => [copy, date, to] as const))),
  )('%s, edited at %s, renamed to %s', async (copy, updatedAt, to) => {
    const world = await twoComputers({ name: 'Harbour', publications: { [key]: link } });
    const { one, two, here, there, id } = world;
    for (const { themes } of [here, there])
      await rename(join(themes, 'a.json'), join(themes, 'h.json'));
    await Promise.all([one.rescan(), two.rescan()]);
    const isThere = copy.endsWith('.json');
    if (isThere) {
      const text = await readFile(join(here.themes, 'h.json'), 'utf8');
      const other = { ...(JSON.parse(text) as object), updatedAt, name: 'Harbour at night' };
      await writeFile(join(here.themes, copy), JSON.stringify({ ...other, tags: ['night'] }));
      await bring(copy, here, there);
      await Promise.all([one.rescan(), two.rescan()]);
      for (const library of [one, two])
        expect((await held(library)).map(([, name, , of]) => [name, of])).toContainEqual([
          'Harbour at night',
          id,
        ]);
    }
    await rename(join(here.themes, 'h.json'), join(here.themes, to));
    await one.rescan();
    await two.setPublication(id, key, { ...link, at: '2026-01-05T00:00:00.000Z' });
    await two.flush();
    const rounds = await exchange(world);
    expect(rounds.at(-1), rounds.join()).toBe(0);
    expect(await textsOf(here)).toEqual(await textsOf(there));
    for (const library of [one, two]) {
      const all = await held(library);
      expect(
        all.filter(([, , templateId]) => templateId === 't').map((each) => each.slice(0, 2)),
      ).toEqual([[id, 'Harbour']]);
      if (isThere)
        expect(all.map(([, name, , of]) => [name, of])).toContainEqual(['Harbour at night', id]);
    }
  });
});

/**
 * A person gives what a theme's file says another name and colour for another client in an editor, and saves that under another
 * file name. Later the first file is damaged (half a file of a sync program, a merge's marks), and they delete it.
 */
describe('a variant, where the theme’s file is damaged', () => {
  const key = publicationKey(northwind);
  const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

  it.each([false, true])(
    'a theme for another client has no template of the first one, whose file was damaged and deleted (restarted: %s)',
    async (isRestarted) => {
      const {
        folders,
        library: first,
        id,
      } = await libraryOfOne({ name: 'Client A', publications });
      await first.start();
      const path = (file: string): string => join(folders.themes, file);
      const text = await readFile(path('a.json'), 'utf8');
      await writeFile(path('b.json'), text.replace('"Client A"', '"Client B"'));
      await first.rescan();
      const before = (await first.handlers.list(undefined)).themes;
      expect(before.map(({ name }) => name).sort()).toEqual(['Client A', 'Client B']);
      const library = isRestarted ? await restarted(folders, first) : first;
      await library.rescan();
      await writeFile(path('a.json'), `<<<<<<< HEAD\n${text}`);
      await library.rescan();
      await unlink(path('a.json'));
      await library.rescan();
      const { themes } = await library.handlers.list(undefined);
      const ofB = themes.find(({ name }) => name === 'Client B');
      expect(ofB).toBeDefined();
      expect({
        isClientA: ofB?.id === id,
        templates: ofB?.places.flatMap(({ templateId }) => templateId ?? []),
      }).toEqual({ isClientA: false, templates: [] });
    },
  );
});

/**
 * A theme's file is damaged (a merge's marks, half a file), and a person saves it as it is to be, beside it, before Foyer looks
 * at either: the folder is on a share, which tells of nothing. Then they delete the damaged file.
 */
describe('a mended file, seen together with the damage', () => {
  const key = publicationKey(northwind);
  const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

  it.each(
    ['a mended.json', 'mended.json', '0 mended.json'].flatMap((name) => [
      ['control: seen one after the other', name] as const,
      ['seen together', name] as const,
    ]),
  )('the mended file is the theme, with its template: %s (%s)', async (how, mended) => {
    const { folders, library, id } = await libraryOfOne({ name: 'Harbour', publications });
    await library.start();
    const path = (file: string): string => join(folders.themes, file);
    const text = await readFile(path('a.json'), 'utf8');
    await writeFile(path('a.json'), `<<<<<<< HEAD\n${text}`);
    if (how.startsWith('control')) await library.rescan();
    await writeFile(path(mended), text.replace('"Harbour"', '"Harbour at night"'));
    await library.rescan();
    await unlink(path('a.json'));
    await library.rescan();
    const { themes } = await library.handlers.list(undefined);
    expect(themes.map((each) => [each.id, each.name, each.places[0]?.templateId])).toEqual([
      [id, 'Harbour at night', 't'],
    ]);
  });
});
