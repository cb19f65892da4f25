/**
 * A preview was started from a shortcut, and its answer takes a while. Meanwhile the form has the same bot and
 * recipient, and a start group of its own: what the form's button says of what is in the form. Main refuses that one
 * as another (`recipientBusy`: “This one wasn’t sent”).
 */
import { cleanup, render, screen } from '@testing-library/svelte';
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

let count = 0;
const to = '+44 7700 900112';

/** Shows the form with that start group while one without any is under way. */
async function open(startGroupId: string): Promise<void> {
  count += 1;
  const connection = trialConnection(`group-${String(count)}`);
  const run: PreviewRun = {
    ...{ activityId: 'p1', at: new Date().toISOString(), connectionId: connection.id },
    ...{ input: { botId: 'bot', to }, outcome: null },
  };
  const drafts = { [connection.id]: { botId: 'bot', to, startGroupId } };
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [connection], currentId: connection.id }) },
    previews: {
      list: () => ({ revision: 1, history: [run], shortcuts: [], drafts }),
      saveDraft: () => undefined,
    },
  });
  await connections.start();
  render(Previews);
  await screen.findByRole('textbox', { name: 'Bot ID' });
}

const stopWaiting = () => screen.queryByRole('button', { name: 'Stop waiting' });

it('the control: of the same as in the form, that it is being sent', async () => {
  await open('');
  expect(stopWaiting()).toBeVisible();
});

it('of another group in the form, not that it is being sent', async () => {
  await open('evening');
  expect(screen.getByRole('textbox', { name: /^Start group/u })).toHaveValue('evening');
  expect(screen.queryByRole('button', { name: 'Sending' })).toBeNull();
});
