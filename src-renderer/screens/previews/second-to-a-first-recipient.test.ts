/** Two previews to a recipient who was never sent one are asked for, one after the other; the first is sent. */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import PreviewRequestHost from '../../shell/PreviewRequestHost.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';

beforeAll(() => Promise.all([import('./PreviewDialog.svelte'), layers.load()]), 120_000);
afterEach(() => connections.end());

const northwind = trialConnection('northwind', { label: 'Northwind' });
const to = '+44 7700 900112';

it('the second is not said to be the first', async () => {
  const user = userEvent.setup();
  let isSent = false;
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    previews: {
      list: () => ({ revision: 1, history: [], shortcuts: [], drafts: {} }),
      // As main does.
      isNewRecipient: () => ({ isNew: !isSent, place: trialPlace }),
      start: ({ botId }) => {
        isSent = true;
        return {
          ...{ activityId: botId, at: '2026-01-01T00:00:00.000Z', connectionId: northwind.id },
          ...{ input: { botId, to }, outcome: { kind: 'accepted', status: 200 } },
        };
      },
    },
  });
  await connections.start();
  render(PreviewRequestHost);
  for (const botId of ['one', 'two']) {
    const fields = { botId, to, startGroupId: '' };
    main.emit('previews.asked', {
      ...{ kind: 'filled', name: botId, connectionId: northwind.id, fields, isFromLink: false },
    });
  }
  await user.click(await screen.findByRole('button', { name: 'Send once' }));
  await screen.findByText('The service accepted the preview.');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await screen.findByText('Start two?');
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent('two'));
  expect(screen.getByRole('dialog')).not.toHaveTextContent('hasn’t sent anything');
});
