import { describe, expect, it } from 'vitest';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { example } from '../../testing/fixture-stored-formats';
import { preferencesBackup, type BackedUpPreferences } from './preferences-backup';

type Kept = ReturnType<BackedUpPreferences['all']>;

const unchosen: Kept = {
  ...{ appearance: 'system', textSize: 100, locale: 'en', loadPictures: true },
  ...{ launcherKeys: '', isInTray: true, closesToTray: false, looksForUpdates: null },
};

/** The settings of a computer, on which another program has the keys Control+Alt+F8. */
function computer(chosen: Partial<Kept> = {}, faults: Partial<BackedUpPreferences> = {}) {
  let here: Kept = { ...unchosen, ...chosen };
  const change = (changes: object) => {
    here = { ...here, ...changes };
    return Promise.resolve();
  };
  const part = preferencesBackup({
    all: () => here,
    unread: () => [],
    set: (changes) => void change(changes),
    setTray: (changes) =>
      change(
        Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
      ),
    setLooksForUpdates: (isOn) => change({ looksForUpdates: isOn }),
    setLauncherKeys(keys) {
      if (keys !== 'Control+Alt+F8') return change({ launcherKeys: keys });
      const isWayland = false;
      return Promise.reject(new ProblemError({ code: 'keysRefused', keys, isWayland }));
    },
    ...faults,
  });
  const leftOut: { name: string; problem: Problem }[] = [];
  return {
    here: () => here,
    leftOut,
    /** As it comes out of the file. */
    backup: () => JSON.parse(JSON.stringify(part.collect())) as Record<string, unknown>,
    /** How many were different here. */
    restore: (backup: unknown) =>
      part.prepare(backup)((name, problem) => leftOut.push({ name, problem })),
  };
}

describe('the settings of a backup', () => {
  it('count as replaced where they were different here, and only there', async () => {
    const backup = computer({ appearance: 'dark', librarySort: 'name' }).backup();
    const same = computer({ appearance: 'dark', librarySort: 'name' });
    expect(await same.restore(backup)).toBe(0);
    const other = computer({ appearance: 'light', librarySort: 'name', textSize: 125 });
    expect(await other.restore(backup)).toBe(2);
    expect(other.here()).toMatchObject({ appearance: 'dark', textSize: 100 });
  });

  it('have favourites and saved filters, which are no different where they say the same', async () => {
    const filter = { name: 'Mine', query: 'blue', filter: 'draft', tag: null } as const;
    const kept = { favourites: ['a'], savedFilters: [filter], recentThemes: ['b'] };
    const backup = computer(kept).backup();
    expect(backup).not.toHaveProperty('recentThemes');
    expect(await computer(structuredClone(kept)).restore(backup)).toBe(0);
    const other = computer({ favourites: [], savedFilters: [], recentThemes: ['c'] });
    expect(await other.restore(backup)).toBe(2);
    expect(other.here()).toMatchObject({ ...kept, recentThemes: ['c'] });
  });
});

describe('the launcher’s keys, the tray and the choice about updates', () => {
  const chosen = {
    ...{ launcherKeys: 'Control+Alt+P', isInTray: false },
    ...{ closesToTray: true, looksForUpdates: true },
  };

  it('come back with a backup, and each counts', async () => {
    const other = computer();
    expect(await other.restore(computer(chosen).backup())).toBe(4);
    expect(other.here()).toEqual({ ...unchosen, ...chosen });
    expect(other.leftOut).toEqual([]);
    expect(await other.restore(computer(chosen).backup())).toBe(0);
  });

  it('are restored but for keys that are not to be had here, which is told', async () => {
    const other = computer({ launcherKeys: 'Control+Alt+F7' });
    const taken = { ...chosen, launcherKeys: 'Control+Alt+F8' };
    expect(await other.restore(computer(taken).backup())).toBe(3);
    expect(other.here()).toEqual({ ...unchosen, ...chosen, launcherKeys: 'Control+Alt+F7' });
    expect(other.leftOut).toEqual([
      {
        name: 'Launcher shortcut',
        problem: { code: 'keysRefused', keys: 'Control+Alt+F8', isWayland: false },
      },
    ]);
  });

  it('leave those put back that came before one that the disk refuses, and are told of', async () => {
    const full = new ProblemError({ code: 'storageFull', path: '/p' });
    const other = computer({}, { setTray: () => Promise.reject(full) });
    expect(await other.restore(computer({ ...chosen, appearance: 'dark' }).backup())).toBe(3);
    const { isInTray, closesToTray } = unchosen;
    const putBack = { ...chosen, appearance: 'dark' };
    expect(other.here()).toEqual({ ...unchosen, ...putBack, isInTray, closesToTray });
    expect(other.leftOut).toEqual([{ name: 'Show Foyer in the tray', problem: full.problem }]);
  });

  it('stay as they are here where nobody had decided, and where an earlier Foyer made the backup', async () => {
    const undecided = computer({ looksForUpdates: false });
    expect(await undecided.restore(computer().backup())).toBe(0);
    expect(undecided.here()).toMatchObject({ looksForUpdates: false });
    const { parts } = JSON.parse(await example('backup')) as { parts: { preferences: object } };
    const earlier = computer({ ...chosen, librarySort: 'edited' });
    expect(await earlier.restore(parts.preferences)).toBe(1);
    expect(earlier.here()).toMatchObject({ ...chosen, textSize: 125 });
  });

  it.each([
    { launcherKeys: 5 },
    { launcherKeys: 'Control+'.repeat(20) },
    { isInTray: 'yes' },
    { closesToTray: null },
    { looksForUpdates: 'daily' },
  ])('are refused before anything is restored where they make no sense: %j', (nonsense) => {
    const { restore, here } = computer();
    expect(() => restore({ appearance: 'dark', ...nonsense })).toThrow();
    expect(here()).toEqual(unchosen);
  });
});
