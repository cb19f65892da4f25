/**
 * Somebody without a mouse is at *Cancel* beside a preview that stands in line, and it leaves. The focus stays beside it,
 * at *Stop waiting* or another place of the form, as before they were two buttons: it does not fall to the page, where
 * nothing is said, and no key does anything.
 */
import { cleanup, render, screen } from '@testing-library/svelte';
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
  ['the control: it is still in line', false],
  ['it leaves', true],
])('%s', async (_, leaves) => {
  const connection = trialConnection('left');
  const run: PreviewRun = {
    ...{ activityId: 'run', at: '2026-01-01T00:00:00.000Z', connectionId: connection.id },
    ...{ input, outcome: null },
  };
  const kept = { shortcuts: [], drafts: { [connection.id]: { ...input, startGroupId: '' } } };
  const inLine = { ...run, isInLine: true };
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [connection], currentId: connection.id }) },
    previews: { list: () => ({ ...kept, revision: 1, history: [inLine] }) },
  });
  await connections.start();
  render(Previews);
  (await screen.findByRole('button', { name: 'Cancel' })).focus();
  main.emit('previews.changed', { ...kept, revision: 2, history: [leaves ? run : inLine] });
  await screen.findByRole('button', { name: leaves ? 'Stop waiting' : 'Cancel' });
  await new Promise((done) => setTimeout(done, 50));
  expect(document.body).not.toHaveFocus();
});
