import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PreviewFields } from '@shared/previews';
import type { PreviewRun } from '@shared/sending';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { undoLatestToast } from '../../ui/toast';
import Previews from './Previews.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  cleanup();
  connections.end();
});

/** What the screen says of the history, shown for one connection alone, where only another one sent something. */
describe('what is said of the history of one connection', () => {
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
});

/**
 * A preview is typed, and a person wants to look at an earlier one: they press Repeat in the wrong row, and then in the
 * right one. The form says “The form is filled in. Nothing has been sent.” with Undo beside it; what was typed, which
 * nothing else has, is given back as long as nothing was typed since.
 */
describe('Repeat that is pressed in two rows', () => {
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
});

/**
 * Contacts, and chats on the web, copy a number with marks of direction around it that nobody sees. Main takes them off
 * before it is sent (`preview-form.ts`), so it is a phone number, and isn't sent as it was pasted.
 */
describe('a number with marks of direction around it', () => {
  it.each([
    ['the control: blanks around it', ' +44 7700 900112 ', false],
    ['the control: no number', 'anna', true],
    ['marks of direction around it', '\u202A+44 7700 900112\u202C', false],
    ['a zero-width space behind it', '+44 7700 900112\u200B', false],
  ])('%s', async (name, to, isDoubted) => {
    const connection = trialConnection(name);
    const drafts = { [connection.id]: { botId: 'bot', to, startGroupId: '' } };
    installFakeMain({
      connections: { list: () => ({ revision: 1, list: [connection], currentId: connection.id }) },
      previews: { list: () => ({ revision: 1, shortcuts: [], history: [], drafts }) },
    });
    await connections.start();
    render(Previews);
    await screen.findByRole('button', { name: 'Start preview' });
    const said = screen.queryByText(/doesn’t look like a phone number.*sent as typed/u);
    expect(said !== null).toBe(isDoubted);
  });
});
