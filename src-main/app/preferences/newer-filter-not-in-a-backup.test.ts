/**
 * A person went back to this Foyer from a newer one, in which they had saved a filter that this one does not know. It
 * stays in the preferences (partly-read-lists.test.ts), and can't be put in a backup: that is said when one is saved.
 */
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { trial } from '../../transfer/trial-transfer';
import { preferencesBackup } from './preferences-backup';
import { openPreferences } from './stored-preferences';

// It can only be loaded inside Electron, and does no more than read.
vi.mock('electron-store', () => ({
  default: class {
    readonly #file: string;
    constructor({ cwd, name }: { cwd: string; name: string }) {
      this.#file = join(cwd, `${name}.json`);
    }
    get store(): unknown {
      const text = existsSync(this.#file) ? readFileSync(this.#file, 'utf8') : '{}';
      return JSON.parse(text) as unknown;
    }
  },
}));

const filter = (name: string, kind = 'all') => ({ name, query: name, filter: kind, tag: null });

it.each<[string, object[], number]>([
  ['the control: all are known', [filter('Spring')], 0],
  ['one is of a newer Foyer', [filter('Spring'), filter('Old ones', 'archived')], 1],
])('what is not in a backup is listed as it is saved: %s', async (_name, savedFilters, listed) => {
  const nothing = () => Promise.reject(new Error('A backup sets nothing.'));
  let all: ReturnType<typeof openPreferences>['preferences']['allKnown'] | undefined;
  const mine = await trial({
    parts: [
      preferencesBackup({
        all: () => all!(),
        set: () => undefined,
        ...{ setTray: nothing, setLooksForUpdates: nothing, setLauncherKeys: nothing },
      }),
    ],
  });
  const profile = join(mine.root, 'profile');
  await writeFile(join(profile, 'preferences.json'), JSON.stringify({ savedFilters }));
  all = openPreferences(profile).preferences.allKnown;
  mine.saves = join(mine.root, 'Foyer backup.foyer');
  const saved = await mine.transfer.backup(undefined);
  expect(saved?.leftOut).toHaveLength(listed);
});
