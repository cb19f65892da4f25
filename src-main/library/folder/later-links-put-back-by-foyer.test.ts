/**
 * A theme's file is taken away by a sync client, say, after the theme was published. An older version is
 * put back: saved as a new one, its template would be there twice.
 */
import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publicationKey } from '@shared/theme/theme';
import { libraryOfOne, northwind, onDay, putTheme } from '../testing/fixture-library';

const key = publicationKey(northwind);
const day = (days: number): string => onDay(days)().toISOString();
const published = { templateId: 't', at: day(5) };

/** Deleted on day 1, back from elsewhere on day 2, published on day 5, and taken away by others. */
async function publishedAndTakenAway() {
  let today = 1;
  const made = await libraryOfOne({}, { now: () => onDay(today)() });
  const { library, folders, document, id } = made;
  const { entries } = await library.handlers.remove({ ids: [id] });
  const file = join(folders.themes, 'a.json');
  const comesBack = async (): Promise<void> => {
    await putTheme(folders, 'a.json', document);
    await utimes(file, onDay(2)(), onDay(2)());
    await library.rescan();
  };
  await comesBack();
  today = 5;
  await library.setPublication(id, key, published);
  await rm(file);
  await library.rescan();
  expect((await library.handlers.list(undefined)).themes).toEqual([]);
  today = 6;
  return { ...made, entries, comesBack };
}

it.each(['by hand', 'from a backup', 'from the bin'])(
  'the theme has its link when it is put back %s',
  async (how) => {
    const { library, document, id, entries, comesBack } = await publishedAndTakenAway();
    if (how === 'by hand') await comesBack();
    if (how === 'from a backup') await library.putBack(document, 'keepBoth', day(2));
    if (how === 'from the bin') await library.handlers.restore({ entries });
    expect((await library.saved(id)).publications[key]?.templateId).toBe('t');
  },
);
