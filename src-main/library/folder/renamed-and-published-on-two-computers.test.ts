/**
 * Two computers keep the library the same by a sync program. While they are apart, a theme's file is renamed on one, and each
 * publishes the theme to another workspace: what neither of them touched, the template that it has had, and its history, stay
 * the theme's on both.
 */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import { northwind } from '../testing/fixture-library';
import { exchange, twoComputers } from '../testing/synced-computers';

const link = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };
const key = publicationKey(northwind);

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
        themes.map((theme) => library.handlers.versions({ id: theme.id })),
      );
      const named = histories.flatMap(({ versions }) => versions.flatMap(({ name }) => name ?? []));
      return { templates, named };
    });
    const kept = { templates: ['t'], named: ['Signed'] };
    expect(await Promise.all(shown)).toEqual([kept, kept]);
  },
);
