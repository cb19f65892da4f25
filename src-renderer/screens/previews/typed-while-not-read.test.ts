/**
 * The form of a preview is filled in while Foyer can't read its file for a moment, as it says above the screen. Once
 * that can be read, Foyer has what was typed like everything else that is typed there: "nobody asks the window before
 * Foyer quits".
 */
import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { PreviewFields } from '@shared/previews';
import { ProblemError } from '@shared/problem-error';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import Previews from './Previews.svelte';

afterEach(() => {
  cleanup();
  connections.end();
});

it.each<[string, boolean, boolean]>([
  ['the control: it can be read', true, false],
  ['it can be read only later', false, false],
  ['it can be read once the screen was left', false, true],
])('what was typed is in Foyer when it quits: %s', async (name, isReadAtOnce, isLeft) => {
  const user = userEvent.setup();
  const connection = trialConnection(name);
  let isRead = isReadAtOnce;
  let revision = 1;
  let drafts: Record<string, PreviewFields> = {
    [connection.id]: { botId: 'last month’s bot', to: '+44 1', startGroupId: '' },
  };
  const assertRead = (): void => {
    if (!isRead) throw new ProblemError({ code: 'storageNotRead', files: ['previews.json'] });
  };
  const snapshot = () => ({ revision, history: [], shortcuts: [], drafts });
  const main = installFakeMain({
    connections: {
      list: () => ({ revision: 1, list: [connection], currentId: connection.id }),
    },
    previews: {
      list: () => {
        assertRead();
        return snapshot();
      },
      saveDraft: ({ connectionId, fields }) => {
        assertRead();
        drafts = { ...drafts, [connectionId]: fields };
      },
    },
  });
  await connections.start();
  const { unmount } = render(Previews);
  const bot = await screen.findByRole('textbox', { name: 'Bot ID' });
  await user.clear(bot);
  await user.type(bot, 'the new bot');
  if (isLeft) unmount();
  isRead = true;
  revision += 1;
  main.emit('previews.changed', snapshot());
  // What the next start shows.
  await waitFor(() => expect(drafts[connection.id]?.botId).toBe('the new bot'));
  if (!isLeft) expect(bot).toHaveValue('the new bot');
});
