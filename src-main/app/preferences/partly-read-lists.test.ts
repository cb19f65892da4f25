/**
 * One entry of a list among the preferences can't be read: a newer Foyer wrote it, or it is damaged. The
 * others are there, and a change of them leaves it in the file.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { preferencesSchema, type SavedFilter } from '@shared/bridge/app';
import { openPreferences } from './stored-preferences';
import { createWindowPreferences } from './window-preferences';

vi.mock('electron-store', () => import('../testing/electron-store'));

/** Foyer on a profile with these preferences. */
async function opened(stored: object) {
  const profile = await mkdtemp(join(tmpdir(), 'foyer-preferences-'));
  onTestFinished(() => rm(profile, { recursive: true, force: true }));
  await writeFile(join(profile, 'preferences.json'), JSON.stringify(stored));
  const { preferences, file } = openPreferences(profile);
  const onDisk = async () => JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  return { preferences, onDisk };
}

const filter = (name: string): SavedFilter => ({ name, query: 'blue', filter: 'draft', tag: null });
/** A newer Foyer has a status that this one doesn't know. */
const newer = { ...filter('Archived'), filter: 'archived' };

it.each([
  ['savedFilters', filter('First'), newer, filter('Last')],
  ['savedFilters', filter('First'), 'damaged', filter('Last')],
  ['favourites', 'first', { theme: 'of-a-newer-foyer' }, 'last'],
  ['recentThemes', 'first', { theme: 'of-a-newer-foyer' }, 'last'],
  ['recentCommands', 'first', null, 'last'],
] as const)(
  '%s: the others are there, and it stays when one is taken away',
  async (key, ...all) => {
    const [first, unread, last] = all;
    const { preferences, onDisk } = await opened({ [key]: all });
    expect(preferences.get(key)).toEqual([first, last]);
    preferences.set(key, [last] as never);
    expect(preferences.get(key)).toEqual([last]);
    expect((await onDisk())[key]).toEqual([last, unread]);
  },
);

it('a filter that is saved in the window joins those that were there', async () => {
  const { preferences, onDisk } = await opened({ savedFilters: [filter('First'), newer] });
  const inWindow = createWindowPreferences(preferences, () => undefined);
  const { savedFilters = [] } = inWindow.shown();
  inWindow.set({ savedFilters: [...savedFilters, filter('Added')] });
  expect((await onDisk())['savedFilters']).toEqual([filter('First'), filter('Added'), newer]);
});

it('of more filters than there is room for, the first ones are shown and none is lost', async () => {
  const all = Array.from({ length: 52 }, (_none, at) => filter(`Filter ${String(at + 1)}`));
  const { preferences, onDisk } = await opened({ savedFilters: all });
  const shown = preferences.get('savedFilters') ?? [];
  expect(shown).toEqual(all.slice(0, 50));
  expect(preferencesSchema.parse(preferences.all()).savedFilters).toHaveLength(50);
  preferences.set('savedFilters', shown.slice(1));
  expect((await onDisk())['savedFilters']).toEqual(all.slice(1));
  expect(preferences.get('savedFilters')).toEqual(all.slice(1, 51));
});

it('a list that is none counts as empty, and only another choice of it takes its place', async () => {
  const { preferences, onDisk } = await opened({ savedFilters: 'damaged', textSize: 125 });
  expect(preferences.get('savedFilters')).toEqual([]);
  preferences.set('textSize', 150);
  expect(await onDisk()).toEqual({ savedFilters: 'damaged', textSize: 150 });
  preferences.set('savedFilters', [filter('First')]);
  expect(await onDisk()).toEqual({ savedFilters: [filter('First')], textSize: 150 });
});
