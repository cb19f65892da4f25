import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ImportReport } from '@shared/transfer';
import { library } from '../../state/library.svelte';
import { transfer } from '../../state/transfer.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { forgetSteps } from '../../testing/forgotten-steps';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import { latestUndo, toast, undoLatestToast } from '../../ui/toast';
import Toasts from '../../ui/Toasts.svelte';
import TransferHost from './TransferHost.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => library.end());

/** An import is the last thing that was done in the library: Ctrl Z takes back that, and then what was done before it. */
describe('an import whose report was read', () => {
  const themes = ['Gorse', 'Hazel'].map((name) => sampleSummary(name));

  /** Imports both and closes the report by that button; gives what was moved to the bin, and what else was undone. */
  async function imported(closedBy: 'Done' | 'Undo the import') {
    const removed: (readonly string[])[] = [];
    installFakeMain({
      library: {
        list: () => ({ revision: 1, themes, unreadable: [], ids: [1], folder: '/f' }),
        remove: ({ ids }) => {
          removed.push(ids);
          return { ids, problem: null, entries: ids };
        },
      },
    });
    await forgetSteps();
    await library.start();
    render(Toasts);
    render(TransferHost);
    const older = vi.fn(() => Promise.resolve('done' as const));
    toast('Older', { undo: older });
    const report: ImportReport = {
      imported: themes.map(({ id, name }) => ({
        ...{ id, name, leftOut: [], moreLeftOut: 0 },
        kind: 'theme',
        ...{ defaulted: [], picturesWait: false, neverLoad: [] },
      })),
      ...{ failed: [], notDone: 0, isStopped: false },
    };
    await transfer.bring(() => Promise.resolve({ kind: 'import', report }));
    await userEvent.click(await screen.findByRole('button', { name: closedBy }));
    return { removed, older };
  }

  it('is undone before what was done earlier', async () => {
    const { removed, older } = await imported('Done');
    undoLatestToast();
    await waitFor(() => expect(removed).toEqual([themes.map(({ id }) => id)]));
    expect(older).not.toHaveBeenCalled();
    undoLatestToast();
    await waitFor(() => expect(older).toHaveBeenCalledOnce());
    expect(removed).toHaveLength(1);
  });

  it('is no more to be undone where the report took it back', async () => {
    const { removed } = await imported('Undo the import');
    await waitFor(() => expect(removed).toHaveLength(1));
    await waitFor(() => expect(latestUndo()).toBe('2 themes deleted'));
  });
});
