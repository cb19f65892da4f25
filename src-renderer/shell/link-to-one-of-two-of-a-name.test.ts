/**
 * A workspace was connected twice under one name, as a service's own name suggests it. A link of a colleague asks for
 * the connection of that name. Foyer sends nothing, which is right; but it doesn't say that no connection has the name,
 * which two have: the terminal says of the same “Several connections are named Northwind”.
 */
import { cleanup, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../state/connections.svelte';
import { navigation } from '../state/navigation.svelte';
import { previewStarter } from '../state/preview-starter.svelte';
import { installFakeMain } from '../testing/fake-main';
import { layers } from '../ui/layers';
import PreviewRequestHost from './PreviewRequestHost.svelte';

// Compiled ahead; it is loaded when the first one is asked for.
beforeAll(
  () => Promise.all([import('../screens/previews/PreviewDialog.svelte'), layers.load()]),
  120_000,
);

afterEach(() => {
  if (previewStarter.current) previewStarter.close();
  cleanup();
  connections.end();
});

it.each([
  ['the control: none has the name', 'unknownConnection', 'There is no connection named Northwind'],
  ['two have the name', 'severalConnections', 'Several connections are named Northwind'],
] as const)('a link to a connection by its name: %s', async (_, kind, title) => {
  const list = [trialConnection('first'), trialConnection('second', { workspaceId: 'w2' })];
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list, currentId: 'first' }) },
    previews: { list: () => ({ revision: 1, history: [], shortcuts: [], drafts: {} }) },
  });
  await connections.start();
  render(PreviewRequestHost);
  main.emit('previews.asked', { kind, name: 'Northwind' });
  await screen.findByRole('dialog', { name: title });
  const settings = screen.queryByRole('button', { name: 'Open settings' });
  expect(settings !== null).toBe(kind === 'severalConnections');
  if (!settings) return;
  await userEvent.click(settings);
  expect(navigation.current.screen).toBe('settings');
});
