/**
 * A preview is under way, and its answer takes a while. Meanwhile the form has the same bot and recipient, and a start
 * group of its own, which main refuses as another (`recipientBusy`: “This one wasn’t sent”); or the connection was
 * pointed at another address. What the form's button says of what is in the form.
 */
import { cleanup, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
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
async function open(startGroupId: string, goesElsewhere?: boolean) {
  count += 1;
  const connection = trialConnection(`form-${String(count)}`);
  const run: PreviewRun = {
    ...{ activityId: 'p1', at: new Date().toISOString(), connectionId: connection.id },
    ...{ input: { botId: 'bot', to }, outcome: null, ...(goesElsewhere && { goesElsewhere }) },
  };
  const drafts = { [connection.id]: { botId: 'bot', to, startGroupId } };
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [connection], currentId: connection.id }) },
    previews: {
      list: () => ({ revision: 1, history: [run], shortcuts: [], drafts }),
      saveDraft: () => undefined,
      cancel: () => undefined,
    },
  });
  await connections.start();
  render(Previews);
  await screen.findByRole('textbox', { name: 'Bot ID' });
  return main;
}

const stopWaiting = () => screen.queryByRole('button', { name: 'Stop waiting' });
const sending = () => screen.queryByRole('button', { name: 'Sending' });

it('the control: of the same as in the form, that it is being sent', async () => {
  const { log } = await open('');
  expect(sending()).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: 'Stop waiting' }));
  const { input } = log.find(({ name }) => name === 'previews.cancel') ?? {};
  expect(input).toMatchObject({ botId: 'bot', to, activityId: 'p1' });
});

it('of another group in the form, not that it is being sent', async () => {
  await open('evening');
  expect(screen.getByRole('textbox', { name: /^Start group/u })).toHaveValue('evening');
  expect(sending()).toBeNull();
  expect(stopWaiting()).toBeNull();
});

it('of the same to where the connection led before, not that it is being sent', async () => {
  await open('', true);
  expect(sending()).toBeNull();
  expect(stopWaiting()).toBeNull();
});
