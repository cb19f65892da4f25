/**
 * A theme is linked to a template that is on the service, and published there for the first time. While it is on its way, and
 * once the service has refused it, what stands under *Changes* is not that nothing has been sent from here yet: the notice above
 * says at the same time that it is being published, or why it was refused.
 */
import type { OpenTheme } from '@shared/library';
import type { OutboxItem } from '@shared/publishing';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { render, screen, within } from '@testing-library/svelte';
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

const northwind = trialConnection('n', { label: 'Northwind' });
const harbour: OpenTheme = {
  ...{ id: 't1', version: 1, name: 'Harbour', tags: [], theme: newTheme(), isReadOnly: false },
  ...{ canUndo: false, canRedo: false, save: { kind: 'saved', at: '2026-11-20T14:05:00' } },
  places: [{ connectionId: 'n', relation: 'changed', templateId: 'tpl_7' }],
  publications: { n: { templateId: 'tpl_7', at: '2026-11-20T14:00:00Z' } },
};

/** What stands under Changes while that is in the outbox. */
async function changes(waits?: Pick<OutboxItem, 'why' | 'outcome'>): Promise<HTMLElement> {
  const place = { themeId: 't1', connectionId: northwind.id };
  const delivery = waits?.why === 'sending' ? ('sending' as const) : ('refused' as const);
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    library: { open: () => harbour, versions: () => ({ versions: [], unreadable: 0 }) },
    pictures: { show: () => [] },
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused: false, holds: [], progress: { done: 0, all: 1 } },
        items: waits
          ? [{ ...place, name: 'Harbour', since: '2026-11-20T14:05:00Z', isFirst: false, ...waits }]
          : [],
        deliveries: waits ? [{ ...place, delivery }] : [],
      }),
      answers: () => [],
    },
  });
  await connections.start();
  await outbox.start();
  render(Studio, { themeId: 't1' });
  await screen.findByRole('heading', { name: 'Harbour' });
  const pane = within(screen.getByRole('complementary', { name: 'Before publishing' }));
  return pane.getByRole('region', { name: 'Changes' });
}

const words = 'Nothing has been sent from here yet';

it('the control: once it is linked, that', async () => {
  expect(await changes()).toHaveTextContent(words);
});

it.each<Pick<OutboxItem, 'why' | 'outcome'>>([
  { why: 'sending' },
  { why: 'refused', outcome: { kind: 'rejected', status: 400 } },
])('it isn’t said that nothing has been sent: $why', async (waits) => {
  expect(await changes(waits)).not.toHaveTextContent(words);
});
