/**
 * A theme was edited last on a computer whose clock was ahead (its time zone was wrong, and was put right since; or it is a
 * colleague's). Within that hour it is edited on each of two others that a sync program keeps the same, and its file is renamed on
 * one of them: it is the theme still, with its template, as where clocks are right.
 */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import { northwind } from '../testing/fixture-library';
import { exchange, twoComputers } from '../testing/synced-computers';

const key = publicationKey(northwind);
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
