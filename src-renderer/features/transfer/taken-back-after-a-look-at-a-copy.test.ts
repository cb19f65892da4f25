/**
 * A backup is being restored into a library that had lost its themes, and a person chooses a copy of the folder, whose
 * themes have the same ids and have been published since, before the restore has ended. Back in the first library,
 * nobody has changed what came there: all of it is taken back, and nothing is said to have been changed.
 */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { ThemeSummary } from '@shared/library';
import type { RestoreReport } from '@shared/transfer';
import { library } from '../../state/library.svelte';
import { transfer } from '../../state/transfer.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import { undoLatestToast } from '../../ui/toast';
import Toasts from '../../ui/Toasts.svelte';
import TransferHost from './TransferHost.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => library.end());

/** What the undo moves to the bin of the first library, of what came there. */
async function takenBack(copied: (theme: ThemeSummary) => ThemeSummary): Promise<boolean> {
  while (undoLatestToast());
  const first = sampleSummary('Dahlia');
  const removed: string[] = [];
  let revision = 1;
  let folder = '/one';
  const folders: Record<string, ThemeSummary[]> = { '/one': [], '/two': [copied(first)] };
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
        removed.push(...ids.map((id) => `${folder}/${id}`));
        return { ids, entries: ids, problem: null };
      },
    },
  });
  const choose = async (chosen: string): Promise<void> => {
    folder = chosen;
    revision += 2;
    main.emit('library.changed', { revision, upserted: [], removed: [] });
    await vi.waitFor(() => expect(library.folder).toBe(chosen));
  };
  await library.start();
  render(Toasts);
  render(TransferHost);
  await transfer.bring(async () => {
    folders['/one'] = [first];
    revision += 1;
    main.emit('library.changed', { revision, upserted: here(), removed: [] });
    await choose('/two');
    const report: RestoreReport = {
      exportedAt: '2026-11-20T10:00:00.000Z',
      themes: [{ id: first.id, name: first.name, outcome: 'added', leftLink: null }],
      ...{ added: 1, same: 0, keptBoth: 0, replaced: 0, notDone: 0, isStopped: false },
      failed: [{ part: 'themes', name: 'Elder', problem: { code: 'libraryReplaced' } }],
      ...{ parts: {}, partsNotDone: [], unknownParts: [] },
    };
    return { kind: 'restore', report };
  });
  await choose('/one');
  await userEvent.click(await screen.findByRole('button', { name: /^Undo(?:: move| the)/u }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await vi.waitFor(() => expect(removed).not.toEqual([])).catch(() => undefined);
  expect(removed.every((path) => path === `/one/${first.id}`)).toBe(true);
  return removed.length > 0;
}

it('the control: the copy has it as it came', async () => {
  expect(await takenBack((theme) => theme)).toBe(true);
});

it('the copy has it with another link', async () => {
  expect(await takenBack((theme) => ({ ...theme, links: 'one more' }))).toBe(true);
});
