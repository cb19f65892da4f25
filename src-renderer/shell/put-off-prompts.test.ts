/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real outbox. */
/**
 * A service refused the token, and its owner put the prompt off: “Later”, which is until there is another reason. Another token is
 * one: it isn't said to be refused before it was tried, and is prompted for once it was, also by a service in the house, which
 * answers before the window has heard that anything changed.
 */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { tick } from 'svelte';
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

/** The prompt was put off, and the token is replaced: what the connections' room tells of is told, and nothing else so far. */
async function putOffAndReplaced(next: string, isHeld: boolean) {
  const made = await outboxFixture();
  const { token } = made;
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

  const release = isHeld ? made.practice.holdAnswers() : () => undefined;
  made.token = next === 'right' ? token : next;
  made.connections.splice(0, 1, { ...made.connection, access: 1 });
  made.outbox.tokenReplaced('c1');
  main.emit('connections.changed', { revision: 2, list: listOf(1), currentId: 'c1' });
  made.outbox.connectionsChanged();
  return { made, release };
}

it.each([
  ['the control: a service that is far away', true],
  ['a service that answers at once', false],
])('prompts for the token that was refused since: %s', async (_, isFarAway) => {
  const { made, release } = await putOffAndReplaced('wrong, too', isFarAway);
  if (isFarAway) made.clock.pass(100);
  release();
  await made.settled();
  made.clock.pass(100);
  expect(await made.items()).toMatchObject([{ why: 'tokenRefused' }]);
  await waitFor(() => expect(outbox.holds).toMatchObject([{ why: 'tokenRefused' }]));
  expect(await screen.findByText(prompt)).toBeVisible();
});

it('doesn’t say of a new token, which wasn’t tried, that it was refused', async () => {
  const { made, release } = await putOffAndReplaced('right', true);
  await tick();
  const said = screen.queryByText(prompt);
  made.clock.pass(100);
  release();
  await made.drained();
  // The control: it was sent with that.
  expect(await made.items()).toEqual([]);
  expect(said).toBeNull();
});
