import type { FirstThemes } from '@shared/first-themes';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { library } from '../state/library.svelte';
import { outbox } from '../state/outbox.svelte';
import { installFakeMain } from '../testing/fake-main';
import { sampleSummary } from '../testing/sample-summaries';
import { keepFirstScreenSoon } from './keep-first-screen';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', (run: () => void) => {
    run();
    return 0;
  });
});
afterEach(() => {
  library.end();
  outbox.end();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('tells no start that something is on its way: then nothing can be', async () => {
  const summer = sampleSummary('Summer');
  const place = { themeId: summer.id, connectionId: 'northwind' };
  const kept: FirstThemes[] = [];
  installFakeMain({
    app: { keepFirstScreen: (first) => void kept.push(first) },
    library: {
      list: () => ({ revision: 1, unreadable: [], ids: [1], folder: '/l', themes: [summer] }),
    },
    outbox: {
      list: () => ({
        revision: 1,
        isPaused: false,
        items: [],
        deliveries: [{ ...place, delivery: 'sending' }],
        holds: [],
        progress: { done: 0, all: 1 },
      }),
    },
  });
  await Promise.all([library.start(), outbox.start()]);
  const end = keepFirstScreenSoon();
  await vi.runAllTimersAsync();
  end?.();
  expect(kept.map(({ deliveries }) => deliveries)).toEqual([[{ ...place, delivery: 'waiting' }]]);
});
