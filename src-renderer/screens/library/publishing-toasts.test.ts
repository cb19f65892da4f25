import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { trialConnection } from '@shared/trial-connection';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { toast } from '../../ui/toast';
import { publishThemes } from './publish-themes';

vi.mock('../../ui/toast', () => ({ toast: vi.fn() }));
beforeEach(() => vi.mocked(toast).mockClear());
afterEach(() => {
  outbox.end();
  outbox.showFirst([]);
});

/** What is said of several themes that were asked to be published is what was queued of them. */
describe('what is said of several themes that were asked to be published', () => {
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
    expect(await publishTo(northwind)).toBe('1 theme added to the outbox for Northwind');
  });

  it('to two connections only the one that was queued is said to be published', async () => {
    expect(await publishTo(northwind, kestrel)).toBe(
      'Aurora added to the outbox for 2 connections',
    );
  });
});

/** Whether the outbox sends them or is paused is told apart. */
describe('several themes are published while the outbox goes, or is paused', () => {
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

  it('the control: the outbox goes', async () => {
    expect(await publishWhile(false)).toBe('2 themes added to the outbox for Northwind');
  });

  it('the outbox is paused', async () => {
    const said = await publishWhile(true);
    expect(said).toBe('2 themes added to the paused outbox');
  });
});

/**
 * Themes are published of which the first save may have arrived: “Foyer asks you before sending it again”
 * (docs/guide.md), and until then nothing of them is sent. They are not said to be published.
 */
describe('themes are published that wait for a decision or a token', () => {
  const northwind = { ...trialConnection('northwind'), label: 'Northwind' };
  const themes = ['Aurora', 'Citrus'].map((name) => sampleSummary(name));

  it.each([
    [0, '2 themes added to the outbox for Northwind'],
    [
      1,
      '1 theme added to the outbox for Northwind. 1 theme is waiting for your decision in the outbox',
    ],
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
});
