/**
 * A scanner holds a file of the bin, or of the activity's log, while its screen is opened. The screen says that Foyer keeps
 * trying to read it, and the guide that it carries on as soon as it can. So it is asked for again, without a press, and
 * is there within minutes after it was let go.
 */
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Activity from '../activity/Activity.svelte';
import Bin from './Bin.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it.each([
  ['the bin', Bin],
  ['the activity', Activity],
])('%s', async (_, Screen) => {
  vi.useFakeTimers();
  let unread = ['held.json'];
  installFakeMain({
    library: { bin: () => ({ themes: [], unread, damaged: [] }) },
    activity: { list: () => ({ entries: [], hasMore: false, unread }) },
    connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
  });
  render(Screen);
  await vi.advanceTimersByTimeAsync(1_000);
  // The control: that is what is said.
  expect(document.body).toHaveTextContent(/can’t read held\.json.*Foyer keeps trying/u);
  unread = [];
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(screen.queryByText(/can’t read held\.json/u)).toBeNull();
});
