/**
 * An import is taken back from its report while a sync program has one of the themes' files for a moment. That theme
 * can't be deleted then: it is named, as one is that was changed since, because it stays.
 */
import { render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import Toasts from '../../ui/Toasts.svelte';
import { takeBack } from './take-back';

beforeAll(() => layers.load(), 120_000);
afterEach(() => library.end());

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
