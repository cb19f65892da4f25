/**
 * A duplication waits in line, and is stopped before its turn: nothing is said to be duplicated, and Ctrl Z takes
 * back what was done before it.
 */
import { beforeEach, expect, it, vi } from 'vitest';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { toast } from '../../ui/toast';
import { duplicateThemes } from './theme-actions';

vi.mock('../../ui/toast', () => {
  const toast = vi.fn();
  return { toast, revocably: (work: (tell: typeof toast) => unknown) => work(toast) };
});
beforeEach(() => vi.mocked(toast).mockClear());

const copy = sampleSummary('Aurora copy');

/** What is said of a duplication that made these. */
async function saidOf(ids: string[]): Promise<unknown[]> {
  installFakeMain({
    library: {
      list: () => ({
        revision: 1,
        themes: [copy],
        unreadable: [],
        ids: [1],
        folder: '/home/mia/Foyer',
      }),
      duplicate: () => ({ ids, problem: null }),
    },
  });
  await library.start();
  expect(await duplicateThemes(['id-aurora'])).toEqual(ids);
  library.end();
  return vi.mocked(toast).mock.calls.map(([text]) => text);
}

it('the control: a copy was made', async () => {
  expect(await saidOf([copy.id])).toEqual(['1 theme duplicated']);
});

it('it was stopped before its turn', async () => {
  expect(await saidOf([])).toEqual([]);
});
