/** What the screen says of the history, shown for one connection alone, where only another one sent something. */
import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { PreviewRun } from '@shared/sending';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Previews from './Previews.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  cleanup();
  connections.end();
});

const northwind = trialConnection('northwind', { label: 'Northwind' });
const kestrel = trialConnection('kestrel', { label: 'Kestrel' });
const nothing = 'No previews sent from here yet.';
const run: PreviewRun = {
  ...{ activityId: 'p1', at: '2026-01-01T00:00:00.000Z', connectionId: northwind.id },
  ...{ input: { botId: 'bot', to: '+44 1' }, outcome: { kind: 'accepted', status: 200 } },
};

async function showKestrel(history: PreviewRun[]): Promise<void> {
  const user = userEvent.setup();
  const list = [northwind, kestrel];
  installFakeMain({
    connections: { list: () => ({ revision: 1, list, currentId: northwind.id }) },
    previews: { list: () => ({ revision: 1, history, shortcuts: [], drafts: {} }) },
  });
  await connections.start();
  render(Previews);
  const filter = await screen.findByLabelText('Show previews of');
  await screen.findByRole('heading', { name: 'History' });
  await user.selectOptions(filter, 'Kestrel');
}

it('the control: nothing was sent at all', async () => {
  await showKestrel([]);
  expect(await screen.findByText(nothing)).toBeInTheDocument();
});

it('is not that nothing was sent from here, which another connection did', async () => {
  await showKestrel([run]);
  // Filtered out.
  await waitFor(() => expect(screen.queryByText('+44 1')).toBeNull());
  expect(screen.queryByText(nothing)).toBeNull();
  expect(screen.getByText('No recent previews for this connection.')).toBeInTheDocument();
});
