/** What is said of several themes that were asked to be published is what was queued of them. */
import { trialConnection } from '@shared/trial-connection';
import { beforeEach, expect, it, vi } from 'vitest';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { toast } from '../../ui/toast';
import { publishThemes } from './publish-themes';

vi.mock('../../ui/toast', () => ({ toast: vi.fn() }));
beforeEach(() => vi.mocked(toast).mockClear());

const full = { code: 'storageFull', path: '/home/mia/Foyer' } as const;
const northwind = { ...trialConnection('northwind'), label: 'Northwind' };
const kestrel = { ...trialConnection('kestrel'), label: 'Kestrel' };
const themes = ['Aurora', 'Citrus', 'Dune'].map((name) =>
  sampleSummary(name, { place: { relation: 'changed' } }),
);

/** Publishes three themes, of which the library's disk takes the edits of one alone. */
async function publishTo(...to: (typeof northwind)[]): Promise<unknown> {
  installFakeMain({
    outbox: {
      publish({ themeIds, connectionIds }) {
        const refused = themeIds.slice(1);
        const problems = connectionIds.flatMap((connectionId) =>
          refused.map((themeId) => ({ themeId, connectionId, problem: full })),
        );
        return {
          queued: themeIds.length * connectionIds.length - problems.length,
          cancelled: [],
          problems,
        };
      },
    },
  });
  await publishThemes(themes, to);
  return vi.mocked(toast).mock.calls.at(-1)?.[0];
}

it('the control: to one connection the one that was queued is counted', async () => {
  expect(await publishTo(northwind)).toBe('Publishing 1 theme to Northwind');
});

it('to two connections only the one that was queued is said to be published', async () => {
  expect(await publishTo(northwind, kestrel)).toBe('Publishing Aurora to 2 connections');
});
