/**
 * A backup is restored in which two themes are the same, and a link of each is left out: main tells of the one of them that
 * is here twice (src-main/transfer/told-twice-of-one-theme.test.ts). A person reads the report all the same.
 */
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { RestoreReport } from '@shared/transfer';
import { library } from '../../state/library.svelte';
import { transfer } from '../../state/transfer.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import TransferHost from './TransferHost.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => library.end());

it.each([
  ['the control: of two themes', ['Harbour', 'Harbour 2']],
  ['of one, twice', ['Harbour 2', 'Harbour 2']],
])('the report can be read: %s', async (_name, ids) => {
  const all = [...new Set(ids)].map((id) => ({ ...sampleSummary(id), id }));
  installFakeMain({
    library: {
      list: () => ({ revision: 1, themes: all, unreadable: [], ids: [1], folder: '/f' }),
    },
  });
  await library.start();
  render(TransferHost);
  const names = ['Harbour', 'Harbour 2'];
  const report: RestoreReport = {
    exportedAt: '2026-11-20T10:00:00.000Z',
    themes: names.map((name, at) => ({
      ...{ id: ids[at] ?? '', name },
      ...({ outcome: 'same', leftLink: 'linkedElsewhere' } as const),
    })),
    ...{ added: 0, same: 2, keptBoth: 0, replaced: 0, notDone: 0, isStopped: false },
    ...{ failed: [], parts: {}, partsNotDone: [], unknownParts: [] },
  };
  await transfer.bring(() => Promise.resolve({ kind: 'restore', report }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('Harbour 2');
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(transfer.told).toBeNull();
});
