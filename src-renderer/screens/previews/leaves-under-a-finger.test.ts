/**
 * A preview stands in line, and a person presses *Cancel* beside it, so that it isn't sent. It leaves while the button is
 * held down, which says *Stop waiting* from then on. Nobody asked for that: its answer would come, and without it
 * nobody knows whether it arrived.
 */
import { cleanup, render, screen } from '@testing-library/svelte';
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

/** What is stopped by a press that begins while it is in line, and ends as `leaves` says. */
async function stoppedBy(name: string, leaves: boolean): Promise<string[]> {
  const user = userEvent.setup();
  const connection = trialConnection(name);
  const run: PreviewRun = {
    ...{ activityId: 'run', at: '2026-01-01T00:00:00.000Z', connectionId: connection.id },
    ...{ input, outcome: null },
  };
  const stopped: string[] = [];
  const kept = { shortcuts: [], drafts: { [connection.id]: { ...input, startGroupId: '' } } };
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [connection], currentId: connection.id }) },
    previews: {
      list: () => ({ ...kept, revision: 1, history: [{ ...run, isInLine: true }] }),
      cancel: ({ activityId = '' }) => void stopped.push(activityId),
    },
  });
  await connections.start();
  render(Previews);
  const button = await screen.findByRole('button', { name: 'Cancel' });
  await user.pointer({ keys: '[MouseLeft>]', target: button });
  if (leaves) main.emit('previews.changed', { ...kept, revision: 2, history: [run] });
  await new Promise((done) => setTimeout(done));
  await user.pointer({ keys: '[/MouseLeft]', target: button });
  await new Promise((done) => setTimeout(done));
  return stopped;
}

it('the control: while it is in line, it is stopped', async () => {
  expect(await stoppedBy('in-line', false)).toEqual(['run']);
});

it('once it has left, its answer is waited for', async () => {
  expect(await stoppedBy('left', true)).toEqual([]);
});
