/**
 * Two computers keep the library the same by a sync program, and a person renames a theme's file on one of them, or on both,
 * and edits or publishes it besides before the program runs. The program brings the new file before it takes the old one
 * away, and later what each Foyer made of that.
 */
import { rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import { northwind } from '../testing/fixture-library';
import { bring, exchange, sendLater, textsOf, twoComputers } from '../testing/synced-computers';

const key = publicationKey(northwind);
const link = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };
const linked = { publications: { [key]: link } };

type World = Awaited<ReturnType<typeof twoComputers>>;

/** Its themes, and the templates that they would be published to. */
async function held(library: Library) {
  const { themes } = await library.handlers.list(undefined);
  const templates = themes.flatMap(({ places }) => places.map(({ templateId }) => templateId));
  return {
    ids: themes.map((each) => each.id),
    templates: templates.filter((each) => each !== undefined),
  };
}

async function edited(library: Library, id: string): Promise<void> {
  await library.handlers.edit({ id, edits: [{ field: 'general.font', value: 'Lora' }] });
  await library.saved(id);
}

async function renamedOn({ one, two, here, there }: World): Promise<void> {
  await rename(join(here.themes, 'a.json'), join(here.themes, 'b.json'));
  await one.rescan();
  await bring('b.json', here, there);
  await two.rescan();
  await unlink(join(there.themes, 'a.json'));
  await two.rescan();
  await bring('b.json', there, here);
  await one.rescan();
}

it.each([false, true])(
  'a theme that was edited as well keeps its id and its template on both (open over there: %s)',
  async (isOpen) => {
    const world = await twoComputers(linked);
    const { one, two, id } = world;
    if (isOpen) await two.handlers.open({ id });
    await edited(one, id);
    await renamedOn(world);

    for (const library of [one, two]) {
      expect(await held(library)).toEqual({ ids: [id], templates: ['t'] });
      const { theme } = await library.handlers.open({ id });
      expect(theme.general.font).toBe('Lora');
    }
  },
);

it('a theme that is edited on the other keeps its id and its template there', async () => {
  const { one, two, here, there, id } = await twoComputers(linked);
  await rename(join(here.themes, 'a.json'), join(here.themes, 'b.json'));
  await one.rescan();
  await edited(two, id);
  // The file that was changed there stays, and the new one comes.
  await bring('a.json', there, here);
  await bring('b.json', here, there);
  await Promise.all([one.rescan(), two.rescan()]);

  // Either Foyer took what came for a second theme and wrote that: so it is sent as well.
  const both = [await sendLater('a.json', here, there), await sendLater('b.json', there, here)];
  for (const arrives of both) await arrives();
  await Promise.all([one.rescan(), two.rescan()]);
  await bring('a.json', here, there);
  await two.rescan();

  for (const library of [one, two]) {
    const { ids, templates } = await held(library);
    expect(ids).toHaveLength(2);
    expect(ids).toContain(id);
    expect(templates).toEqual(['t']);
    const { theme } = await library.handlers.open({ id });
    expect(theme.general.font).toBe('Lora');
  }
});

it('comes to rest where it was renamed on both', async () => {
  const world = await twoComputers(linked);
  const { one, two, here, there, id } = world;
  await rename(join(here.themes, 'a.json'), join(here.themes, 'b.json'));
  await rename(join(there.themes, 'a.json'), join(there.themes, 'c.json'));
  await Promise.all([one.rescan(), two.rescan()]);

  // The file of the first name is gone on both.
  const sent = await exchange(world);

  expect(sent.at(-1)).toBe(0);
  expect(await textsOf(here)).toEqual(await textsOf(there));
  for (const library of [one, two]) {
    const { ids, templates } = await held(library);
    expect(ids).toContain(id);
    expect(templates).toEqual(['t']);
  }
});

it.each(['b.json', 'c.json'])('renamed on both, edited on the one with %s', async (which) => {
  const world = await twoComputers(linked);
  const { one, two, here, there, id } = world;
  const [mine, theirs] = which === 'b.json' ? ['b.json', 'c.json'] : ['c.json', 'b.json'];
  await edited(one, id);
  await rename(join(here.themes, 'a.json'), join(here.themes, mine));
  await rename(join(there.themes, 'a.json'), join(there.themes, theirs));
  await Promise.all([one.rescan(), two.rescan()]);
  const sent = await exchange(world);
  expect(sent.at(-1)).toBe(0);
  for (const library of [one, two]) {
    const { ids, templates } = await held(library);
    expect(ids).toContain(id);
    expect(templates).toEqual(['t']);
  }
  const fonts = await Promise.all(
    [here, there].map(async (each) =>
      [...(await textsOf(each)).values()].some((t) => t.includes('Lora')),
    ),
  );
  expect(fonts).toEqual([true, true]);
  for (const library of [one, two])
    expect((await library.handlers.open({ id })).theme.general.font).toBe('Lora');
});

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
  const world = await twoComputers(linked);
  await does(world.one, world.id);
  await renamedOn(world);
  const templates = await Promise.all(
    [world.one, world.two].map(async (each) => (await held(each)).templates),
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
  for (const library of [world.one, world.two])
    await library.handlers.keepVersion({ id: world.id, name: 'Signed' });
  await does(world.one, world.id);
  await renamedOn(world);
  for (const library of [world.one, world.two]) {
    const { themes } = await library.handlers.list(undefined);
    expect(themes).toHaveLength(1);
    const { versions } = await library.handlers.versions({ id: themes[0]?.id ?? '' });
    expect(versions.map(({ name }) => name)).toContain('Signed');
  }
});

it('edited and renamed on one whose clock is behind: it keeps its template', async () => {
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const world = await twoComputers({ ...linked, updatedAt: inAnHour });
  await edited(world.one, world.id);
  await renamedOn(world);
  const templates = await Promise.all(
    [world.one, world.two].map(async (each) => (await held(each)).templates),
  );
  expect(templates).toEqual([['t'], ['t']]);
});
