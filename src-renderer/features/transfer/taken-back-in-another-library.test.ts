/**
 * A backup is being restored into a library that had lost its themes, and a person chooses a copy of the folder that still
 * has them, before the restore has ended. Its report takes back what came, and nothing of the copy's, whose themes have
 * the same ids.
 */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { RestoreReport } from '@shared/transfer';
import { library } from '../../state/library.svelte';
import { transfer } from '../../state/transfer.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import Toasts from '../../ui/Toasts.svelte';
import TransferHost from './TransferHost.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => library.end());

const themes = ['Dahlia', 'Elder'].map((name) => sampleSummary(name));
const [first, second] = themes.map(({ id }) => id);

/** What the undo of the report moves to the bin, and in which folder. */
async function takenBack(isChosen: boolean): Promise<string[]> {
  const removed: string[] = [];
  let revision = 1;
  let folder = '/one';
  const folders: Record<string, typeof themes> = { '/one': [], '/two': [...themes] };
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
      remove: ({ ids }) => {
        const gone = here().filter(({ id }) => ids.includes(id));
        removed.push(...gone.map(({ id }) => `${folder}/${id}`));
        folders[folder] = here().filter(({ id }) => !ids.includes(id));
        return { ids: gone.map(({ id }) => id), entries: gone.map(({ id }) => id), problem: null };
      },
    },
  });
  await library.start();
  render(Toasts);
  render(TransferHost);
  await transfer.bring(async () => {
    folders['/one'] = isChosen ? themes.slice(0, 1) : [...themes];
    revision += 1;
    main.emit('library.changed', { revision, upserted: here(), removed: [] });
    if (isChosen) {
      folder = '/two';
      revision += 2;
      main.emit('library.changed', { revision, upserted: here(), removed: [] });
      await vi.waitFor(() => expect(library.folder).toBe('/two'));
    }
    const came = folders['/one'];
    const report: RestoreReport = {
      exportedAt: '2026-11-20T10:00:00.000Z',
      themes: came.map(({ id, name }) => ({ id, name, outcome: 'added', leftLink: null })),
      ...{ added: came.length, same: 0, keptBoth: 0, replaced: 0, notDone: 0, isStopped: false },
      failed: isChosen
        ? [{ part: 'themes', name: 'Elder', problem: { code: 'libraryReplaced' } }]
        : [],
      ...{ parts: {}, partsNotDone: [], unknownParts: [] },
    };
    return { kind: 'restore', report };
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Undo(?:: move| the)/u }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  return removed;
}

it('the control: what came goes to the bin where no other library was chosen', async () => {
  const removed = await takenBack(false);
  await waitFor(() => expect(removed).toEqual([`/one/${first ?? ''}`, `/one/${second ?? ''}`]));
});

it('leaves the themes of the library that was chosen meanwhile, and says where it can be undone', async () => {
  const removed = await takenBack(true);
  await screen.findByText(
    '1 theme added. This was done in another library. Switch back to it to undo.',
  );
  expect(removed).toEqual([]);
});
