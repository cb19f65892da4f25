/** The preview shortcuts, or the connections, can’t be read just now: what the launcher says of them. */
import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { Connections } from '@shared/connection';
import type { ShownShortcut } from '@shared/previews';
import { ProblemError } from '@shared/problem-error';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../state/connections.svelte';
import { shortcuts } from '../state/preview-shortcuts.svelte';
import { installFakeMain } from '../testing/fake-main';
import Launcher from './Launcher.svelte';

const northwind = trialConnection('northwind');
const shortcut: ShownShortcut = {
  ...{ id: 's1', name: 'Booking', connectionId: northwind.id, botId: 'bot', to: '+44 7700 900112' },
  ...{ startGroupId: '', lastAt: null, isNewRecipient: false },
};
const readConnections = { revision: 1, list: [northwind], currentId: northwind.id };

afterEach(() => {
  cleanup();
  connections.end();
});

async function open(listed: readonly ShownShortcut[] | ProblemError, connected: Connections) {
  installFakeMain({
    connections: { list: () => connected },
    launcher: {
      ...{ fit: () => undefined, hide: () => undefined, ready: () => undefined },
      ...{ refused: () => undefined, ended: () => undefined },
    },
    previews: {
      list: () => {
        if (listed instanceof ProblemError) throw listed;
        return { revision: 1, history: [], drafts: {}, shortcuts: [...listed] };
      },
      // What main answers whose connections can’t be read.
      start: () => {
        throw new ProblemError({ code: 'storageNotRead', files: ['connections.json'] });
      },
    },
  });
  await connections.start();
  const problems: unknown[] = [];
  shortcuts.start((error) => problems.push(error));
  render(Launcher);
  return { problems };
}

it('the control: where there are none, that there are none yet', async () => {
  await open([], readConnections);
  expect(await screen.findByText(/^No preview shortcuts yet/u)).toBeVisible();
});

it('where they can’t be read, not that there are none yet', async () => {
  const unread = new ProblemError({ code: 'storageNotRead', files: ['previews.json'] });
  const { problems } = await open(unread, readConnections);
  await waitFor(() => expect(problems).toHaveLength(1));
  expect(screen.queryByText(/^No preview shortcuts yet/u)).toBeNull();
});

it('where the connections can’t be read, not that a shortcut’s was removed', async () => {
  // So main answers then: `connections.snapshot`.
  await open([shortcut], { revision: 0, list: [], currentId: null });
  await screen.findByText('Booking');
  await userEvent.setup().keyboard('1{Enter}');
  await waitFor(() => expect(document.querySelector('.message')).not.toBeNull());
  expect(document.querySelector('.message')).not.toHaveTextContent('Its connection was removed.');
});
