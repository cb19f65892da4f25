/**
 * A scanner holds a file of the log, or all of it, while the screen is opened. It says that Foyer keeps trying to read it,
 * and the guide that it carries on as soon as it can: without a press it is there soon after it was let go.
 */
import type { LocalEntry } from '@shared/activity';
import { render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { installFakeMain } from '../../testing/fake-main';
import { pretendLayout } from '../../testing/layout-in-jsdom';
import { layers } from '../../ui/layers';
import Activity from './Activity.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => pretendLayout({ width: 1064, height: 680, rowHeight: 34 }));
afterEach(() => {
  vi.useRealTimers();
});

const imported: LocalEntry = {
  ...{
    id: 'here-1',
    sequence: 1,
    at: '2026-01-02T03:04:05.000Z',
    kind: 'themesImported',
    count: 1,
  },
  touched: [{ id: 'harbour', name: 'Harbour' }],
};

it.each([
  ['one file of it', false],
  ['all of it', true],
])('%s', async (_what, isAll) => {
  vi.useFakeTimers();
  let unread = ['held.json'];
  installFakeMain({
    activity: {
      list: () => {
        if (isAll && unread.length > 0)
          throw new ProblemError({ code: 'storageNotRead', files: unread });
        return { entries: unread.length > 0 ? [] : [imported], hasMore: false, unread };
      },
    },
    connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
  });
  render(Activity);
  await vi.advanceTimersByTimeAsync(1_000);
  // The control: that is what is said.
  expect(document.body).toHaveTextContent(/can’t read held\.json.*Foyer keeps trying/u);
  unread = [];
  await vi.advanceTimersByTimeAsync(60_000);
  expect(screen.queryByText(/can’t read held\.json/u)).toBeNull();
  expect(document.body).toHaveTextContent('Imported');
});
