/**
 * A backup is restored to get one deleted theme back: the stars and saved filters that a person has by then stay, and
 * those of the backup are added to them.
 */
import { expect, it } from 'vitest';
import type { SavedFilter } from '@shared/bridge/app';
import type { Problem } from '@shared/problem';
import { preferencesBackup, type BackedUpPreferences } from './preferences-backup';

type Kept = ReturnType<BackedUpPreferences['all']>;
interface Lists {
  favourites: string[];
  savedFilters: SavedFilter[];
}

const filter = (name: string, query = name): SavedFilter => ({
  ...{ name, query, filter: 'all', tag: null },
});

const stored: Kept = {
  ...({ appearance: 'dark', textSize: 100, locale: 'en', loadPictures: true } as const),
  ...{ launcherKeys: '', isInTray: true, closesToTray: false, looksForUpdates: null },
};

/** What a person has when a backup is restored, twice, that was made when they had `before`. */
async function restored(before: Lists, now: Lists) {
  let here: Kept = { ...stored, ...before };
  const nothing = () => Promise.reject(new Error('It is as it was.'));
  const part = preferencesBackup({
    all: () => here,
    unread: () => [],
    set: (changes) => {
      here = { ...here, ...(changes as Partial<Kept>) };
    },
    ...{ setTray: nothing, setLooksForUpdates: nothing, setLauncherKeys: nothing },
  });
  const backup = JSON.parse(JSON.stringify(part.collect())) as unknown;
  here = { ...stored, ...now };
  let leftOut: { name: string; problem: Problem }[] = [];
  for (const isAgain of [false, true]) {
    leftOut = [];
    const count = await part.prepare(backup)((name, problem) => leftOut.push({ name, problem }));
    if (isAgain) expect(count).toBe(0);
  }
  return { favourites: here.favourites, savedFilters: here.savedFilters, leftOut };
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
  expect(favourites).toEqual(['citrus', 'aurora']);
});

it('a filter that was saved since the backup stays', async () => {
  const { savedFilters } = await restored(
    { favourites: [], savedFilters: [filter('Spring')] },
    { favourites: [], savedFilters: [filter('Spring'), filter('Client A')] },
  );
  expect(savedFilters).toEqual([filter('Spring'), filter('Client A')]);
});

it('a filter whose name is another’s by now comes back under a name like it', async () => {
  const { savedFilters } = await restored(
    { favourites: [], savedFilters: [filter('Spring', 'sand')] },
    { favourites: [], savedFilters: [filter('Spring', 'beach')] },
  );
  expect(savedFilters).toEqual([filter('Spring', 'beach'), filter('Spring 2', 'sand')]);
});

it('a filter that has another name by now is not added once more', async () => {
  const renamed = [filter('Summer', 'sand')];
  const { savedFilters } = await restored(
    { favourites: [], savedFilters: [filter('Spring', 'sand')] },
    { favourites: [], savedFilters: renamed },
  );
  expect(savedFilters).toEqual(renamed);
});

it('a filter for which there is no room is named', async () => {
  const many = Array.from({ length: 50 }, (_, at) => filter(`Filter ${String(at)}`));
  const { savedFilters, leftOut } = await restored(
    { favourites: [], savedFilters: [filter('Spring')] },
    { favourites: [], savedFilters: many },
  );
  expect(savedFilters).toEqual(many);
  expect(leftOut).toEqual([{ name: 'Spring', problem: { code: 'savedFiltersFull', most: 50 } }]);
});
