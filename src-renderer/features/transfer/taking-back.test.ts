import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Preferences } from '@shared/bridge/app';
import type { ImportReport, RestoreReport } from '@shared/transfer';
import { app } from '../../state/app.svelte';
import { favourites } from '../../state/favourites.svelte';
import { library } from '../../state/library.svelte';
import type { LibraryTheme } from '../../state/theme-status';
import { transfer } from '../../state/transfer.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import Toasts from '../../ui/Toasts.svelte';
import { layers } from '../../ui/layers';
import TransferHost from './TransferHost.svelte';
import { takeBack } from './take-back';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (transfer.told) transfer.dismiss();
});
afterEach(() => {
  library.end();
  app.end();
});

/**
 * Themes were imported, or restored from a backup. The report is still open while another program changes one
 * of them, and then a person takes all of it back.
 */
describe('themes that were changed since', () => {
  beforeEach(() => transfer.dismiss());

  /** Each has its own names: a toast of one is still there in the next. */
  const inFiles = ['Aster', 'Birch', 'Clover'].map((name) => sampleSummary(name));
  const inBackup = ['Dahlia', 'Elder', 'Fern'].map((name) => sampleSummary(name));
  const imported: ImportReport = {
    imported: inFiles.map(({ id, name }) => ({
      ...{ id, name, leftOut: [], moreLeftOut: 0 },
      kind: 'theme',
      ...{ defaulted: [], picturesWait: false, neverLoad: [] },
    })),
    ...{ failed: [], notDone: 0, isStopped: false },
  };
  const restored: RestoreReport = {
    exportedAt: '2026-11-20T10:00:00.000Z',
    themes: inBackup.map(({ id, name }) => ({ id, name, outcome: 'added', leftLink: null })),
    ...{ added: 3, same: 0, keptBoth: 0, replaced: 0, notDone: 0, isStopped: false },
    ...{ failed: [], parts: {}, partsNotDone: [], unknownParts: [] },
  };

  /** All of it is taken back after these have changed; gives the names of what went to the bin. */
  async function takenBack(
    told: { kind: 'import'; report: ImportReport } | { kind: 'restore'; report: RestoreReport },
    themes: readonly LibraryTheme[],
    changed: readonly string[],
  ): Promise<string[]> {
    const removed: string[] = [];
    const main = installFakeMain({
      library: {
        list: () => ({ revision: 1, themes: [...themes], unreadable: [], ids: [1], folder: '/f' }),
        remove: ({ ids }) => {
          removed.push(...themes.filter(({ id }) => ids.includes(id)).map(({ name }) => name));
          return { ids, problem: null, entries: ids };
        },
      },
    });
    await library.start();
    render(Toasts);
    render(TransferHost);
    await transfer.bring(() => Promise.resolve(told));
    const undo = await screen.findByRole('button', { name: /^Undo(?:: move| the)/u });
    const upserted = themes
      .filter(({ name }) => changed.includes(name))
      .map((theme) => ({ ...theme, tags: ['Client'] }));
    main.emit('library.changed', { revision: 2, upserted, removed: [] });
    await userEvent.click(undo);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    return removed;
  }

  describe.each([
    ['an import', { kind: 'import', report: imported } as const, inFiles],
    ['a restore', { kind: 'restore', report: restored } as const, inBackup],
  ])('of %s', (_of, told, themes) => {
    const names = themes.map(({ name }) => name);
    const [first = '', second = '', third = ''] = names;

    it('the control: what is as it was goes to the bin', async () => {
      expect(await takenBack(told, themes, [])).toEqual(names);
    });

    it('what was changed since stays, and is named', async () => {
      expect(await takenBack(told, themes, [second])).toEqual([first, third]);
      expect(await screen.findByText(`${second} was changed since, and stays`)).toBeVisible();
    });

    it('nothing is moved where all of it was changed since', async () => {
      expect(await takenBack(told, themes, names)).toEqual([]);
      const text = `3 themes were changed since, and stay: ${names.join(', ')}`;
      expect(await screen.findByText(text)).toBeVisible();
    });
  });
});

/**
 * An import is taken back from its report while a sync program has one of the themes' files for a moment. That theme
 * can't be deleted then: it is named, as one is that was changed since, because it stays.
 */
describe('a theme whose file is away', () => {
  const harbour = sampleSummary('Harbour');

  /** Takes Harbour and another one back; `there` are in the library then. */
  async function takeBothBack(
    other: typeof harbour,
    there: readonly (typeof harbour)[],
    isAsItCame: (theme: { id: string }) => boolean,
  ): Promise<string[]> {
    const removed: string[] = [];
    installFakeMain({
      library: {
        list: () => ({ revision: 1, themes: [...there], unreadable: [], ids: [1], folder: '/f' }),
        // Those that are gone are passed over.
        remove: ({ ids }) => {
          const gone = ids.filter((id) => there.some((theme) => theme.id === id));
          removed.push(...gone);
          return { ids: gone, entries: gone.map((id) => `entry of ${id}`), problem: null };
        },
      },
    });
    await library.start();
    render(Toasts);
    await takeBack([harbour, other], { ofLibrary: library.id, isAsItCame });
    return removed;
  }

  it('the control: one that was changed since stays, and is named', async () => {
    const quay = sampleSummary('Quay');
    const removed = await takeBothBack(quay, [harbour, quay], ({ id }) => id !== quay.id);
    expect(removed).toEqual([harbour.id]);
    await waitFor(() => expect(document.body).toHaveTextContent('Quay'));
  });

  it('the control: none is named where all are deleted', async () => {
    const pier = sampleSummary('Pier');
    const removed = await takeBothBack(pier, [harbour, pier], () => true);
    expect(removed).toEqual([harbour.id, pier.id]);
    await screen.findByText(/2 themes/u);
    expect(document.body).not.toHaveTextContent('Pier');
  });

  it('one whose file is away stays, and is named', async () => {
    const reef = sampleSummary('Reef');
    const removed = await takeBothBack(reef, [harbour], () => true);
    expect(removed).toEqual([harbour.id]);
    await waitFor(() => expect(document.body).toHaveTextContent('Reef'));
  });
});

