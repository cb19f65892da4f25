/**
 * A person typed a preview that was never sent, filled the form with an earlier one, and changed that since: another
 * recipient. Then they press the notification’s *Undo*: what they had typed first is back. What they typed since can be had
 * back too, as what an earlier run replaces can.
 */
import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
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

const field = (name: string) => screen.getByRole('textbox', { name });

it('keeps what was typed since, or gives it back', async () => {
  const user = userEvent.setup();
  const connection = trialConnection('typed-since');
  const run = (part: Partial<PreviewRun>): PreviewRun => ({
    ...{ activityId: 'p1', at: new Date().toISOString(), connectionId: connection.id },
    ...{ input: { botId: 'bot1', to: '+44 1' }, outcome: { kind: 'accepted', status: 200 } },
    ...part,
  });
  const history = [run({}), run({ activityId: 'p2', input: { botId: 'other', to: '+55 2' } })];
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [connection], currentId: connection.id }) },
    previews: {
      list: () => ({ revision: 1, history, shortcuts: [], drafts: {} }),
      saveDraft: () => undefined,
    },
  });
  await connections.start();
  render(Previews);
  await screen.findByRole('textbox', { name: 'Bot ID' });
  await user.type(field('Bot ID'), '-new');
  await user.click(
    screen.getByRole('button', { name: 'Fill the form with bot other and recipient +55 2' }),
  );
  await user.type(field('Recipient'), '33 44 55');
  expect(field('Recipient')).toHaveValue('+55 233 44 55');
  undoLatestToast();
  await new Promise((done) => setTimeout(done, 50));
  // Either it stays, or one more step has it.
  if ((field('Recipient') as HTMLInputElement).value !== '+55 233 44 55') undoLatestToast();
  await waitFor(() => expect(field('Recipient')).toHaveValue('+55 233 44 55'));
});
