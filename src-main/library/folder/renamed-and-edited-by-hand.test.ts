/**
 * Two computers keep the library the same by a sync program. A person renames a theme's file on one, and changes its name in it
 * in an editor, which dates nothing. The program brings the new file before it takes the old one away, and later what the
 * other computer made of that: it is the theme still, with its template, on both.
 */
import { readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import type { Library } from '../library';
import { northwind } from '../testing/fixture-library';
import { bring, twoComputers } from '../testing/synced-computers';

const key = publicationKey(northwind);
const link = { templateId: 't', at: '2026-01-02T03:04:05.000Z' };

async function held(library: Library) {
  const { themes } = await library.handlers.list(undefined);
  return themes.map((each) => [each.id, each.name, each.places[0]?.templateId]);
}

it.each(['control: nothing is changed', 'renamed', 'renamed!', 'renamed!!', 'renamed!!!'])(
  'it keeps its template: %s',
  async (what) => {
    const name = what.startsWith('control') ? 'Harbour' : what;
    const world = await twoComputers({ name: 'Harbour', publications: { [key]: link } });
    const { one, two, here, there, id } = world;
    await rename(join(here.themes, 'a.json'), join(here.themes, 'b.json'));
    await one.rescan();
    const text = await readFile(join(here.themes, 'b.json'), 'utf8');
    await writeFile(join(here.themes, 'b.json'), text.replace('"Harbour"', `"${name}"`));
    await one.rescan();
    expect(await held(one)).toEqual([[id, name, 't']]);

    await bring('b.json', here, there);
    await two.rescan();
    await unlink(join(there.themes, 'a.json'));
    await two.rescan();
    // And what either makes of what the other made.
    for (let round = 0; round < 4; round += 1) {
      await bring('b.json', there, here);
      await one.rescan();
      await bring('b.json', here, there);
      await two.rescan();
    }

    const is = [[id, name, 't']];
    expect([await held(one), await held(two)]).toEqual([is, is]);
  },
);
