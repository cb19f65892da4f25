import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LibrarySnapshot, ThemeSummary } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { installFakeMain } from '../testing/fake-main';
import { sampleSummary } from '../testing/sample-summaries';
import { library } from './library.svelte';

function snapshot(revision: number, themes: ThemeSummary[]): LibrarySnapshot {
  return { revision, themes, unreadable: [], ids: [1], folder: '/home/mia/Foyer' };
}

const names = () => library.themes.map(({ name }) => name);

afterEach(() => library.end());

describe('library', () => {
  it('takes the snapshot', async () => {
    installFakeMain({
      library: { list: () => snapshot(1, [sampleSummary('Fern'), sampleSummary('Harbour')]) },
    });
    const started = library.start();
    expect(library.isLoaded).toBe(false);
    await started;
    expect(library.isLoaded).toBe(true);
    expect(library.count).toBe(2);
    expect(library.folder).toBe('/home/mia/Foyer');
  });

  it('follows changes, and keeps the objects of themes that did not change', async () => {
    const main = installFakeMain({
      library: { list: () => snapshot(1, [sampleSummary('Fern'), sampleSummary('Harbour')]) },
    });
    await library.start();
    const [fern] = library.themes;
    main.emit('library.changed', {
      revision: 2,
      upserted: [sampleSummary('Peony'), { ...sampleSummary('Harbour'), name: 'Haven' }],
      removed: [],
    });
    expect(names()).toEqual(['Fern', 'Haven', 'Peony']);
    expect(library.themes[0]).toBe(fern);
    main.emit('library.changed', { revision: 3, upserted: [], removed: ['id-fern'] });
    expect(names()).toEqual(['Haven', 'Peony']);
  });

  it('loses no change that comes while the snapshot is on its way', async () => {
    let answer: (value: LibrarySnapshot) => void = () => undefined;
    const main = installFakeMain({
      library: { list: () => new Promise<LibrarySnapshot>((resolve) => (answer = resolve)) },
    });
    const started = library.start();
    await vi.waitFor(() => expect(main.log).toHaveLength(1));
    main.emit('library.changed', { revision: 1, upserted: [sampleSummary('Old')], removed: [] });
    main.emit('library.changed', { revision: 3, upserted: [sampleSummary('Peony')], removed: [] });
    answer(snapshot(2, [sampleSummary('Fern')]));
    await started;
    expect(names()).toEqual(['Fern', 'Peony']);
  });

  it('takes a new snapshot when a revision is missing', async () => {
    const snapshots = [
      snapshot(1, [sampleSummary('Fern')]),
      snapshot(4, [sampleSummary('Fern'), sampleSummary('Peony'), sampleSummary('Kiln')]),
    ];
    const main = installFakeMain({
      library: { list: () => snapshots.shift() ?? snapshot(9, []) },
    });
    await library.start();
    main.emit('library.changed', { revision: 4, upserted: [sampleSummary('Kiln')], removed: [] });
    await vi.waitFor(() => expect(library.count).toBe(3));
    expect(main.log).toHaveLength(2);
  });

  it('counts tags by name', async () => {
    installFakeMain({
      library: {
        list: () =>
          snapshot(1, [
            sampleSummary('A', { tags: ['Sales', 'Booking'] }),
            sampleSummary('B', { tags: ['Sales', 'Sales'] }),
          ]),
      },
    });
    await library.start();
    expect(library.tags).toEqual([
      { name: 'Booking', count: 1 },
      { name: 'Sales', count: 2 },
    ]);
  });

  it('that could not be had is taken as soon as something of it is told', async () => {
    let isKnown = false;
    const main = installFakeMain({
      library: {
        list: () => {
          if (isKnown) return snapshot(2, [sampleSummary('Fern')]);
          throw new ProblemError({ code: 'storageLibraryUnknown', file: 'preferences.json' });
        },
      },
    });
    await library.start();
    expect(library.problem?.code).toBe('storageLibraryUnknown');
    isKnown = true;
    main.emit('library.changed', { revision: 2, upserted: [], removed: [] });
    await vi.waitFor(() => expect(names()).toEqual(['Fern']));
    expect(library.problem).toBeNull();
  });

  it('keeps a failure as a problem, and recovers', async () => {
    let isBroken = true;
    installFakeMain({
      library: {
        list: () => {
          if (isBroken) throw new ProblemError({ code: 'storageNoPermission', path: '/home/mia' });
          return snapshot(1, [sampleSummary('Fern')]);
        },
      },
    });
    await library.start();
    expect(library.problem?.code).toBe('storageNoPermission');
    expect(library.isLoaded).toBe(false);
    isBroken = false;
    await library.refresh();
    expect(library.problem).toBeNull();
    expect(names()).toEqual(['Fern']);
  });
});
