/**
 * Somebody without a mouse presses *Cancel* beside a preview that stands in line, or *Don't send* in the history, and it
 * is taken back. The buttons go; the focus stays on the screen: it does not fall to the page, where nothing is said, and
 * from where Tab begins anew.
 */
import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { PreviewRun } from '@shared/sending';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import Previews from './Previews.svelte';

afterEach(() => {
  cleanup();
  connections.end();
});

const input = { botId: 'bot', to: '+44 7700 900112' };

it.each([
  ['the control: Cancel, and it is still in line', /^Cancel$/u, false],
  ['Cancel, and it is taken back', /^Cancel$/u, true],
  ['Don’t send, and it is taken back', /^Don’t send/u, true],
])('%s', async (name, button, isTakenBack) => {
  const user = userEvent.setup();
  const connection = trialConnection(name);
  const run: PreviewRun = {
    ...{ activityId: 'run', at: '2026-01-01T00:00:00.000Z', connectionId: connection.id },
    ...{ input, outcome: null, isInLine: true },
  };
  const kept = { shortcuts: [], drafts: { [connection.id]: { ...input, startGroupId: '' } } };
  let cancelled = 0;
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [connection], currentId: connection.id }) },
    previews: {
      list: () => ({ ...kept, revision: 1, history: [run] }),
      cancel() {
        cancelled += 1;
        if (isTakenBack) main.emit('previews.changed', { ...kept, revision: 2, history: [] });
      },
    },
  });
  await connections.start();
  render(Previews);
  const pressed = await screen.findByRole('button', { name: button });
  pressed.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(cancelled).toBe(1));
  if (isTakenBack) await waitFor(() => expect(pressed).not.toBeInTheDocument());
  await waitFor(() => expect(document.body).not.toHaveFocus());
});
