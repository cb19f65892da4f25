/**
 * What is published waits for a token. The person replaces it from the notice in the studio, by the keyboard: the theme goes, and
 * the notice with the button goes. “What lay around the button has the focus where the button is gone”
 * (features/connections/token-entry): the next key goes on from there, and not from the top of the window.
 */
import type { OpenTheme } from '@shared/library';
import type { OutboxItem, OutboxSnapshot } from '@shared/publishing';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { tokenEntry } from '../../features/connections/token-entry.svelte';
import TokenEntry from '../../features/connections/TokenEntry.svelte';
import { connections } from '../../state/connections.svelte';
import { navigation } from '../../state/navigation.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Studio from './Studio.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  navigation.go({ screen: 'studio', themeId: 't1' });
});
afterEach(() => {
  tokenEntry.close();
  outbox.end();
  connections.end();
});

// What holds the pointer while a dialog leaves is no matter here.
const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
const harbour: OpenTheme = {
  ...{ id: 't1', version: 1, name: 'Harbour', tags: [], theme: newTheme(), isReadOnly: false },
  ...{ canUndo: false, canRedo: false, save: { kind: 'saved', at: '2026-11-20T14:05:00' } },
  places: [{ connectionId: 'n', relation: 'never' }],
  publications: {},
};

const northwind = trialConnection('n', { label: 'Northwind', tokenState: 'keychain' });
const place = { themeId: 't1', connectionId: northwind.id };

function snapshotOf(revision: number, why: OutboxItem['why']): OutboxSnapshot {
  return {
    ...{ revision, isPaused: false, holds: [], progress: { done: 0, all: 1 } },
    items: [{ ...place, name: 'Harbour', since: '2026-11-20T14:05:00Z', isFirst: true, why }],
    deliveries: [{ ...place, delivery: why === 'sending' ? 'sending' : 'blocked' }],
  };
}

it.each([
  ['the control: it is told before the dialog closes that the theme goes', true],
  ['it is told after that', false],
])('has the focus within the window once the token is replaced: %s', async (_when, isFirst) => {
  const main = installFakeMain({
    connections: {
      list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }),
      replaceToken: () => {
        const list = [{ ...northwind, access: 1 }];
        main.emit('connections.changed', { revision: 2, list, currentId: northwind.id });
        const tell = (): void => main.emit('outbox.changed', snapshotOf(2, 'sending'));
        // As main tells it: src-main/outbox/change-notifier.ts.
        if (isFirst) tell();
        else setTimeout(tell, 30);
      },
    },
    library: { open: () => harbour, versions: () => ({ versions: [], unreadable: 0 }) },
    pictures: { show: () => [] },
    outbox: { list: () => snapshotOf(1, 'tokenRefused'), answers: () => [] },
  });
  await connections.start();
  await outbox.start();
  // As the shell has it around each screen.
  const around = document.createElement('main');
  around.tabIndex = -1;
  document.body.append(around);
  onTestFinished(() => around.remove());
  render(Studio, { target: around, props: { themeId: 't1' } });
  render(TokenEntry);
  await screen.findByRole('heading', { name: 'Harbour' });
  await user.click(screen.getByRole('button', { name: 'Replace token' }));
  await screen.findByRole('dialog', { name: 'Replace the token for Northwind?' });
  await user.type(screen.getByLabelText('Token'), 'fyr_live_2{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(outbox.items[0]?.why).toBe('sending'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Replace token' })).toBeNull());
  await new Promise((done) => setTimeout(done, 200));
  expect(document.activeElement).not.toBe(document.body);
});
