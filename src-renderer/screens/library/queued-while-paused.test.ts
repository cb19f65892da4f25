/** While the outbox is paused, themes that are queued are not said to be published. */
import { trialConnection } from '@shared/trial-connection';
import { afterEach, expect, it, vi } from 'vitest';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { toast } from '../../ui/toast';
import { publishThemes } from './publish-themes';

vi.mock('../../ui/toast', () => ({ toast: vi.fn() }));
afterEach(() => outbox.end());

async function publishWhile(isPaused: boolean): Promise<unknown> {
  const northwind = { ...trialConnection('northwind'), label: 'Northwind' };
  installFakeMain({
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused, items: [], deliveries: [], holds: [] },
        progress: { done: 0, all: 0 },
      }),
      publish: () => ({ queued: 2, cancelled: [], problems: [] }),
    },
  });
  await outbox.start();
  const themes = ['Aurora', 'Citrus'].map((name) =>
    sampleSummary(name, { place: { relation: 'changed' } }),
  );
  await publishThemes(themes, [northwind]);
  return vi.mocked(toast).mock.calls.at(-1)?.[0];
}

it('the control: they are published while it goes', async () => {
  expect(await publishWhile(false)).toBe('Publishing 2 themes to Northwind');
});

it('they wait while it is paused (“Publishing: being sent”, docs/guide.md)', async () => {
  const said = await publishWhile(true);
  expect(said).toBe('2 themes are waiting because the outbox is paused');
});
