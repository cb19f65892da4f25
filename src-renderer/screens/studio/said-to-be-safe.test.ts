/**
 * "The window says _Saved_ only once it is on the disk" (guide, Themes). A person's last edits are in memory alone, because the
 * disk is full, or the library's disk is gone. Beside what came of a publication they read that their theme, or every one of
 * them, is safe: who believes it quits.
 */
import { render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenTheme } from '@shared/library';
import type { Problem } from '@shared/problem';
import type { OutboxItem } from '@shared/publishing';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { library } from '../../state/library.svelte';
import { navigation } from '../../state/navigation.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import PublishSummary from '../library/PublishSummary.svelte';
import Studio from './Studio.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  navigation.go({ screen: 'studio', themeId: 't1' });
  outbox.showFirst([]);
});
afterEach(() => {
  library.end();
  outbox.end();
  connections.end();
});

const full: Problem = { code: 'storageFull', path: '/media/usb/Foyer/harbour.json' };
const gone: Problem = { code: 'libraryFolderMissing', path: '/media/usb/Foyer' };

describe('in the studio, where the theme could not be saved', () => {
  const northwind = { ...trialConnection('northwind'), label: 'Northwind' };
  const place = { themeId: 't1', connectionId: northwind.id };
  const saved: OpenTheme['save'] = { kind: 'saved', at: '2026-11-20T14:05:00' };

  /** A first save of the theme may have arrived, or was refused in an earlier run. */
  async function studioOf(save: OpenTheme['save'], why: 'decision' | 'refused'): Promise<void> {
    const item: OutboxItem = {
      ...{ ...place, name: 'Harbour', why, since: '2026-11-20T14:05:00Z', isFirst: true },
      ...(why === 'decision' && { templateId: 't1' }),
    };
    installFakeMain({
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
      library: {
        open: (): OpenTheme => ({
          ...{ id: 't1', version: 1, name: 'Harbour', tags: [], theme: newTheme() },
          ...{ isReadOnly: false, canUndo: false, canRedo: false, save },
          places: [{ connectionId: northwind.id, relation: 'never' }],
          publications: {},
        }),
        versions: () => ({ versions: [], unreadable: 0 }),
      },
      pictures: { show: () => [] },
      outbox: {
        list: () => ({
          ...{ revision: 1, isPaused: false, items: [item], holds: [] },
          deliveries: [{ ...place, delivery: why === 'decision' ? 'unknown' : 'refused' }],
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

  it.each(['decision', 'refused'] as const)('the control: saved, it is safe (%s)', async (why) => {
    await studioOf(saved, why);
    expect(await screen.findByText(/Your theme is safe here\./u)).toBeVisible();
  });

  it.each(['decision', 'refused'] as const)('it is not said to be safe (%s)', async (why) => {
    await studioOf({ kind: 'failed', problem: full }, why);
    expect(await screen.findByText(/The disk is full, so .* couldn’t be saved\./u)).toBeVisible();
    expect(screen.queryByText(/Your theme is safe here\./u)).toBeNull();
  });
});

describe('in the library, where themes could not be published', () => {
  async function summaryOf(problem: Problem): Promise<HTMLElement> {
    const refused = { key: 't1 c1', themeId: 't1', name: 'Harbour', connectionLabel: 'Northwind' };
    render(PublishSummary, { notQueued: [{ ...refused, problem }], onclose: () => undefined });
    return screen.findByRole('dialog');
  }

  it('the control: what is in the way is none of the library’s', async () => {
    const dialog = await summaryOf({ code: 'unsettledInOtherLibrary' });
    expect(dialog).toHaveTextContent('Every theme is safe in your library.');
  });

  it.each([
    ['the theme could not be saved', full, /The disk is full/u],
    ['the library’s disk is gone', gone, /isn’t there/u],
  ])('they are not said to be safe in it: %s', async (_why, problem, said) => {
    const dialog = await summaryOf(problem);
    expect(dialog).toHaveTextContent(said);
    expect(dialog).not.toHaveTextContent('Every theme is safe in your library.');
  });
});
