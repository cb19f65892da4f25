/** Two computers keep the library the same by a sync program. While they are apart, a theme's file is renamed on one, and something changes on the other that doesn't date it, or not rightly. */
import { rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { newId } from '../../storage/storage';
import type { Library } from '../library';
import { northwind, unlinkTheme } from '../testing/fixture-library';
import { bring, exchange, textsOf, twoComputers } from '../testing/synced-computers';

const key = publicationKey(northwind);
const link = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };

/**
 * Two computers keep the library the same by a sync program. While they are apart, a theme's file is renamed on one, and on
 * the other something changes that doesn't date it: its link, or that it is in conflict. Then each gets what the other wrote: as with
 * `renamed-on-two-computers`, it comes to rest.
 */
describe('its link, or that it is in conflict, changed on the other', () => {
  type Theme = Parameters<typeof twoComputers>[0];
  type Does = (library: Library, id: string) => Promise<void>;
  const edits: Does = async (library, id) => {
    await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
    await library.saved(id);
  };
  const unlinks: Does = (library, id) => unlinkTheme(library, id, key);
  const decides: Does = async (library, id) => {
    await library.handlers.resolveConflict({ id, keep: 'both' });
  };
  const publishes: Does = async (library, id) => {
    await library.setPublication(id, key, { ...link, at: '2026-01-05T00:00:00.000Z' });
  };

  const names = [
    ['a.json', 'b.json'],
    ['b.json', 'a.json'],
  ] as const;

  async function afterTheExchange(first: string, renamed: string, theme: Theme, does: Does) {
    const world = await twoComputers(theme);
    const { one, two, here, there, id } = world;
    let before = 'a.json';
    if (first !== before) {
      for (const { themes } of [here, there])
        await rename(join(themes, before), join(themes, first));
      await Promise.all([one.rescan(), two.rescan()]);
      before = first;
    }
    await rename(join(here.themes, before), join(here.themes, renamed));
    await one.rescan();
    await does(two, id);
    await two.flush();
    const sent = await exchange(world);
    return { sent, here, there };
  }

  const linked: Theme = { publications: { [key]: link } };
  const undecided: Theme = { conflictOf: { id: newId(), name: 'Harbour' } };
  const doings: readonly [string, Theme, Does][] = [
    ['edited, as a control', linked, edits],
    ['unlinked', linked, unlinks],
    ['published again', linked, publishes],
    ['published for the first time', {}, publishes],
    ['kept beside the version it was in conflict with', undecided, decides],
  ];

  it.each(
    doings.flatMap(([what, ...how]) =>
      names.map(([from, to]) => [what, from, to, ...how] as const),
    ),
  )(
    'it comes to rest where it was %s there (%s, here %s)',
    async (_what, from, to, theme, does) => {
      const { sent, here, there } = await afterTheExchange(from, to, theme, does);
      expect(sent.at(-1), sent.join()).toBe(0);
      expect(await textsOf(here)).toEqual(await textsOf(there));
    },
  );
});

/**
 * Two computers keep the library the same by a sync program. While they are apart, a theme's file is renamed on one, and each
 * publishes the theme to another workspace: what neither of them touched, the template that it has had, and its history, stay
 * the theme's on both.
 */
describe('published on both', () => {
  const published = (library: Library, id: string, workspaceId: string, templateId: string) =>
    library.setPublication(id, publicationKey({ ...northwind, workspaceId }), {
      templateId,
      at: '2026-01-05T00:00:00.000Z',
    });

  it.each([
    ['published to another workspace', 'w3', 'v'],
    ['published again', northwind.workspaceId, 't'],
  ])(
    'a theme that is renamed and published here, and %s there, keeps its template and its history',
    async (_what, workspaceId, templateId) => {
      const world = await twoComputers({ publications: { [key]: link } });
      const { one, two, here, id } = world;
      for (const library of [one, two]) await library.handlers.keepVersion({ id, name: 'Signed' });
      await published(one, id, 'w2', 'u');
      await one.flush();
      await rename(join(here.themes, 'a.json'), join(here.themes, 'b.json'));
      await one.rescan();
      await published(two, id, workspaceId, templateId);
      await two.flush();

      await exchange(world);

      const shown = [one, two].map(async (library) => {
        const { themes } = await library.handlers.list(undefined);
        const templates = themes.flatMap(({ places }) =>
          places.flatMap((place) => place.templateId ?? []),
        );
        const histories = await Promise.all(
          themes.map(async (theme) => library.handlers.versions({ id: theme.id })),
        );
        const named = histories.flatMap(({ versions }) =>
          versions.flatMap(({ name }) => name ?? []),
        );
        return { templates, named };
      });
      const kept = { templates: ['t'], named: ['Signed'] };
      expect(await Promise.all(shown)).toEqual([kept, kept]);
    },
  );
});

/**
 * A program that mirrors a folder (rsync) brings a theme's file under its new name, and takes the old one away. The theme was
 * published, or unlinked, here before that came: it is the same theme with what became of its link, as where an older file is put over its file.
 */
