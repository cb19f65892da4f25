/**
 * A person sorts the library another way, and a scanner, or a disk that fails for a moment, keeps the
 * preferences' file from being read right after it was written. Then they give a theme a star. What could
 * not be read is not taken for empty: the stars and saved filters of years are still there.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { SavedFilter } from '@shared/bridge/app';
import { scanner } from '../testing/electron-store';
import { openPreferences } from './stored-preferences';
import { createWindowPreferences } from './window-preferences';

vi.mock('electron-store', () => import('../testing/electron-store'));

const filter = (name: string): SavedFilter => ({ name, query: name, filter: 'all', tag: null });
const stored = { favourites: ['aurora', 'citrus'], savedFilters: [filter('Spring')] };

/** A window, and Foyer on a profile with these stars. */
async function opened() {
  const profile = await mkdtemp(join(tmpdir(), 'foyer-preferences-'));
  onTestFinished(() => rm(profile, { recursive: true, force: true }));
  const path = join(profile, 'preferences.json');
  await writeFile(path, JSON.stringify(stored));
  const main = createWindowPreferences(openPreferences(profile).preferences, () => undefined);
  // What it was told last (src-renderer/state/app.svelte.ts, `prefer`): a list is changed from there.
  let shown = main.shown();
  return {
    main,
    // It looks at whatever is written next.
    scan() {
      const before = readFileSync(path, 'utf8');
      scanner.holds = (text) => text !== before;
    },
    endScan() {
      scanner.holds = () => false;
    },
    sort: () => {
      shown = main.set({ librarySort: 'name' });
    },
    star: (id: string) => {
      shown = main.set({ favourites: [id, ...(shown.favourites ?? [])] });
    },
    save: (name: string) => {
      shown = main.set({ savedFilters: [...(shown.savedFilters ?? []), filter(name)] });
    },
    onDisk: async () => JSON.parse(await readFile(path, 'utf8')) as typeof stored,
  };
}

it.each<[string, boolean]>([
  ['the control: nobody looks at the file', false],
  ['a scanner has it for a moment', true],
])('a star and a filter are added to those that are there: %s', async (_name, isScanned) => {
  const { scan, endScan, sort, star, save, onDisk } = await opened();
  if (isScanned) scan();
  sort();
  endScan();
  star('mistral');
  save('Client A');
  expect(await onDisk()).toMatchObject({
    favourites: ['mistral', 'aurora', 'citrus'],
    savedFilters: [filter('Spring'), filter('Client A')],
  });
});

it('the window is not told that there are none', async () => {
  const { main, scan, endScan } = await opened();
  scan();
  onTestFinished(() => void endScan());
  const told = main.set({ librarySort: 'name' });
  expect(told).toMatchObject(stored);
});
