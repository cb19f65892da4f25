/**
 * Somebody at the keyboard has the focus on an entry's button in the outbox, and goes to another program with Alt Tab. The theme
 * arrives meanwhile, and its entry goes. Back in the window, Escape closes the panel, and isn't the screen's behind it.
 */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { OutboxItem, OutboxSnapshot } from '@shared/publishing';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import OutboxPanel from './OutboxPanel.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  outbox.end();
  connections.end();
});

const harbour: OutboxItem = {
  ...{ themeId: 't1', connectionId: 'c1', name: 'Harbour', why: 'unreachable', isFirst: false },
  since: '2026-01-02T03:04:05.000Z',
};
const snapshot = (revision: number, items: OutboxItem[]): OutboxSnapshot => ({
  ...{ revision, isPaused: false, items, deliveries: [], holds: [] },
  progress: { done: 0, all: 1 },
});

it.each(['in the window', 'in another program'] as const)(
  'Escape closes the panel once an entry has gone while its person was %s',
  async (where) => {
    const main = installFakeMain({
      connections: {
        list: () => ({ revision: 1, list: [trialConnection('c1')], currentId: 'c1' }),
      },
      outbox: { list: () => snapshot(1, [harbour]) },
    });
    await connections.start();
    await outbox.start();
    const onclose = vi.fn();
    render(OutboxPanel, { onclose });
    const button = screen.getByRole('button', { name: 'Try Harbour now' });
    button.focus();
    if (where === 'in another program') {
      // As Chromium tells of it: the page keeps what has its focus.
      button.dispatchEvent(new FocusEvent('blur'));
      button.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
      await Promise.resolve();
      expect(document.activeElement).toBe(button);
    }
    main.emit('outbox.changed', snapshot(2, []));
    await waitFor(() => expect(button.isConnected).toBe(false));
    await userEvent.keyboard('{Escape}');
    expect(onclose).toHaveBeenCalledTimes(1);
  },
);
