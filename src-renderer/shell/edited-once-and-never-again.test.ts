/**
 * A service refuses a request without a token. The prompt leads a person to the connection's form (*Edit connection*); they
 * close it, to look something up, or save a name, and the prompt is still there: its button opens the form again.
 */
import { trialConnection } from '@shared/trial-connection';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import ConnectionList from '../screens/settings/ConnectionList.svelte';
import { connections } from '../state/connections.svelte';
import { navigation } from '../state/navigation.svelte';
import { outbox } from '../state/outbox.svelte';
import { installFakeMain } from '../testing/fake-main';
import { layers } from '../ui/layers';
import OutboxHolds from './OutboxHolds.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  navigation.go({ screen: 'library' });
  outbox.end();
  connections.end();
});

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
