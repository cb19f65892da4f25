import { render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenTheme } from '@shared/library';
import type { OutboxItem, OutboxSnapshot } from '@shared/publishing';
import type { Outcome } from '@shared/service/outcome';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import Studio from '../../screens/studio/Studio.svelte';
import OutboxHolds from '../../shell/OutboxHolds.svelte';
import { connections } from '../../state/connections.svelte';
import { navigation } from '../../state/navigation.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import OutboxPanel from './OutboxPanel.svelte';

/**
 * A connection that presents no token, which its service asks for by now (401). Of several themes that were published to it the
 * first is refused, and the others are held with it, without a try of their own; after a restart all of them are. None of them
 * had a token that could be refused, or replaced: the prompt above them says so of the same connection.
 */
describe('with another theme', () => {
  beforeAll(() => layers.load(), 120_000);
  beforeEach(() => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  });
  afterEach(() => {
    outbox.end();
    connections.end();
  });

  const northwind = trialConnection('n', {
    ...{ label: 'Northwind', presentation: { kind: 'none' }, tokenState: 'notNeeded' },
  });
  const refusal = { kind: 'tokenRefused', status: 401, isWithoutToken: true } as const;

  /** What main tells of two themes there: of the one that was tried last, and of one that is held with it. */
  const held = (themeId: string, name: string, outcome?: typeof refusal): OutboxItem => ({
    ...{ themeId, name, connectionId: northwind.id, why: 'tokenRefused', isFirst: false },
    ...{ since: '2026-11-20T14:05:00.000Z' },
    ...(outcome && { outcome }),
  });
  const snapshot: OutboxSnapshot = {
    ...{ revision: 1, isPaused: false, progress: { done: 0, all: 2 } },
    items: [held('t1', 'Harbour', refusal), held('t2', 'Lagoon')],
    deliveries: ['t1', 't2'].map((themeId) => ({
      ...{ themeId, connectionId: northwind.id, delivery: 'blocked' },
    })),
    holds: [{ connectionId: northwind.id, why: 'tokenRefused' }],
  };

  const open = (id: string, name: string): OpenTheme => ({
    ...{ id, version: 1, name, tags: [], theme: newTheme(), isReadOnly: false },
    ...{ canUndo: false, canRedo: false, save: { kind: 'saved', at: '2026-11-20T14:05:00' } },
    places: [{ connectionId: northwind.id, relation: 'never' }],
    publications: {},
  });

  async function start(theme: OpenTheme): Promise<void> {
    installFakeMain({
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
      library: { open: () => theme, versions: () => ({ versions: [], unreadable: 0 }) },
      pictures: { show: () => [] },
      outbox: { list: () => snapshot, answers: () => [] },
    });
    await connections.start();
    await outbox.start();
  }

  describe.each([
    ['the control: it was tried itself', 't1', 'Harbour'],
    ['it is held with another', 't2', 'Lagoon'],
  ])('what waits there: %s', (_which, themeId, name) => {
    it('is not said in the outbox to have a token that was refused', async () => {
      await start(open(themeId, name));
      render(OutboxHolds);
      expect(screen.getByText('Northwind refused a request without a token')).toBeVisible();
      render(OutboxPanel, { onclose: () => undefined });
      const entry = within(screen.getByRole('list', { name: 'Waiting' }))
        .getByText(name)
        .closest('li');
      expect(entry).not.toHaveTextContent(/The token was refused/u);
    });

    it('is not said in the studio to go once the token is replaced', async () => {
      navigation.go({ screen: 'studio', themeId });
      await start(open(themeId, name));
      render(Studio, { themeId });
      await screen.findByRole('heading', { name });
      const pane = within(screen.getByRole('complementary', { name: 'Before publishing' }));
      const notice = pane.getByText('Waiting to publish to Northwind').closest('.notice');
      expect(notice).not.toHaveTextContent(/replace the token/u);
      expect(notice).not.toHaveTextContent(/The token was refused/u);
    });
  });
});

/**
 * A connection that presents no token. A theme's first try met a failure of the service (503), and is to be tried again; then
 * the service refuses another theme's request without a token (401), and all that waits there is held. What holds the first one
 * is that, and not what its own earlier try met: as everywhere else in the outbox.
 */
describe('after another failure of its own', () => {
  afterEach(() => {
    outbox.end();
    connections.end();
  });

  const failed: Outcome = { kind: 'serviceFailed', status: 503 };

  it.each([
    ['the control: its token was refused', {}, /token was refused/u],
    [
      'it presents none',
      { presentation: { kind: 'none' }, tokenState: 'notNeeded' },
      /without a token/u,
    ],
  ] as const)('what holds it is said: %s', async (_name, part, why) => {
    const northwind = trialConnection('n', { label: 'Northwind', ...part });
    installFakeMain({
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: 'n' }) },
      outbox: {
        list: () => ({
          ...{ revision: 1, isPaused: false, holds: [{ connectionId: 'n', why: 'tokenRefused' }] },
          items: [
            {
              ...{ themeId: 't1', connectionId: 'n', name: 'Harbour', isFirst: false },
              ...{ since: '2026-11-20T14:05:00Z', why: 'tokenRefused', outcome: failed },
            },
          ],
          deliveries: [],
          progress: { done: 0, all: 1 },
        }),
      },
    });
    await connections.start();
    await outbox.start();
    render(OutboxPanel, { onclose: () => undefined });
    const entry = (await screen.findByText('Harbour')).closest('li');
    if (!entry) throw new Error('There is no entry');
    expect(within(entry).getByText(why)).toBeVisible();
  });
});
