/**
 * A preview is typed, and a person wants to look at an earlier one: they press Repeat in the wrong row, and then in the
 * right one. The form says “The form is filled in. Nothing has been sent.” with Undo beside it; what was typed, which
 * nothing else has, is given back as long as nothing was typed since.
 */
import { cleanup, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import type { PreviewFields } from '@shared/previews';
import type { PreviewRun } from '@shared/sending';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { undoLatestToast } from '../../ui/toast';
import Previews from './Previews.svelte';

afterEach(() => {
  cleanup();
  connections.end();
});

it.each<[string, readonly string[]]>([
  ['the control: one was repeated', ['bot-one']],
  ['the same one was repeated by a double click', ['bot-one', 'bot-one']],
  ['another one was repeated after it', ['bot-one', 'bot-two']],
])('gives back what was typed: %s', async (name, repeated) => {
  const user = userEvent.setup();
  const connection = trialConnection(name);
  const run = (botId: string, to: string): PreviewRun => ({
    activityId: botId,
    at: new Date().toISOString(),
    connectionId: connection.id,
    input: { botId, to },
    outcome: { kind: 'accepted', status: 200 },
  });
  const history = [run('bot-one', '+44 1'), run('bot-two', '+44 2')];
  let drafts: Record<string, PreviewFields> = {};
  installFakeMain({
    connections: {
      list: () => ({ revision: 1, list: [connection], currentId: connection.id }),
    },
    previews: {
      list: () => ({ revision: 1, history, shortcuts: [], drafts }),
      saveDraft: ({ connectionId, fields }) => {
        drafts = { ...drafts, [connectionId]: fields };
      },
    },
  });
  await connections.start();
  render(Previews);
  const bot = await screen.findByRole('textbox', { name: 'Bot ID' });
  await user.clear(bot);
  await user.type(bot, 'bot-three-just-pasted');
  for (const botId of repeated) {
    const row = screen.getByRole('button', {
      name: new RegExp(`Fill the form with bot ${botId} `),
    });
    await user.click(row);
    expect(bot).toHaveValue(botId);
  }
  undoLatestToast();
  await expect.poll(() => (bot as HTMLInputElement).value).toBe('bot-three-just-pasted');
});
