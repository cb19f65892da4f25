/**
 * A backup with themes and their stars is restored: main tells of the themes as they are added, and of the stars after
 * them, as it puts back the settings. Nobody changes any of them, and the person takes all of it back.
 */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Preferences } from '@shared/bridge/app';
import type { RestoreReport } from '@shared/transfer';
import { app } from '../../state/app.svelte';
import { favourites } from '../../state/favourites.svelte';
import { library } from '../../state/library.svelte';
import { transfer } from '../../state/transfer.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import Toasts from '../../ui/Toasts.svelte';
import TransferHost from './TransferHost.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  library.end();
  app.end();
});

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
