/**
 * A later save may have arrived. *Publish* in the studio names that theme alone, which is a person's word: main sends it
 * (docs/decisions/0009). The list of the outbox that says so comes up to 30 ms after the answer to the press. Until then the
 * window must not say “Foyer won’t send it again until you decide.” of what is being sent.
 */
import type { Connection } from '@shared/connection';
import type { OpenTheme } from '@shared/library';
import type { OutboxItem, OutboxSnapshot } from '@shared/publishing';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { connections } from '../../state/connections.svelte';
import { library } from '../../state/library.svelte';
import { navigation } from '../../state/navigation.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { pretendLayout } from '../../testing/layout-in-jsdom';
import { sampleSummary } from '../../testing/sample-summaries';
import { announcer } from '../../ui/announce.svelte';
import { layers } from '../../ui/layers';
import Studio from './Studio.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  pretendLayout({ width: 1064, height: 700, rowHeight: 212 });
  navigation.go({ screen: 'studio', themeId: 't1' });
});
afterEach(() => {
  library.end();
  outbox.end();
  connections.end();
});

const northwind: Connection = trialConnection('northwind', { label: 'Northwind' });
const harbour: OpenTheme = {
  ...{ id: 't1', version: 2, name: 'Harbour', tags: [], theme: newTheme() },
  ...{ isReadOnly: false, canUndo: false, canRedo: false },
  save: { kind: 'saved', at: '2026-11-20T14:05:00' },
  places: [{ connectionId: northwind.id, relation: 'changed' as const }],
  publications: {},
};

const doubt: OutboxItem = {
  ...{ themeId: 't1', connectionId: northwind.id, name: 'Harbour', why: 'decision' },
  ...{ since: '2026-11-20T14:05:00', isFirst: false, mayHaveArrived: true, unsureTries: 2 },
  outcome: { kind: 'unsure', reason: 'connectionClosed', detail: '' },
};

function snapshotOf(revision: number, item: OutboxItem): OutboxSnapshot {
  const delivery = item.why === 'sending' ? 'sending' : 'unknown';
  return {
    ...{ revision, isPaused: false, items: [item], holds: [], progress: { done: 0, all: 1 } },
    deliveries: [{ themeId: 't1', connectionId: northwind.id, delivery }],
  };
}

it('says nothing of deciding first', async () => {
  const user = userEvent.setup();
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    library: {
      list: () => ({
        ...{ revision: 1, themes: [sampleSummary('Harbour', { id: 't1' })] },
        ...{ unreadable: [], ids: [1], folder: '/f' },
      }),
      open: () => harbour,
      versions: () => ({ versions: [], unreadable: 0 }),
    },
    pictures: { show: () => [] },
    outbox: {
      list: () => snapshotOf(1, doubt),
      answers: () => [],
      publish: () => {
        // As main tells it: src-main/outbox/change-notifier.ts.
        setTimeout(() => {
          main.emit('outbox.changed', snapshotOf(2, { ...doubt, why: 'sending' }));
        }, 30);
        return { queued: 1, cancelled: [], problems: [] };
      },
    },
  });
  await connections.start();
  await outbox.start();
  await library.start();
  render(Studio, { themeId: 't1' });
  await screen.findByRole('button', { name: 'Send again' });
  const say = vi.spyOn(announcer, 'say');
  await user.click(screen.getByRole('button', { name: /^Publish.* to Northwind$/u }));
  await waitFor(() => expect(outbox.items[0]?.why).toBe('sending'));
  expect(main.log.filter(({ name }) => name === 'outbox.publish')).toHaveLength(1);
  expect(say).not.toHaveBeenCalledWith('Foyer won’t send it again until you decide.');
});
