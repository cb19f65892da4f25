/**
 * A first save may have arrived. A person has it sent again, and that waits (paused, its token refused), or was refused
 * (404). The entry says that the earlier one is in doubt still, and the pane doesn't call the theme not published.
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
  ...{
    ...place,
    name: 'Harbour',
    why,
    since: '2026-11-20T14:05:00Z',
    isFirst: true,
    mayHaveArrived: true,
  },
  templateId: 't1',
});
const saysNot = () =>
  screen.queryAllByText(/not published/iu).map(({ textContent }) => textContent);

it.each([
  ['paused', 'paused'],
  ['tokenRefused', 'blocked'],
  ['unreachable', 'waiting'],
  ['refused', 'refused'],
] as const)(
  'what may have arrived is not called not published while it is sent again: %s',
  async (why, delivery) => {
    await studioWith({ ...entry(why), templateId: undefined }, delivery);
    expect(saysNot()).toEqual([]);
  },
);
