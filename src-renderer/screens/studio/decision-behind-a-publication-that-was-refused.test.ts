/**
 * A later save may have arrived, and Foyer asks. The person publishes once more, which is an answer, too, while the disk is
 * full: the studio says so, and offers _Try now_. They make room and press that: it has to do something, or leave the
 * decision there, which main doesn't take back by itself (`notTried` in outbox-queue.ts).
 */
import type { OpenTheme } from '@shared/library';
import type { OutboxItem, Queued } from '@shared/publishing';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { connections } from '../../state/connections.svelte';
import { navigation } from '../../state/navigation.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Studio from './Studio.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  navigation.go({ screen: 'studio', themeId: 't1' });
});
afterEach(() => {
  outbox.end();
  connections.end();
});

const northwind = { ...trialConnection('northwind'), label: 'Northwind' };
const target = { themeId: 't1', connectionId: northwind.id };
const full = { code: 'storageFull', path: '/profile/outbox' } as const;
const harbour: OpenTheme = {
  ...{ id: 't1', version: 2, name: 'Harbour', tags: [], theme: newTheme(), isReadOnly: false },
  ...{ canUndo: false, canRedo: false, save: { kind: 'saved', at: '2026-11-20T14:05:00' } },
  places: [{ connectionId: northwind.id, relation: 'changed' }],
  publications: {},
};
const inDoubt: OutboxItem = {
  ...{ ...target, name: 'Harbour', why: 'decision', isFirst: false, templateId: 't1' },
  ...{ since: '2026-11-20T14:05:00Z', unsureTries: 2, mayHaveArrived: true },
};

it.each([
  ['the control: nothing was refused', false],
  ['the disk was full', true],
])('the decision is there, or it is tried again: %s', async (_name, isFull) => {
  const user = userEvent.setup();
  const refused: Queued = { queued: 0, cancelled: [], problems: [{ ...target, problem: full }] };
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    library: { open: () => harbour, versions: () => ({ versions: [], unreadable: 0 }) },
    pictures: { show: () => [] },
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused: false, items: [inDoubt], holds: [] },
        ...{ deliveries: [{ ...target, delivery: 'unknown' }], progress: { done: 0, all: 0 } },
      }),
      answers: () => [],
      publish: () => refused,
      // As main does with what waits for a decision.
      retry: () => null,
    },
  });
  await connections.start();
  await outbox.start();
  render(Studio, { themeId: 't1' });
  await screen.findByRole('heading', { name: 'Harbour' });
  expect(await screen.findByRole('button', { name: 'Send again' })).toBeVisible();
  if (isFull) {
    await user.click(screen.getByRole('button', { name: 'Publish changes to Northwind' }));
    expect(await screen.findByText(/disk is full/iu)).toBeVisible();
    // There is room by now.
    await user.click(screen.getByRole('button', { name: 'Try now' }));
    await new Promise((next) => setTimeout(next, 50));
  }
  const publications = main.log.filter(({ name }) => name === 'outbox.publish').length;
  const isAsked = screen.queryByRole('button', { name: 'Send again' }) !== null;
  expect(isAsked || publications === 2).toBe(true);
});
