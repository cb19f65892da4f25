/**
 * A copy of a theme is made and published, and waits in the outbox, or is being sent. Then Ctrl Z takes back the
 * duplication: as where the service has answered, what a person asked for since is worth more, and the copy
 * stays. In the bin it could not be published any more, or would be on the service and not in the library.
 */
import { render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { ThemeSummary } from '@shared/library';
import type { OutboxSnapshot } from '@shared/publishing';
import type { Delivery } from '@shared/theme/status';
import { library } from '../../state/library.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import Toasts from '../../ui/Toasts.svelte';
import { undoLatestToast } from '../../ui/toast';
import { duplicateThemes } from '../../features/themes/theme-actions';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
});
afterEach(() => {
  library.end();
  outbox.end();
});

const waiting = (revision: number, deliveries: OutboxSnapshot['deliveries']): OutboxSnapshot => ({
  ...{ revision, isPaused: false, items: [], deliveries, holds: [] },
  progress: { done: 0, all: deliveries.length },
});

/** The ids that Ctrl Z moved to the bin, after `since` was done with the copy. */
async function undoneAfter(
  since: (emit: {
    outbox: (delivery: Delivery) => void;
    library: (copy: ThemeSummary) => void;
  }) => void,
): Promise<string[]> {
  const removed: string[] = [];
  const original = sampleSummary('Aster', { id: 'a' });
  const copy = sampleSummary('Aster copy', { id: 'a-copy' });
  let themes: ThemeSummary[] = [original];
  const main = installFakeMain({
    library: {
      list: () => ({ revision: 1, themes, unreadable: [], ids: [1], folder: '/f' }),
      duplicate: () => {
        themes = [original, copy];
        main.emit('library.changed', { revision: 2, upserted: [copy], removed: [] });
        return { ids: [copy.id], problem: null };
      },
      remove: ({ ids }) => {
        removed.push(...ids);
        return { ids, problem: null, entries: ids };
      },
    },
    outbox: { list: () => waiting(1, []) },
  });
  render(Toasts);
  await outbox.start();
  await library.start();
  await duplicateThemes(['a']);
  since({
    outbox: (delivery) =>
      main.emit(
        'outbox.changed',
        waiting(2, [{ themeId: copy.id, connectionId: 'northwind', delivery }]),
      ),
    library: (now) => main.emit('library.changed', { revision: 3, upserted: [now], removed: [] }),
  });
  // What was said of the tests before may still be there.
  const said = () =>
    screen.queryAllByText(/^Nothing was undone: .+ has been changed since$/u).length;
  const before = said();
  expect(undoLatestToast()).toBe(true);
  // Either it is done, or it is said why not.
  await vi.waitFor(() => expect(removed.length > 0 || said() > before).toBe(true));
  return removed;
}

it('the control: nothing was done with it', async () => {
  expect(await undoneAfter(() => undefined)).toEqual(['a-copy']);
});

it('the control: the service has answered', async () => {
  const published = sampleSummary('Aster copy', {
    id: 'a-copy',
    place: { relation: 'same', templateId: 't1' },
    links: 'https://northwind.example w1 t1',
  });
  expect(await undoneAfter((emit) => emit.library(published))).toEqual([]);
});

it.each<Delivery>(['waiting', 'sending', 'paused', 'unknown'])('it is %s', async (delivery) => {
  expect(await undoneAfter((emit) => emit.outbox(delivery))).toEqual([]);
});
