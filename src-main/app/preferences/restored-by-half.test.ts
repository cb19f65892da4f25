/**
 * A backup is restored, and a scanner, or a disk that fails for a moment, has the preferences' file right after the stars
 * of the backup were written to it: the settings after them are refused. What is said to have changed has changed, and the
 * windows show it: a window makes its next list out of what it was shown.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Preferences } from '@shared/bridge/app';
import { scanner } from '../testing/electron-store';
import { preferencesBackup } from './preferences-backup';
import { openPreferences } from './stored-preferences';
import { createWindowPreferences } from './window-preferences';

vi.mock('electron-store', () => import('../testing/electron-store'));

const backup = {
  ...{ appearance: 'dark', textSize: 125, favourites: ['of-the-backup'] },
  savedFilters: [{ name: 'Spring', query: 'spring', filter: 'all', tag: null }],
};

/** Foyer and its window, after the backup was restored; `said` is how many settings the report says have changed. */
async function restored(isScanned: boolean) {
  const profile = await mkdtemp(join(tmpdir(), 'foyer-preferences-'));
  onTestFinished(() => rm(profile, { recursive: true, force: true }));
  const path = join(profile, 'preferences.json');
  await writeFile(path, JSON.stringify({ favourites: ['mine'] }));
  const onDisk = async () => JSON.parse(await readFile(path, 'utf8')) as Preferences;
  const { preferences } = openPreferences(profile);
  let shown: Preferences | undefined;
  const main = createWindowPreferences(preferences, (_room, _event, told) => {
    shown = told as Preferences;
  });
  shown = main.shown();
  const nothing = () => Promise.resolve();
  const part = preferencesBackup({
    all: () => preferences.allKnown(),
    unread: (list) => preferences.unread(list),
    set: (changes) => void main.set(changes),
    ...{ setTray: nothing, setLooksForUpdates: nothing, setLauncherKeys: nothing },
  });
  const putBack = part.prepare(backup);
  // It takes the file once that has the backup's stars.
  scanner.holds = (text) => isScanned && text.includes('of-the-backup');
  onTestFinished(() => {
    scanner.holds = () => false;
  });
  // As `Restore.attempt` does (src-main/transfer/restore.ts).
  const said = await putBack(() => undefined).catch(() => 0);
  scanner.holds = () => false;
  const now = await onDisk();
  const changed = Object.entries({ ...backup, favourites: ['mine', 'of-the-backup'] }).filter(
    ([key, value]) => JSON.stringify(now[key as keyof Preferences]) === JSON.stringify(value),
  ).length;
  /** A person gives a theme a star (src-renderer/state/favourites.svelte.ts). */
  const star = async (id: string): Promise<readonly string[] | undefined> => {
    main.set({ favourites: [id, ...(shown?.favourites ?? [])] });
    return (await onDisk()).favourites;
  };
  return { said, changed, star };
}

it.each([
  ['the control: the file can be read', false],
  ['a scanner has the file', true],
])('as many settings have changed as it says: %s', async (_name, isScanned) => {
  const { said, changed } = await restored(isScanned);
  expect(said).toBe(changed);
});

it.each([
  ['the control: the file can be read', false],
  ['a scanner has the file', true],
])('the next star takes none of the restored ones away: %s', async (_name, isScanned) => {
  const { changed, star } = await restored(isScanned);
  expect(changed).toBeGreaterThan(0);
  expect(await star('new')).toEqual(['new', 'mine', 'of-the-backup']);
});
