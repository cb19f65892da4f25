/**
 * Several deleted themes are deleted for good, and the disk doesn't let go of one. The others are gone: the
 * sidebar counts what is left, and the deletion of one that is gone is not offered to be undone any more.
 */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import type { BinnedTheme } from '@shared/library';
import { newTheme } from '@shared/theme/theme';
import { bin } from '../../state/bin.svelte';
import { undoOfDeletion } from '../../state/library-undo';
import { installFakeMain } from '../../testing/fake-main';
import Confirmations from '../../ui/Confirmations.svelte';
import { layers } from '../../ui/layers';
import { latestUndo, toast } from '../../ui/toast';
import Toasts from '../../ui/Toasts.svelte';
import Bin from './Bin.svelte';

beforeAll(() => layers.load(), 120_000);

const binned = (name: string): BinnedTheme => ({
  ...{ entry: `${name.toLowerCase()}-1`, id: name.toLowerCase(), name, tags: [] },
  ...{ theme: newTheme(), file: `${name.toLowerCase()}.json`, folder: '/f' },
  ...{ removedAt: '2026-01-02T03:04:05.000Z', daysLeft: 12, publications: 0 },
});

/** All of the bin is deleted for good, as main does it: what can go goes, and it is said why the first stayed of the others. */
async function emptied(names: readonly string[], refused: string | null): Promise<void> {
  const person = userEvent.setup();
  let themes = names.map(binned);
  installFakeMain({
    library: {
      bin: () => ({ themes, unread: [], damaged: [] }),
      list: () => ({ revision: 1, themes: [], unreadable: [], ids: [1], folder: '/f' }),
      discard: () => {
        const gone = themes.filter(({ name }) => name !== refused);
        themes = themes.filter(({ name }) => name === refused);
        const problem = { code: 'storageNoPermission', path: '/profile/bin' } as const;
        return {
          entries: gone.map(({ entry }) => entry),
          problem: refused === null ? null : problem,
        };
      },
    },
  });
  onTestFinished(bin.start());
  render(Confirmations);
  render(Toasts);
  render(Bin);
  await waitFor(() => expect(bin.count).toBe(names.length));
  const [first = ''] = names;
  toast(`${first} deleted`, { undo: undoOfDeletion([binned(first).entry]) });
  expect(await screen.findByText(`${first} deleted`)).toBeVisible();
  await person.click(await screen.findByRole('button', { name: 'Empty bin' }));
  await person.click(await screen.findByRole('button', { name: 'Delete for good' }));
  // The screen itself shows what is there.
  await waitFor(() => expect(screen.queryByRole('heading', { name: first })).toBeNull());
}

it('the control: all of them go', async () => {
  await emptied(['Aster', 'Birch'], null);
  await waitFor(() => expect(bin.count).toBe(0));
  expect(latestUndo()).not.toBe('Aster deleted');
});

it('one stays: the sidebar counts one', async () => {
  await emptied(['Clover', 'Dune', 'Elder'], 'Elder');
  await waitFor(() => expect(bin.count).toBe(1));
});

it('one stays: what is gone is not offered to be undone', async () => {
  await emptied(['Fern', 'Gorse', 'Heath'], 'Heath');
  expect(latestUndo()).not.toBe('Fern deleted');
});
