import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { PointerEventsCheckLevel } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { OutboxItem } from '@shared/publishing';
import { trialConnection } from '@shared/trial-connection';
import { nextText } from '../features/outbox/why-text';
import ConnectionList from '../screens/settings/ConnectionList.svelte';
import { connections } from '../state/connections.svelte';
import { navigation } from '../state/navigation.svelte';
import { outbox } from '../state/outbox.svelte';
import { installFakeMain } from '../testing/fake-main';
import { layers } from '../ui/layers';
import OutboxHolds from './OutboxHolds.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  cleanup();
  navigation.go({ screen: 'library' });
  outbox.end();
  connections.end();
});

/** How much is said to go out by itself when a token is replaced. */
describe('how much goes out by itself when a token is replaced', () => {
  const item = (themeId: string, why: OutboxItem['why']): OutboxItem => ({
    ...{ themeId, connectionId: 'c1', name: themeId, why },
    ...{ since: '2026-01-02T03:04:05.000Z', isFirst: true },
  });

  /** The prompt of a connection for which that waits. */
  async function show(why: 'tokenRefused' | 'tokenMissing', items: OutboxItem[]): Promise<void> {
    const tokenState = why === 'tokenMissing' ? 'missing' : 'keychain';
    const list = [trialConnection('c1', { tokenState })];
    installFakeMain({
      connections: { list: () => ({ revision: 1, list, currentId: 'c1' }) },
      outbox: {
        list: () => ({
          ...{ revision: 1, isPaused: false, deliveries: [], progress: { done: 0, all: 3 } },
          ...{ items, holds: [{ connectionId: 'c1', why }] },
        }),
      },
    });
    await connections.start();
    await outbox.start();
    render(OutboxHolds);
  }

  it('counts only what waits for the token', async () => {
    await show('tokenRefused', [
      item('a', 'tokenRefused'),
      item('b', 'decision'),
      item('c', 'refused'),
    ]);
    expect(await screen.findByText(/once you replace the token/u)).toHaveTextContent(
      '1 theme is waiting. It’s sent automatically once you replace the token.',
    );
  });

  it('replaces no token where none is stored', async () => {
    await show('tokenMissing', [item('a', 'tokenMissing')]);
    expect(await screen.findByRole('button', { name: 'Enter token' })).toBeVisible();
    expect(document.body).not.toHaveTextContent(/replace/iu);
  });
});

/** A token was refused while something waits, and publishing is paused: what is said to follow on a new token. */
describe('what follows on a new token while publishing is paused', () => {
  const item: OutboxItem = {
    ...{ themeId: 'a', connectionId: 'c1', name: 'Harbour', why: 'tokenRefused' },
    ...{ since: '2026-01-02T03:04:05.000Z', isFirst: true },
  };

  async function said(isPaused: boolean): Promise<string> {
    installFakeMain({
      connections: {
        list: () => ({ revision: 1, list: [trialConnection('c1')], currentId: 'c1' }),
      },
      outbox: {
        list: () => ({
          ...{ revision: 1, isPaused, deliveries: [], progress: { done: 0, all: 1 } },
          items: [item],
          holds: [{ connectionId: 'c1', why: 'tokenRefused' }],
        }),
      },
    });
    await connections.start();
    await outbox.start();
    render(OutboxHolds);
    return (await screen.findByText(/1 theme is waiting/u)).textContent;
  }

  it('the control: where nothing is paused, that it is sent by itself then', async () => {
    expect(await said(false)).toContain('sent automatically once you replace the token');
    expect(nextText(item, 0, false)).toBe('Foyer sends it when you replace the token.');
  });

  it('while it is paused, not that it is sent by itself then', async () => {
    expect(await said(true)).not.toContain('sent automatically once you replace the token');
    expect(nextText(item, 0, true)).toBe(
      'Foyer holds it until you enter a token and resume the outbox.',
    );
  });
});

/**
 * A service refuses a request without a token. The prompt leads a person to the connection's form (*Edit connection*); they
 * close it, to look something up, or save a name, and the prompt is still there: its button opens the form again.
 */
describe('Edit connection, pressed again', () => {
  it.each([
    ['in Settings, closed with Cancel', 'Cancel', false],
    ['in Settings, closed with Escape', 'Escape', false],
    ['the control: from the library', 'Cancel', true],
  ])('the form opens again: %s', async (_name, key, isElsewhere) => {
    const northwind = trialConnection('n', {
      ...{ label: 'Northwind', presentation: { kind: 'none' }, tokenState: 'notNeeded' },
    });
    installFakeMain({
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: 'n' }) },
      outbox: {
        list: () => ({
          ...{ revision: 1, isPaused: false, deliveries: [], progress: { done: 0, all: 1 } },
          items: [
            {
              ...{ themeId: 'a', connectionId: 'n', name: 'Harbour', why: 'tokenRefused' },
              ...{ since: '2026-01-02T03:04:05.000Z', isFirst: true },
            },
          ],
          holds: [{ connectionId: 'n', why: 'tokenRefused' }],
        }),
      },
    });
    await Promise.all([connections.start(), outbox.start()]);
    // What holds the pointer while a dialog leaves is no matter here.
    const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
    render(OutboxHolds);
    const edit = await screen.findByRole('button', { name: 'Edit connection' });
    await user.click(edit);
    // The shell shows the screen that was gone to.
    expect(navigation.current.screen).toBe('settings');
    const first = render(ConnectionList);
    await screen.findByRole('dialog');
    if (key === 'Escape') await user.keyboard('{Escape}');
    else await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    if (isElsewhere) {
      first.unmount();
      navigation.go({ screen: 'library' });
    }
    await user.click(edit);
    if (isElsewhere) render(ConnectionList);

    expect(await screen.findByRole('dialog')).toBeVisible();
  });
});
