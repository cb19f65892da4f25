/** What is published waits for a token, and the prompt above the studio was put off: the notice leads to the token. */
import type { OpenTheme } from '@shared/library';
import type { OutboxItem } from '@shared/publishing';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { tokenEntry } from '../../features/connections/token-entry.svelte';
import TokenEntry from '../../features/connections/TokenEntry.svelte';
import { connections } from '../../state/connections.svelte';
import { navigation } from '../../state/navigation.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
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

let main: FakeMain;

/** The pane beside the theme, with what waits to be published to Northwind. */
async function pane(
  waits: Pick<OutboxItem, 'why' | 'problem'>,
  part: Parameters<typeof trialConnection>[1] = {},
) {
  const northwind = trialConnection('n', { label: 'Northwind', ...part });
  const place = { themeId: 't1', connectionId: northwind.id };
  main = installFakeMain({
    connections: {
      list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }),
      replaceToken: () => undefined,
    },
    library: { open: () => harbour, versions: () => ({ versions: [], unreadable: 0 }) },
    pictures: { show: () => [] },
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused: false, holds: [] },
        items: [
          { ...place, name: 'Harbour', since: '2026-11-20T14:05:00Z', isFirst: true, ...waits },
        ],
        deliveries: [{ ...place, delivery: 'blocked' }],
        progress: { done: 0, all: 1 },
      }),
      answers: () => [],
    },
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
  return within(screen.getByRole('complementary', { name: 'Before publishing' }));
}

it.each([
  ['tokenMissing', 'missing', 'Enter token', 'Enter the token for Northwind', 0],
  ['tokenRefused', 'keychain', 'Replace token', 'Replace the token for Northwind?', 1],
] as const)('%s: to entering it', async (why, tokenState, button, dialog, tries) => {
  const inspector = await pane({ why }, { tokenState });
  // A refused one may have got its rights since.
  expect(inspector.queryAllByRole('button', { name: 'Try now' })).toHaveLength(tries);
  await user.click(inspector.getByRole('button', { name: button }));
  expect(await screen.findByRole('dialog', { name: dialog })).toBeVisible();
});

it('leaves the focus in the window once it is replaced, though the button goes only later', async () => {
  const inspector = await pane({ why: 'tokenRefused' });
  await user.click(inspector.getByRole('button', { name: 'Replace token' }));
  await screen.findByRole('dialog', { name: 'Replace the token for Northwind?' });
  await user.type(screen.getByLabelText('Token'), 'fyr_live_2{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // As main tells it: src-main/outbox/change-notifier.ts.
  main.emit('outbox.changed', {
    ...{ revision: 2, isPaused: false, items: [], holds: [], deliveries: [] },
    progress: { done: 0, all: 1 },
  });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Replace token' })).toBeNull());
  expect(document.body).not.toHaveFocus();
});

it('to the connection where none is presented', async () => {
  const part = { presentation: { kind: 'none' }, tokenState: 'notNeeded' } as const;
  const inspector = await pane({ why: 'tokenRefused' }, part);
  await user.click(inspector.getByRole('button', { name: 'Edit connection' }));
  expect(navigation.inSettings).toEqual({ connectionId: 'n' });
});

it('to the connection where the keychain is in the way', async () => {
  const inspector = await pane({ why: 'problem', problem: { code: 'keychainLocked' } });
  await user.click(inspector.getByRole('button', { name: 'Open settings' }));
  expect(navigation.inSettings).toEqual({ connectionId: 'n' });
});

it('the control: what waits for the practice service is tried again', async () => {
  const inspector = await pane({ why: 'tokenRefused' }, { isPractice: true });
  expect(inspector.getByRole('button', { name: 'Try now' })).toBeVisible();
  expect(inspector.queryByRole('button', { name: /token/u })).toBeNull();
});
