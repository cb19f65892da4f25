/**
 * A backup is restored to get one deleted theme back. What a person has starred and which filters they have saved since
 * that backup was made: "Restore a backup adds what is missing".
 */
import { expect, it } from 'vitest';
import { preferencesSchema, type SavedFilter } from '@shared/bridge/app';
import { preferencesBackup } from './preferences-backup';

const filter = (name: string): SavedFilter => ({ name, query: name, filter: 'all', tag: null });

/** What a person has when a backup is restored that was made when they had `before`. */
async function restored(
  before: { favourites: string[]; savedFilters: SavedFilter[] },
  now: { favourites: string[]; savedFilters: SavedFilter[] },
) {
  const stored = { appearance: 'dark', textSize: 100, locale: 'en', loadPictures: true };
  let here = preferencesSchema.parse({ ...stored, ...before });
  const part = preferencesBackup({
    all: () => here,
    set: (changes) => {
      here = preferencesSchema.parse({ ...here, ...changes });
    },
  });
  const backup = JSON.parse(JSON.stringify(part.collect())) as unknown;
  here = preferencesSchema.parse({ ...stored, ...now });
  await part.prepare(backup)();
  return here;
}

it('the control: what is missing here comes back', async () => {
  const had = { favourites: ['aurora'], savedFilters: [filter('Spring')] };
  expect(await restored(had, { favourites: [], savedFilters: [] })).toMatchObject(had);
});

it('a star that was given since the backup stays', async () => {
  const { favourites } = await restored(
    { favourites: ['aurora'], savedFilters: [] },
    { favourites: ['citrus', 'aurora'], savedFilters: [] },
  );
  expect(favourites).toContain('citrus');
});

it('a filter that was saved since the backup stays', async () => {
  const { savedFilters } = await restored(
    { favourites: [], savedFilters: [filter('Spring')] },
    { favourites: [], savedFilters: [filter('Spring'), filter('Client A')] },
  );
  expect(savedFilters?.map(({ name }) => name)).toContain('Client A');
});
