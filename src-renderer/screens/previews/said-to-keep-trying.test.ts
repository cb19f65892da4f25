/**
 * A virus scanner holds Foyer's file of previews for some seconds, and a person presses *Start preview* meanwhile. Nothing is
 * sent, and Foyer says why: "it refuses changes there, keeps trying, and carries on as soon as it can" (docs/guide.md). Once
 * the file is read, it is not said to be unreadable, as in Billing and Domains.
 */
import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { problemText } from '@shared/problem-text';
import { trialConnection, trialPlace } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import PreviewRequestHost from '../../shell/PreviewRequestHost.svelte';
import { previewStarter } from '../../state/preview-starter.svelte';
import { shortcuts } from '../../state/preview-shortcuts.svelte';
import Previews from './Previews.svelte';

beforeAll(() => Promise.all([import('./PreviewDialog.svelte'), layers.load()]), 120_000);
afterEach(() => {
  previewStarter.close();
  cleanup();
  connections.end();
});

const notRead: Problem = { code: 'storageNotRead', files: ['previews.json'] };

const fields = { botId: 'booking', to: '+44 7700 900112', startGroupId: '' };

/** A window on a main that can't read its file, until it is `read`. */
async function opened(id: string) {
  const connection = trialConnection(id);
  let isRead = false;
  const assertRead = (): void => {
    if (!isRead) throw new ProblemError(notRead);
  };
  const snapshot = (revision: number) => ({ revision, history: [], shortcuts: [], drafts: {} });
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [connection], currentId: connection.id }) },
    previews: {
      list: () => {
        assertRead();
        return snapshot(1);
      },
      isNewRecipient: () => ({ isNew: false, place: trialPlace }),
      saveDraft: () => {
        assertRead();
      },
      start: () => {
        assertRead();
        throw new Error('nobody asks for it again');
      },
    },
  });
  await connections.start();
  const read = async (): Promise<void> => {
    isRead = true;
    main.emit('previews.changed', snapshot(2));
    await main.answered();
  };
  return { main, read };
}

const said = (): HTMLElement[] => screen.queryAllByText(problemText(notRead).what);

it.each([
  ['the control: nothing was started meanwhile', false],
  ['one was to be started meanwhile', true],
])('the form says no more that its file can’t be read once it was: %s', async (id, isPressed) => {
  const user = userEvent.setup();
  const { main, read } = await opened(id);
  render(Previews);
  await user.type(await screen.findByRole('textbox', { name: 'Bot ID' }), fields.botId);
  await user.type(screen.getByRole('textbox', { name: 'Recipient' }), fields.to);
  if (isPressed) {
    await user.click(screen.getByRole('button', { name: 'Start preview' }));
    await main.answered();
  }
  await waitFor(() => expect(said()).not.toHaveLength(0));
  await read();
  await waitFor(() => expect(said()).toHaveLength(0));
});

it('nor does a dialog that could not send for that', async () => {
  const { main, read } = await opened('dialog');
  onTestFinished(shortcuts.start(() => undefined));
  render(PreviewRequestHost);
  main.emit('previews.asked', {
    ...{ kind: 'filled', name: 'Anna', connectionId: 'dialog', fields, isFromLink: false },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Send once' }));
  await waitFor(() => expect(said()).toHaveLength(1));
  await read();
  await waitFor(() => expect(said()).toHaveLength(0));
});
