/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real outbox. */
/**
 * A service in the house refused the token, and its owner put the prompt off: “Later”. They replace the token, with one that is
 * wrong as well, and the service, which is near, refuses that before the window has heard of the new one. “Token replaced” is
 * the last that Foyer says: the prompt, which is put off until there is another reason, is never shown again, though the theme
 * waits for another token, and that one was asked about by nobody.
 */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Connection } from '@shared/connection';
import { trialConnection } from '@shared/trial-connection';
import { outboxFixture } from '../../src-main/outbox/testing/fixture-outbox';
import { connections } from '../state/connections.svelte';
import { outbox } from '../state/outbox.svelte';
import { installFakeMain } from '../testing/fake-main';
import { layers } from '../ui/layers';
import OutboxHolds from './OutboxHolds.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  outbox.end();
  connections.end();
});

const prompt = 'Northwind refused the token';

it.each([
  ['the control: a service that is far away', true],
  ['a service that answers at once', false],
])('prompts for the token that was refused since: %s', async (_, isFarAway) => {
  const made = await outboxFixture();
  made.token = 'wrong';
  await made.publish();
  await made.settled();
  made.clock.pass(100);
  expect(await made.items()).toMatchObject([{ why: 'tokenRefused' }]);
  const listOf = (access: number): Connection[] => [
    trialConnection('c1', { ...made.connection, access, tokenState: 'keychain' }),
  ];
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: listOf(0), currentId: 'c1' }) },
    outbox: made.outbox.handlers,
  });
  made.onSnapshot((snapshot) => main.emit('outbox.changed', snapshot));
  await Promise.all([connections.start(), outbox.start()]);
  render(OutboxHolds);
  const user = userEvent.setup();
  await screen.findByText(prompt);
  await user.click(screen.getByRole('button', { name: 'Later' }));
  expect(screen.queryByText(prompt)).toBeNull();

  // As the connections' room tells of it.
  made.token = 'wrong, too';
  made.connections.splice(0, 1, { ...made.connection, access: 1 });
  const release = isFarAway ? made.practice.holdAnswers() : () => undefined;
  made.outbox.tokenReplaced('c1');
  main.emit('connections.changed', { revision: 2, list: listOf(1), currentId: 'c1' });
  made.outbox.connectionsChanged();
  if (isFarAway) made.clock.pass(100);
  release();
  await made.settled();
  made.clock.pass(100);
  expect(await made.items()).toMatchObject([{ why: 'tokenRefused' }]);
  await waitFor(() => expect(outbox.holds).toMatchObject([{ why: 'tokenRefused' }]));

  expect(await screen.findByText(prompt)).toBeVisible();
});
