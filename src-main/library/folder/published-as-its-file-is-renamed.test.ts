/**
 * A program that mirrors a folder (rsync) brings a theme's file under its new name, and takes the old one away. The theme was
 * published, or unlinked, here before that came: it is the same theme with what became of its link, as where an older file is put over its file.
 */
import { rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { northwind } from '../testing/fixture-library';
import { bring, twoComputers } from '../testing/synced-computers';

const key = publicationKey(northwind);
const link = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };

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
  await two.unlink(id, key);
  await two.flush();

  await bring('b.json', here, there);
  await two.rescan();
  await unlink(join(there.themes, 'a.json'));
  await two.rescan();

  const { themes } = await two.handlers.list(undefined);
  expect(themes.map((each) => [each.id, each.places[0]?.templateId])).toEqual([[id, undefined]]);
});
