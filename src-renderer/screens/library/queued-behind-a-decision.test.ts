/**
 * Themes are published of which the first save may have arrived: “Foyer asks you before sending it again”
 * (docs/guide.md), and until then nothing of them is sent. They are not said to be published.
 */
import { trialConnection } from '@shared/trial-connection';
import { expect, it, vi } from 'vitest';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { toast } from '../../ui/toast';
import { publishThemes } from './publish-themes';

vi.mock('../../ui/toast', () => ({ toast: vi.fn() }));

const northwind = { ...trialConnection('northwind'), label: 'Northwind' };
const themes = ['Aurora', 'Citrus'].map((name) => sampleSummary(name));

it.each([
  [0, 'Publishing 2 themes to Northwind'],
  [1, 'Publishing 1 theme to Northwind. 1 theme is waiting for your decision in the outbox'],
  [2, '2 themes are waiting for your decision in the outbox'],
])('so many are not sent before a person has decided: %i', async (count, said) => {
  const undecided = themes
    .slice(0, count)
    .map(({ id: themeId }) => ({ themeId, connectionId: northwind.id }));
  installFakeMain({
    outbox: { publish: () => ({ queued: 2, cancelled: [], problems: [], undecided }) },
  });
  await publishThemes(themes, [northwind]);
  expect(vi.mocked(toast).mock.calls.at(-1)?.[0]).toBe(said);
});

it('so is what waits for a token', async () => {
  const withoutToken = themes.map(({ id: themeId }) => ({ themeId, connectionId: northwind.id }));
  installFakeMain({
    outbox: { publish: () => ({ queued: 2, cancelled: [], problems: [], withoutToken }) },
  });
  await publishThemes(themes, [northwind]);
  expect(vi.mocked(toast).mock.calls.at(-1)?.[0]).toBe('2 themes are waiting for a token');
});
