/**
 * A person went back to this Foyer from a newer one, in which they had saved a filter that this one does not
 * know. It stays in the preferences (partly-read-lists.test.ts), and is handed to a backup with the others:
 * that reads it back before it is saved, leaves it out, and names it (../../transfer/restore.test.ts).
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { preferencesBackup } from './preferences-backup';
import { openPreferences } from './stored-preferences';

vi.mock('electron-store', () => import('../testing/electron-store'));

const filter = (name: string, kind = 'all') => ({ name, query: name, filter: kind, tag: null });
const spring = filter('Spring');
const newer = filter('Old ones', 'archived');

/** The preferences' part of a backup, of a profile with these preferences. */
async function partOf(stored: object) {
  const profile = await mkdtemp(join(tmpdir(), 'foyer-preferences-'));
  onTestFinished(() => rm(profile, { recursive: true, force: true }));
  await writeFile(join(profile, 'preferences.json'), JSON.stringify(stored));
  const { preferences } = openPreferences(profile);
  const nothing = () => Promise.reject(new Error('A backup sets nothing.'));
  return preferencesBackup({
    all: () => preferences.allKnown(),
    unread: (list) => preferences.unread(list),
    set: () => undefined,
    ...{ setTray: nothing, setLooksForUpdates: nothing, setLauncherKeys: nothing },
  });
}

it.each<[string, object[]]>([
  ['the control: all are known', [spring]],
  ['one is of a newer Foyer', [spring, newer]],
])('a backup is handed every filter that is stored: %s', async (_name, savedFilters) => {
  const part = await partOf({ savedFilters, favourites: ['aurora'] });
  expect(part.collect()).toMatchObject({ savedFilters, favourites: ['aurora'] });
});

it('so it is where only a newer Foyer knows any', async () => {
  const part = await partOf({ savedFilters: [newer] });
  expect(part.collect()).toMatchObject({ savedFilters: [newer] });
});

it('what there is no room for is not handed to it: with that, the list would be none', async () => {
  const savedFilters = Array.from({ length: 52 }, (_none, at) =>
    filter(`Filter ${String(at + 1)}`),
  );
  const part = await partOf({ savedFilters });
  expect(part.collect()).toMatchObject({ savedFilters: savedFilters.slice(0, 50) });
});
