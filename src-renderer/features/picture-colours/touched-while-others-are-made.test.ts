/**
 * Themes are made of several pictures, or copies of several themes, one after the other: the first is in the library,
 * and a person goes on with it while the rest are being made. Ctrl Z takes back what was made: none with which a
 * person did something since, and without waiting for one that they deleted, which is not away for a moment.
 */
import { beforeEach, expect, it, vi } from 'vitest';
import type { ThemeSummary } from '@shared/library';
import { outbox } from '../../state/outbox.svelte';
import { library } from '../../state/library.svelte';
import { navigation } from '../../state/navigation.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { toast, undoLatestToast } from '../../ui/toast';
import { bridge } from '../../bridge';
import { duplicateThemes } from '../themes/theme-actions';
import { themesFromPictures } from './themes-from-pictures';

vi.mock('./read-picture', () => ({
  biggestPicture: 1_000,
  coloursOfPicture: () => Promise.resolve(['#FF0000']),
}));
vi.mock('./theme-colours', () => ({ themeColours: () => [] }));

beforeEach(() => {
  while (undoLatestToast());
});

async function world() {
  let revision = 1;
  let themes: ThemeSummary[] = [];
  const removed: string[] = [];
  const put = (theme: ThemeSummary) => {
    themes = [...themes.filter(({ id }) => id !== theme.id), theme];
    revision += 1;
    main.emit('library.changed', { revision, upserted: [theme], removed: [] });
  };
  let release: () => void = () => undefined;
  const gate = new Promise<void>((done) => (release = done));
  const main = installFakeMain({
    library: {
      list: () => ({
        revision,
        themes,
        unreadable: [],
        ids: [1],
        folder: '/f',
        folderProblem: null,
      }),
      ofLibrary: ({ ids }: { ids: string[] }) => ({
        ids: ids.filter((id) => themes.some((theme) => theme.id === id)),
      }),
      versions: () => ({ versions: [], unreadable: 0 }),
      create: async ({ name }: { name: string }) => {
        if (name === 'Two') await gate;
        put(sampleSummary(name, { id: name }));
        return { id: name };
      },
      duplicate: async () => {
        put(sampleSummary('One', { id: 'One' }));
        await gate;
        put(sampleSummary('Two', { id: 'Two' }));
        return { ids: ['One', 'Two'], problem: null };
      },
      rename: ({ id, name }: { id: string; name: string }) => {
        put(sampleSummary(name, { id }));
        return { replaced: id };
      },
      remove: ({ ids }: { ids: string[] }) => {
        removed.push(...ids);
        themes = themes.filter(({ id }) => !ids.includes(id));
        revision += 1;
        main.emit('library.changed', { revision, upserted: [], removed: ids });
        return { ids, entries: ids, problem: null };
      },
    } as never,
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused: false, items: [], deliveries: [], holds: [] },
        progress: { done: 0, all: 0 },
      }),
    },
  });
  await outbox.start();
  await library.start();
  return { removed, release };
}

const made = {
  pictures: () =>
    themesFromPictures([new File(['1'], 'one.png'), new File(['2'], 'two.png')], navigation.place),
  copies: () => duplicateThemes(['a', 'b']),
};

it.each([
  ['the control: it is deleted afterwards', 'pictures', 'after'],
  ['the control: it is deleted afterwards', 'copies', 'after'],
  ['it is deleted meanwhile', 'pictures', 'meanwhile'],
  ['it is deleted meanwhile', 'copies', 'meanwhile'],
] as const)('%s (%s)', async (_name, how, when) => {
  const { removed, release } = await world();
  const older = vi.fn(() => Promise.resolve('done' as const));
  toast('What was done before', { undo: older });
  const making = made[how]();
  await vi.waitFor(() => expect(library.themes).toHaveLength(1));
  if (when === 'meanwhile') await bridge.library.remove({ ids: ['One'] });
  release();
  await making;
  if (when === 'after') await bridge.library.remove({ ids: ['One'] });
  undoLatestToast();
  undoLatestToast();
  await vi.waitFor(() => expect(removed).toContain('Two'));
  // Nothing of it is left: the next one is taken back in its turn.
  await vi.waitFor(() => expect(older).toHaveBeenCalled());
  library.end();
  outbox.end();
});

it.each([
  ['the control: nothing was done with it', 'pictures', false],
  ['the control: nothing was done with it', 'copies', false],
  ['it is renamed meanwhile', 'pictures', true],
  ['it is renamed meanwhile', 'copies', true],
] as const)('%s (%s)', async (_name, how, isRenamed) => {
  const { removed, release } = await world();
  const making = made[how]();
  await vi.waitFor(() => expect(library.themes).toHaveLength(1));
  // As the studio does it: of this there is no toast.
  if (isRenamed) await bridge.library.rename({ id: 'One', name: 'Mine' });
  release();
  await making;
  undoLatestToast();
  await vi.waitFor(() => expect(removed).toContain('Two'));
  expect(removed.includes('One')).toBe(!isRenamed);
  library.end();
  outbox.end();
});
