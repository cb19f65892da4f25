/**
 * Contacts, and chats on the web, copy a number with marks of direction around it that nobody sees. Main takes them off
 * before it is sent (`preview-form.ts`), so it is a phone number, and isn't sent as it was pasted.
 */
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import Previews from './Previews.svelte';

afterEach(() => {
  cleanup();
  connections.end();
});

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
