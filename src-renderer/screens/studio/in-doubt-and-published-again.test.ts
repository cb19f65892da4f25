/**
 * Nobody knows whether a first save of the theme arrived. *Publish* sends nothing before a person has decided: a press
 * leads to the decision. Sent again, it was refused: that is said of this try, and the earlier one is in doubt as before.
 */
import type { Connection } from '@shared/connection';
import type { OpenTheme } from '@shared/library';
import type { OutboxItem } from '@shared/publishing';
import type { Outcome } from '@shared/service/outcome';
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
  places: [{ connectionId: northwind.id, relation: 'never' as const }],
  publications: {},
};

async function shown(outcome: Outcome) {
  const item: OutboxItem = {
    ...{ themeId: 't1', connectionId: northwind.id, name: 'Harbour', why: 'decision' },
    ...{ since: '2026-11-20T14:05:00', isFirst: true, mayHaveArrived: true, outcome },
  };
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
      list: () => ({
        ...{ revision: 1, isPaused: false, items: [item], holds: [] },
        progress: { done: 0, all: 1 },
        deliveries: [{ themeId: 't1', connectionId: northwind.id, delivery: 'unknown' }],
      }),
      answers: () => [],
      publish: () => ({ queued: 1, cancelled: [], problems: [] }),
    },
  });
  await connections.start();
  await outbox.start();
  await library.start();
  render(Studio, { themeId: 't1' });
  await screen.findByRole('button', { name: 'Send again' });
  return main;
}

const cut: Outcome = { kind: 'unsure', reason: 'connectionClosed', detail: '' };

it('leads from Publish to what is to be decided', async () => {
  const user = userEvent.setup();
  await shown(cut);
  await user.click(screen.getByRole('button', { name: 'Publish to Northwind' }));
  await waitFor(() =>
    expect(document.activeElement).toHaveTextContent('Foyer won’t send it again until you decide.'),
  );
});

it('says of the doubt how it came', async () => {
  await shown(cut);
  expect(screen.queryByText('Harbour may not have arrived')).toBeNull();
});

it('says of a later try that it was refused, and keeps the doubt', async () => {
  await shown({ kind: 'rejected', status: 400, error: { message: 'Too long', issues: [] } });
  expect(screen.getByText('Harbour may not have arrived')).toBeVisible();
  expect(screen.getByText('The last try: The service refused it (400).')).toBeVisible();
  expect(screen.queryByText(/nothing was changed there/u)).toBeNull();
});
