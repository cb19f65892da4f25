/**
 * Themes came by an import while a person chose another library; they take the import back, and go back to the library
 * for that. The disk refuses the deletion: it isn't said to be undone, and can be tried again, as every undo that failed.
 */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { ImportReport } from '@shared/transfer';
import { library } from '../../state/library.svelte';
import { transfer } from '../../state/transfer.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import { canUndoLatest, latestUndo, undoLatestToast } from '../../ui/toast';
import Toasts from '../../ui/Toasts.svelte';
import TransferHost from './TransferHost.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
});
afterEach(() => library.end());

const themes = ['Dahlia', 'Elder'].map((name) => sampleSummary(name));

/** What came of an import is taken back in the library where it came, by `Ctrl Z`; gives what is there then. */
async function takenBack(isRefused: boolean): Promise<{ left: () => number; allow: () => void }> {
  let refuses = isRefused;
  let revision = 1;
  let folder = '/one';
  const folders: Record<string, typeof themes> = { '/one': [], '/two': [] };
  const here = () => folders[folder] ?? [];
  const main = installFakeMain({
    library: {
      list: () => ({
        revision,
        themes: here(),
        unreadable: [],
        ids: [folder === '/one' ? 1 : 2],
        folder,
        folderProblem: null,
      }),
      ofLibrary: ({ ids }) => ({ ids }),
      remove: ({ ids }) => {
        // As the library's own does: what was refused is told with what was done.
        if (refuses)
          return { ids: [], entries: [], problem: { code: 'storageFull', path: '/one' } };
        folders[folder] = here().filter(({ id }) => !ids.includes(id));
        revision += 1;
        main.emit('library.changed', { revision, upserted: [], removed: ids });
        return { ids, entries: ids, problem: null };
      },
    },
  });
  const choose = async (other: string): Promise<void> => {
    folder = other;
    revision += 2;
    main.emit('library.changed', { revision, upserted: here(), removed: [] });
    await vi.waitFor(() => expect(library.folder).toBe(other));
  };
  await library.start();
  render(Toasts);
  render(TransferHost);
  await transfer.bring(async () => {
    folders['/one'] = [...themes];
    revision += 1;
    main.emit('library.changed', { revision, upserted: here(), removed: [] });
    await choose('/two');
    const imported: ImportReport['imported'] = themes.map(({ id, name }) => ({
      ...{ id, name, kind: 'theme', leftOut: [], moreLeftOut: 0, defaulted: [] },
      ...{ picturesWait: false, neverLoad: [] },
    }));
    return { kind: 'import', report: { imported, failed: [], notDone: 0, isStopped: false } };
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Undo/u }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await vi.waitFor(() => expect(canUndoLatest()).toBe(true));
  await choose('/one');
  expect(undoLatestToast()).toBe(true);
  await vi.waitFor(() =>
    expect(main.log.filter(({ name }) => name === 'library.remove')).toHaveLength(1),
  );
  await main.answered();
  return { left: () => (folders['/one'] ?? []).length, allow: () => (refuses = false) };
}

it('the control: the disk does it, and that can be undone in turn', async () => {
  const { left } = await takenBack(false);
  expect(left()).toBe(0);
  expect(latestUndo()).toMatch(/deleted/u);
});

it('the disk refuses it: Ctrl Z tries it again', async () => {
  const { left, allow } = await takenBack(true);
  expect(left()).toBe(2);
  allow();
  expect(undoLatestToast()).toBe(true);
  await vi.waitFor(() => expect(left()).toBe(0));
});