/**
 * A backup with themes and a connection is restored on a new computer. Main tells of the connection, by which every theme
 * has a place more, and of what came of the restore right after it: the window is still asking for the themes anew as the
 * report opens. Nobody changes any of them, and the person takes all of it back.
 */
describe('themes that came with a connection', () => {
  beforeEach(() => transfer.dismiss());

  it.each<[string, readonly string[], boolean]>([
    ['the control: the themes were asked for before', ['Alder', 'Beech'], false],
    ['the themes are being asked for', ['Cedar', 'Dogwood'], true],
  ])('%s', async (_name, names, isLate) => {
    // They were published by that connection.
    const themes = names.map((name) => sampleSummary(name, { place: { templateId: `t-${name}` } }));
    const removed: string[] = [];
    let revision = 1;
    let shown: typeof themes = [];
    let answer: () => void = () => undefined;
    let isHeld = false;
    const main = installFakeMain({
      library: {
        list: async () => {
          const now = { revision, themes: [...shown], unreadable: [], folder: '/f' };
          if (isHeld) await new Promise<void>((resolve) => (answer = resolve));
          return { ...now, ids: [1] };
        },
        remove: ({ ids }) => {
          removed.push(...ids);
          return { ids, problem: null, entries: ids };
        },
      },
    });
    await library.start();
    render(Toasts);
    render(TransferHost);
    // Nothing is connected yet as the themes are added, each told soon after it.
    shown = themes.map((theme) => ({ ...theme, places: [] }));
    revision = 2;
    main.emit('library.changed', { revision, upserted: shown, removed: [] });
    // The connection: a gap (`announceAll`).
    shown = themes;
    revision = 4;
    isHeld = isLate;
    main.emit('library.changed', { revision, upserted: [], removed: [] });
    if (!isLate) await waitFor(() => expect(library.themes[0]?.places).toHaveLength(1));
    const report: RestoreReport = {
      exportedAt: '2026-11-20T10:00:00.000Z',
      themes: themes.map(({ id, name }) => ({ id, name, outcome: 'added', leftLink: null })),
      ...{ added: 2, same: 0, keptBoth: 0, replaced: 0, notDone: 0, isStopped: false },
      ...{ failed: [], parts: { connections: 1 }, partsNotDone: [], unknownParts: [] },
    };
    await transfer.bring(() => Promise.resolve({ kind: 'restore', report }));
    const undo = await screen.findByRole('button', { name: /^Undo: move/u });
    answer();
    await waitFor(() => expect(library.themes[0]?.places).toHaveLength(1));
    await userEvent.click(undo);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(removed).toEqual(themes.map(({ id }) => id));
  });
});

/**
 * A backup with themes and their stars is restored: main tells of the themes as they are added, and of the stars after
 * them, as it puts back the settings. Nobody changes any of them, and the person takes all of it back.
 */
describe('themes that came with their stars', () => {
  const noStars: Preferences = {
    ...{ appearance: 'system', textSize: 100, locale: 'en', loadPictures: true },
    favourites: [],
  };

  it.each<[string, readonly string[], boolean]>([
    ['the control: none has a star', ['Alder', 'Beech'], false],
    ['the first has a star in the backup', ['Cedar', 'Dogwood'], true],
  ])('%s', async (_name, names, isStarred) => {
    const themes = names.map((name) => sampleSummary(name));
    const removed: string[] = [];
    const main = installFakeMain({
      app: {
        state: () => ({
          ...{ preferences: noStars, platform: 'linux' as const, version: '1', electron: '1' },
          ...{ hasKnownHoles: false, isFirstRun: false },
        }),
      },
      library: {
        list: () => ({ revision: 1, themes: [], unreadable: [], ids: [1], folder: '/f' }),
        remove: ({ ids }) => {
          removed.push(...ids);
          return { ids, problem: null, entries: ids };
        },
      },
    });
    await app.start();
    await library.start();
    render(Toasts);
    render(TransferHost);
    const stars = isStarred ? themes.slice(0, 1).map(({ id }) => id) : [];
    const report: RestoreReport = {
      exportedAt: '2026-11-20T10:00:00.000Z',
      themes: themes.map(({ id, name }) => ({ id, name, outcome: 'added', leftLink: null })),
      ...{ added: 2, same: 0, keptBoth: 0, replaced: 0, notDone: 0, isStopped: false },
      ...{ failed: [], parts: { preferences: stars.length }, partsNotDone: [], unknownParts: [] },
    };
    await transfer.bring(async () => {
      main.emit('library.changed', { revision: 2, upserted: themes, removed: [] });
      if (isStarred) main.emit('app.preferencesChanged', { ...noStars, favourites: stars });
      return Promise.resolve({ kind: 'restore', report });
    });
    expect([...favourites.ids]).toEqual(stars);
    await userEvent.click(await screen.findByRole('button', { name: /^Undo: move/u }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(removed).toEqual(themes.map(({ id }) => id)));
  });
});
