/**
 * A backup with themes and a connection is restored on a new computer. Main tells of the connection, by which every theme
 * has a place more, and of what came of the restore right after it: the window is still asking for the themes anew as the
 * report opens. Nobody changes any of them, and the person takes all of it back.
 */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { RestoreReport } from '@shared/transfer';
import { library } from '../../state/library.svelte';
import { transfer } from '../../state/transfer.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import Toasts from '../../ui/Toasts.svelte';
import TransferHost from './TransferHost.svelte';

beforeAll(() => layers.load(), 120_000);
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
