/**
 * Themes were imported, or restored from a backup. The report is still open while another program changes one
 * of them, and then a person takes all of it back.
 */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ImportReport, RestoreReport } from '@shared/transfer';
import { library } from '../../state/library.svelte';
import type { LibraryTheme } from '../../state/theme-status';
import { transfer } from '../../state/transfer.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import Toasts from '../../ui/Toasts.svelte';
import TransferHost from './TransferHost.svelte';

beforeAll(() => layers.load(), 120_000);
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
