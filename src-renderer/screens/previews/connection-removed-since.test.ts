/**
 * A preview is asked for again that went through a connection which was removed since, while another workspace is
 * connected, by a shortcut’s key. What the dialog says is missing.
 */
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Connection } from '@shared/connection';
import { trialConnection } from '@shared/trial-connection';
import PreviewRequestHost from '../../shell/PreviewRequestHost.svelte';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';

beforeAll(() => Promise.all([import('./PreviewDialog.svelte'), layers.load()]), 120_000);
afterEach(() => {
  cleanup();
  connections.end();
});

const kestrel = trialConnection('kestrel', { label: 'Kestrel' });

/** What is said of one through Northwind, which is gone, where these are connected. */
async function saidWith(list: Connection[]): Promise<string> {
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list, currentId: list[0]?.id ?? null }) },
    previews: { list: () => ({ revision: 1, history: [], shortcuts: [], drafts: {} }) },
  });
  await connections.start();
  render(PreviewRequestHost);
  const fields = { botId: 'bot', to: '+44 7700 900112', startGroupId: '' };
  main.emit('previews.asked', {
    ...{ kind: 'filled', name: 'Booking', connectionId: 'northwind', fields, isFromLink: false },
  });
  return (await screen.findByRole('dialog')).textContent ?? '';
}

it('the control: where no workspace is connected, that none is', async () => {
  expect(await saidWith([])).toContain('No workspace is connected');
});

it('where another workspace is connected, not that none is', async () => {
  const said = await saidWith([kestrel]);
  expect(said).not.toContain('No workspace is connected');
  expect(said).toContain('Its connection was removed');
  // There is nothing to ask.
  expect(screen.getByRole('dialog', { name: 'Can’t start Booking' })).toBeVisible();
  expect(said).not.toContain('It is sent once.');
  // Nor is one to be connected.
  expect(screen.queryByRole('button', { name: 'Get started' })).toBeNull();
});
