/**
 * Themes are published of which the first save may have arrived: “Foyer asks you before sending it again”
 * (docs/guide.md), and until then nothing of them is sent. They are not said to be published.
 */
import type { OutboxItem } from '@shared/publishing';
import { trialConnection } from '@shared/trial-connection';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { toast } from '../../ui/toast';
import { publishThemes } from './publish-themes';

vi.mock('../../ui/toast', () => ({ toast: vi.fn() }));
beforeEach(() => vi.mocked(toast).mockClear());
afterEach(() => outbox.end());

const northwind = { ...trialConnection('northwind'), label: 'Northwind' };
const themes = ['Aurora', 'Citrus'].map((name) => sampleSummary(name));

/** Publishes two themes, so many of which wait for a person's decision about their first save before and after. */
async function publishWith(inDoubt: number): Promise<unknown> {
  const items = themes.slice(0, inDoubt).map(({ id, name }): OutboxItem => {
    const place = { themeId: id, connectionId: northwind.id };
    const since = '2026-11-20T10:00:00.000Z';
    return { ...place, name, since, why: 'decision', isFirst: true, mayHaveArrived: true };
  });
  installFakeMain({
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused: false, items, holds: [], progress: { done: 0, all: 0 } },
        deliveries: items.map(({ themeId, connectionId }) => {
          return { themeId, connectionId, delivery: 'unknown' as const };
        }),
      }),
      publish: () => ({ queued: 2, cancelled: [], problems: [] }),
    },
  });
  await outbox.start();
  await publishThemes(themes, [northwind]);
  return vi.mocked(toast).mock.calls.at(-1)?.[0];
}

it('the control: both are sent', async () => {
  expect(await publishWith(0)).toBe('Publishing 2 themes to Northwind');
});

it.each([1, 2])('so many are not sent before a person has decided: %i', async (inDoubt) => {
  expect(await publishWith(inDoubt)).not.toBe('Publishing 2 themes to Northwind');
});