describe('published here as its file is renamed by a program that mirrors the folder', () => {
  it.each([
    ['for the first time', {}],
    ['again', { publications: { [key]: link } }],
  ])('a theme that was published %s keeps its template', async (_what, theme) => {
    const { one, two, here, there, id } = await twoComputers(theme);
    await rename(join(here.themes, 'a.json'), join(here.themes, 'b.json'));
    await one.rescan();
    await two.setPublication(id, key, { ...link, at: '2026-01-05T00:00:00.000Z' });
    await two.flush();

    await bring('b.json', here, there);
    await two.rescan();
    await unlink(join(there.themes, 'a.json'));
    await two.rescan();

    const { themes } = await two.handlers.list(undefined);
    expect(themes.map((each) => [each.id, each.places[0]?.templateId])).toEqual([[id, 't']]);
  });

  it('a theme that was unlinked stays so', async () => {
    const { one, two, here, there, id } = await twoComputers({ publications: { [key]: link } });
    await rename(join(here.themes, 'a.json'), join(here.themes, 'b.json'));
    await one.rescan();
    await two.unlink(id, key, 't');
    await two.flush();

    await bring('b.json', here, there);
    await two.rescan();
    await unlink(join(there.themes, 'a.json'));
    await two.rescan();

    const { themes } = await two.handlers.list(undefined);
    expect(themes.map((each) => [each.id, each.places[0]?.templateId])).toEqual([[id, undefined]]);
  });
});

/**
 * A theme was edited last on a computer whose clock was ahead (its time zone was wrong, and was put right since; or it is a
 * colleague's). Within that hour it is edited on each of two others that a sync program keeps the same, and its file is renamed on
 * one of them: it is the theme still, with its template, as where clocks are right.
 */
describe('edited on both, after a clock that was ahead', () => {
  const publications = { [key]: { templateId: 't', at: '2026-01-02T03:04:05.000Z' } };

  async function edited(library: Library, id: string, value: string): Promise<void> {
    await library.handlers.edit({ id, edits: [{ field: 'general.font', value }] });
    await library.saved(id);
  }

  it.each([
    ['the control: the clock was right', -1],
    ['the clock was ahead by an hour', 1],
  ])('it keeps its template on both: %s', async (_what, hours) => {
    const updatedAt = new Date(Date.now() + hours * 3_600_000).toISOString();
    const world = await twoComputers({ publications, updatedAt });
    const { one, two, here, id } = world;
    await edited(one, id, 'Lora');
    await rename(join(here.themes, 'a.json'), join(here.themes, 'b.json'));
    await one.rescan();
    await edited(two, id, 'Inter');
    const sent = await exchange(world);
    expect(sent.at(-1), sent.join()).toBe(0);
    const held = [one, two].map(async (library) => {
      const { themes } = await library.handlers.list(undefined);
      const linked = themes.filter(({ places }) => places[0]?.templateId === 't');
      return linked.map((theme) => theme.id);
    });
    expect(await Promise.all(held)).toEqual([[id], [id]]);
  });
});

/**
 * Two computers keep the library the same by a sync program. While they are apart, a theme's file is renamed on one, and on
 * the other its pictures are allowed, which dates it as little as a link does: it comes to rest, and they stay allowed.
 */
describe('its pictures allowed on the other', () => {
  it.each([
    ['a.json', 'b.json'],
    ['b.json', 'a.json'],
  ])('it comes to rest where pictures were allowed there (%s, here %s)', async (first, renamed) => {
    const world = await twoComputers({ picturesWait: true });
    const { one, two, here, there, id } = world;
    if (first !== 'a.json') {
      for (const { themes } of [here, there])
        await rename(join(themes, 'a.json'), join(themes, first));
      await Promise.all([one.rescan(), two.rescan()]);
    }
    await rename(join(here.themes, first), join(here.themes, renamed));
    await one.rescan();
    await two.allowPictures(id);
    await two.flush();
    const sent = await exchange(world);
    expect(sent.at(-1), sent.join()).toBe(0);
    expect(await textsOf(here)).toEqual(await textsOf(there));
  });
});

/**
 * Two computers keep the library the same by a sync program. A person decides there to keep both of two versions, and renames the
 * theme's file; the other computer publishes the theme meanwhile. The decision holds: nobody is asked once more.
 */
describe('a conflict decided where it was renamed', () => {
  it.each([
    ['the control: nothing is done there', () => Promise.resolve()],
    [
      'published again there',
      (two: Library, id: string) =>
        two.setPublication(id, key, { ...link, at: '2026-01-05T00:00:00.000Z' }),
    ],
  ])('what was decided is not asked again on either computer: %s', async (_what, does) => {
    const conflictOf = { id: newId(), name: 'Harbour' };
    const world = await twoComputers({ publications: { [key]: link }, conflictOf });
    const { one, two, here, id } = world;
    await one.handlers.resolveConflict({ id, keep: 'both' });
    await one.flush();
    await rename(join(here.themes, 'a.json'), join(here.themes, 'b.json'));
    await one.rescan();
    await does(two, id);
    await two.flush();
    await exchange(world);
    const undecided = [one, two].map(async (library) => {
      const { themes } = await library.handlers.list(undefined);
      return themes.filter((theme) => theme.conflictOf !== undefined).length;
    });
    expect(await Promise.all(undecided)).toEqual([0, 0]);
  });
});
