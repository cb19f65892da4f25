/**
 * Of Northwind nobody knows whether the theme arrived, and that is on show. A person publishes the theme to Southwind, with the
 * command for that: it is sent there. “Foyer won’t send it again until you decide” is of Northwind, and no answer to that.
 */
import type { Connection } from '@shared/connection';
import type { OpenTheme } from '@shared/library';
import type { OutboxItem } from '@shared/publishing';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { commands } from '../../state/commands.svelte';
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
const southwind: Connection = trialConnection('southwind', { label: 'Southwind' });
const harbour: OpenTheme = {
  ...{ id: 't1', version: 2, name: 'Harbour', tags: [], theme: newTheme() },
  ...{ isReadOnly: false, canUndo: false, canRedo: false },
  save: { kind: 'saved', at: '2026-11-20T14:05:00' },
  places: [{ connectionId: northwind.id, relation: 'never' as const }],
  publications: {},
};

const doubt: OutboxItem = {
  ...{ themeId: 't1', connectionId: northwind.id, name: 'Harbour', why: 'decision' },
  ...{ since: '2026-11-20T14:05:00', isFirst: true, mayHaveArrived: true, unsureTries: 1 },
  outcome: { kind: 'unsure', reason: 'connectionClosed', detail: '' },
};

it('is not told to decide about one connection as it is published to another', async () => {
  let isSelected = false;
  const current = (): string => (isSelected ? southwind.id : northwind.id);
  const list = [northwind, southwind];
  const main = installFakeMain({
    connections: {
      list: () => ({ revision: 1, list, currentId: northwind.id }),
      // A disk takes its time.
      select: async () => {
        await new Promise((done) => setTimeout(done, 100));
        isSelected = true;
        main.emit('connections.changed', { revision: 2, list, currentId: current() });
      },
    },
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
        ...{ revision: 1, isPaused: false, items: [doubt], holds: [] },
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
  const say = vi.spyOn(announcer, 'say');
  const command = commands.list.find(({ label }) => /Publish to Southwind/u.test(label));
  if (!command) throw new Error(commands.list.map(({ label }) => label).join());
  command.run();
  await waitFor(() => expect(connections.current?.id).toBe(southwind.id));
  expect(main.log).toContainEqual({
    name: 'outbox.publish',
    input: expect.objectContaining({ connectionIds: [southwind.id] }),
  });
  expect(say).not.toHaveBeenCalledWith('Foyer won’t send it again until you decide.');
});
