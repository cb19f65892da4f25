/**
 * A theme gets a name and then another, and a person takes both back, one right after the other (the key is held down).
 * Main has given a name back before it tells the list of it: that comes 40 ms after the edit, together with what else
 * changed (`announceSoon` in src-main/library/catalogue/theme-catalogue.ts).
 */
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { ThemeSummary } from '@shared/library';
import { renameTheme } from '../../features/themes/theme-actions';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import { undoLatestToast } from '../../ui/toast';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
});

const gatherMs = 40;

it.each<[string, number]>([
  ['the control: the list is told at once', 0],
  ['the list is told as main tells it', gatherMs],
])('takes back one name after the other, however quickly: %s', async (_name, afterMs) => {
  let revision = 1;
  let shown: ThemeSummary[] = [sampleSummary('Aster', { id: 'a' })];
  const tell = (): void => {
    revision += 1;
    main.emit('library.changed', { revision, upserted: shown, removed: [] });
  };
  const main = installFakeMain({
    library: {
      list: () => ({ revision, themes: shown, unreadable: [], folder: '/f', folderProblem: null }),
      rename: ({ id, name }) => {
        shown = shown.map((one) => (one.id === id ? { ...one, name } : one));
        if (afterMs === 0) tell();
        else setTimeout(tell, afterMs);
      },
    },
  });
  const isCalled = (name: string) => vi.waitFor(() => expect(library.themes[0]?.name).toBe(name));
  await library.start();
  await renameTheme({ id: 'a', name: 'Aster' }, 'Birch');
  await isCalled('Birch');
  await renameTheme({ id: 'a', name: 'Birch' }, 'Clover');
  await isCalled('Clover');
  undoLatestToast();
  undoLatestToast();
  await isCalled('Aster');
});
