/** A preview that is asked for over any screen has no token to be sent with: the dialog leads to entering one. */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { trialConnection } from '@shared/trial-connection';
import { tokenEntry } from '../../features/connections/token-entry.svelte';
import PreviewRequestHost from '../../shell/PreviewRequestHost.svelte';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';

beforeAll(() => Promise.all([import('./PreviewDialog.svelte'), layers.load()]), 120_000);

it('is told why it was not sent until there is one', async () => {
  const user = userEvent.setup();
  const northwind = trialConnection('northwind', { label: 'Northwind', tokenState: 'missing' });
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: 'northwind' }) },
    previews: {
      list: () => ({ revision: 1, history: [], shortcuts: [], drafts: {} }),
      isNewRecipient: () => ({ isNew: false, place: 'there' }),
      start: () => {
        throw new ProblemError({ code: 'tokenMissing', label: 'Northwind' });
      },
    },
  });
  await connections.start();
  render(PreviewRequestHost);
  const fields = { botId: 'bot', to: '+44 7700 900112', startGroupId: '' };
  main.emit('previews.asked', {
    ...{ kind: 'filled', name: 'Booking', connectionId: 'northwind', fields, isFromLink: false },
  });
  await user.click(await screen.findByRole('button', { name: 'Send once' }));
  await user.click(await screen.findByRole('button', { name: 'Enter token' }));
  expect(tokenEntry.connection).toMatchObject({ id: 'northwind' });
  tokenEntry.close();

  const list = [{ ...northwind, tokenState: 'keychain' as const, access: 1 }];
  main.emit('connections.changed', { revision: 2, list, currentId: 'northwind' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Enter token' })).toBeNull());
  expect(screen.queryByText(/Enter it in Settings/u)).toBeNull();
  expect(screen.getByRole('button', { name: 'Send once' })).toBeEnabled();
});
