/**
 * A theme met a locked keychain, and the outbox was paused since: main's entry is `paused`, and still has that problem
 * (src-main/outbox/paused-after-a-locked-keychain.test.ts). What the studio says comes next, and offers.
 */
import { cleanup, render, screen } from '@testing-library/svelte';
import type { Problem } from '@shared/problem';
import type { OutboxItem } from '@shared/publishing';
import type { Theme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { afterEach, expect, it } from 'vitest';
import type { OpenThemeState } from '../../state/open-theme.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import PublishNotice from './PublishNotice.svelte';
import { ThemePublishing } from './publishing.svelte';

const northwind = trialConnection('northwind');

afterEach(() => {
  cleanup();
  outbox.end();
});

async function showPaused(problem?: Problem): Promise<void> {
  const item: OutboxItem = {
    ...{ themeId: 't1', connectionId: northwind.id, name: 'Harbour', why: 'paused' },
    ...{ since: '2026-01-02T03:04:05.000Z', isFirst: true, ...(problem && { problem }) },
  };
  installFakeMain({
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused: true, items: [item], deliveries: [], holds: [] },
        progress: { done: 0, all: 1 },
      }),
    },
  });
  await outbox.start();
  const open = { id: 't1', isReadOnly: false } as unknown as OpenThemeState;
  render(PublishNotice, {
    ...{ open, theme: {} as Theme, connection: northwind },
    said: { publications: {}, save: { kind: 'saved' } },
    ...{ publishing: new ThemePublishing(open), onsection: () => undefined },
  });
}

function expectPaused(): void {
  expect(screen.queryByText('Foyer sends it when you resume the outbox.')).toBeInTheDocument();
  // While it is paused, that would do nothing.
  expect(screen.queryByRole('button', { name: 'Try now' })).toBeNull();
}

it('the control: without a problem it says that the outbox has to be resumed', async () => {
  await showPaused();
  expectPaused();
});

it('with what was in the way before, it says so as well', async () => {
  await showPaused({ code: 'keychainLocked' });
  expectPaused();
});
