/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real outbox. */
/**
 * A service refused the token, and its owner put the prompt off: “Later”. They replace the token. Nobody has tried the new one yet:
 * that the service refused it isn't said, not even until the window has heard of what is in the way now.
 */
import { render, screen } from '@testing-library/svelte';
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

it('doesn’t say of a new token, which wasn’t tried, that it was refused', async () => {
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

  const release = made.practice.holdAnswers();
  const before = made.practice.received().length;
  made.token = 'practice-token-of-the-test';
  made.connections.splice(0, 1, { ...made.connection, access: 1 });
  // As the connections' room tells of it; what the outbox says of it comes a moment later.
  made.outbox.tokenReplaced('c1');
  main.emit('connections.changed', { revision: 2, list: listOf(1), currentId: 'c1' });
  made.outbox.connectionsChanged();
  await tick();
  const said = screen.queryByText(prompt);
  made.clock.pass(100);
  release();
  await made.drained();
  expect(made.practice.received().length).toBeGreaterThan(before);
  expect(await made.items()).toEqual([]);

  expect(said).toBeNull();
});
