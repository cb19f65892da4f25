/**
 * What stands in the pane beside “Published, but Foyer couldn’t record it” and beside “may not have arrived”: the
 * theme’s own file says nothing of that save, so that the list of changes and the history call it not published.
 */
import type { OpenTheme } from '@shared/library';
import type { OutboxItem } from '@shared/publishing';
import type { Delivery } from '@shared/theme/status';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { render, screen } from '@testing-library/svelte';
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
const place = { themeId: 't1', connectionId: northwind.id };
const harbour: OpenTheme = {
  ...{ id: 't1', version: 1, name: 'Harbour', tags: [], theme: newTheme(), isReadOnly: false },
  ...{ canUndo: false, canRedo: false, save: { kind: 'saved', at: '2026-11-20T14:05:00' } },
  places: [{ connectionId: northwind.id, relation: 'never' }],
  publications: {},
};

async function studioWith(item: OutboxItem | undefined, delivery: Delivery): Promise<void> {
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    library: { open: () => harbour, versions: () => ({ versions: [], unreadable: 0 }) },
    pictures: { show: () => [] },
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused: false, items: item ? [item] : [], holds: [] },
        deliveries: delivery === 'idle' ? [] : [{ ...place, delivery }],
        progress: { done: 0, all: 0 },
      }),
      answers: () => [],
    },
  });
  await connections.start();
  await outbox.start();
  render(Studio, { themeId: 't1' });
  await screen.findByRole('heading', { name: 'Harbour' });
}

const entry = (why: OutboxItem['why']): OutboxItem => ({
  ...{ ...place, name: 'Harbour', why, since: '2026-11-20T14:05:00Z', isFirst: true },
  templateId: 't1',
});
const saysNot = () =>
  screen.queryAllByText(/not published/iu).map(({ textContent }) => textContent);

it('the control: what was never sent is not published', async () => {
  await studioWith(undefined, 'idle');
  expect(saysNot()).not.toEqual([]);
});

it('what the service has, and the library could not be told, is not called not published', async () => {
  await studioWith(entry('unnoted'), 'unnoted');
  expect(screen.getByText('Published, but Foyer couldn’t record it in your library')).toBeVisible();
  expect(saysNot()).toEqual([]);
});

it('what may have arrived is not called not published', async () => {
  await studioWith(entry('decision'), 'unknown');
  expect(screen.getByText('Harbour may not have arrived')).toBeVisible();
  expect(saysNot()).toEqual([]);
});

it.each([
  ['paused', 'paused'],
  ['tokenRefused', 'blocked'],
  ['unreachable', 'waiting'],
  ['refused', 'refused'],
] as const)('nor is it while it is sent again: %s', async (why, delivery) => {
  await studioWith({ ...entry(why), mayHaveArrived: true, templateId: undefined }, delivery);
  expect(saysNot()).toEqual([]);
});

it('the control: what waits for its first try is not published', async () => {
  await studioWith({ ...entry('paused'), isFirst: false, templateId: undefined }, 'paused');
  expect(saysNot()).not.toEqual([]);
});
