/**
 * What is published is the present, and a person sees an older version: the first press shows what would be sent, and sends
 * nothing; the next one sends it.
 */
import type { Connection } from '@shared/connection';
import type { OpenTheme } from '@shared/library';
import { newTheme } from '@shared/theme/theme';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import OutboxPanel from '../../features/outbox/OutboxPanel.svelte';
import { listenToCommands } from '../../shell/commands';
import { commands } from '../../state/commands.svelte';
import { connections } from '../../state/connections.svelte';
import { library } from '../../state/library.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Toasts from '../../ui/Toasts.svelte';
import Studio from './Studio.svelte';

const northwind: Connection = {
  ...{ id: 'c1', label: 'Northwind', baseAddress: 'https://northwind.example/api/v1' },
  ...{ workspaceId: 'ws_1', colour: 'petrol', preset: 'documented' },
  ...{ presentation: { kind: 'bearer' }, host: 'northwind.example', isPractice: false },
  ...{ tokenState: 'keychain', keepsClientIds: 'unknown' },
};
const kestrel: Connection = { ...northwind, id: 'c2', label: 'Kestrel', host: 'kestrel.example' };
const user = userEvent.setup();
let main: FakeMain;

const calls = (name: string) => main.log.filter((call) => call.name === name).length;
const run = (id: string): Promise<void> => {
  commands.list.find((command) => command.id === id)?.run();
  return Promise.resolve();
};
const byButton = () => user.click(screen.getByRole('button', { name: 'Publish to Northwind' }));
const byKey = () => {
  const key = { key: 'P', code: 'KeyP', ctrlKey: true, shiftKey: true };
  return fireEvent.keyDown(document.activeElement ?? document.body, key);
};

beforeAll(() => layers.load(), 120_000);

beforeEach(async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const said: OpenTheme = {
    ...{ id: 't1', version: 2, name: 'Harbour', tags: [], theme: newTheme() },
    ...{ isReadOnly: false, canUndo: false, canRedo: false },
    save: { kind: 'saved', at: '2026-11-20T14:05:00' },
    ...{ places: [{ connectionId: 'c1', relation: 'never' }], publications: {} },
  };
  const version = { version: 13, at: '2026-11-13T17:20:00', reason: 'kept' as const, name: 'Old' };
  main = installFakeMain({
    connections: {
      list: () => ({ revision: 1, list: [northwind, kestrel], currentId: 'c1' }),
      select: () => undefined,
    },
    library: {
      open: () => said,
      versions: () => ({ versions: [version], unreadable: 0 }),
      version: () => ({ name: 'Quay', theme: newTheme() }),
    },
    outbox: {
      answers: () => [],
      list: () => ({
        ...{ revision: 1, isPaused: false, deliveries: [], holds: [] },
        items: [
          {
            ...{ themeId: 't1', connectionId: 'c1', name: 'Harbour', why: 'elsewhere' },
            ...{ since: '2026-11-20T14:05:00.000Z', isFirst: false },
            place: { host: 'elsewhere.example', workspaceId: 'ws_9' },
          },
        ],
        progress: { done: 0, all: 1 },
      }),
      publishChanged: () => ({ queued: 1, cancelled: [], problems: [] }),
      publish: () => ({ queued: 1, cancelled: [], problems: [] }),
      request: () => ({
        ...{ operation: 'saveThemeTemplate' as const, method: 'PUT' as const },
        ...{ url: 'https://northwind.example', body: '{}' },
      }),
    },
  });
  await connections.start();
  onTestFinished(
    listenToCommands({ showShortcuts: () => undefined, showPalette: () => undefined }),
  );
  render(Toasts);
  render(Studio, { themeId: 't1' });
  await user.click(await screen.findByRole('button', { name: /^View Old/u }));
  await screen.findByText('Viewing Old');
});

it.each([
  ['the button', byButton, 'outbox.publish'],
  ['the key', byKey, 'outbox.publish'],
  ['another connection, from the palette', () => run('studio.publish:c2'), 'outbox.publish'],
  ['the exact request', () => run('studio.request'), 'outbox.request'],
])('%s: first the present is shown', async (_way, press, call) => {
  await press();
  await waitFor(() => expect(screen.queryByText('Viewing Old')).toBeNull());
  await screen.findByText('Back to the current version. Nothing was sent.');
  expect(calls(call)).toBe(0);
  await press();
  await waitFor(() => expect(calls(call)).toBe(1));
});

it('the choice of connections: first the present is shown', async () => {
  await run('theme.publishTo');
  await waitFor(() => expect(screen.queryByText('Viewing Old')).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
  await run('theme.publishTo');
  await screen.findByRole('dialog');
});

/** Presses a button of the outbox's panel over the studio. */
async function inPanel(name: string): Promise<void> {
  const panel = within(await screen.findByRole('dialog', { name: 'Outbox' }));
  await user.click(await panel.findByRole('button', { name }));
}

/** Opens it; that theme was changed since it was published. */
async function openPanel(id: string): Promise<void> {
  vi.spyOn(library, 'themes', 'get').mockReturnValue([
    {
      ...{ id, name: 'Harbour', tags: [], isReadOnly: false },
      places: [{ connectionId: 'c1', relation: 'changed', delivery: 'idle' }],
    } as unknown as (typeof library.themes)[number],
  ]);
  await outbox.start();
  render(OutboxPanel, { onclose: () => undefined });
}

it.each([
  ['of what was to go elsewhere', 'Publish to Northwind', 'outbox.publish'],
  ['of what was changed', 'Publish 1 changed theme to Northwind', 'outbox.publishChanged'],
])('the outbox’s panel, %s: first the present is shown', async (_name, button, call) => {
  await openPanel('t1');
  await inPanel(button);
  await waitFor(() => expect(screen.queryByText('Viewing Old')).toBeNull());
  expect(calls(call)).toBe(0);
  await inPanel(button);
  await waitFor(() => expect(calls(call)).toBe(1));
});

it('the outbox’s panel, of what was changed: one that isn’t sent stays as it is looked at', async () => {
  await openPanel('t2');
  await inPanel('Publish 1 changed theme to Northwind');
  await waitFor(() => expect(calls('outbox.publishChanged')).toBe(1));
  expect(screen.queryByText('Viewing Old')).not.toBeNull();
});
