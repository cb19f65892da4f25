import { cleanup, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import type { Outcome } from '@shared/service/outcome';
import { trialConnection } from '@shared/trial-connection';
import { afterEach, expect, it } from 'vitest';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { tokenEntry } from '../connections/token-entry.svelte';
import SendingOutcome from './SendingOutcome.svelte';

afterEach(() => {
  cleanup();
  tokenEntry.close();
  connections.end();
});

const refusedToken: Outcome = { kind: 'tokenRefused', status: 401 };
const notAllowed: Outcome = { kind: 'rejected', status: 403 };
const notFound: Outcome = { kind: 'rejected', status: 404 };

async function show(outcome: Outcome, isPractice = false): Promise<string> {
  const connection = trialConnection('c1', { isPractice });
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [connection], currentId: 'c1' }) },
  });
  await connections.start();
  const what = 'createCustomDomain';
  return render(SendingOutcome, { outcome, what, connectionId: 'c1' }).container.textContent;
}

it.each([
  ['the token was refused', refusedToken],
  ['it was not allowed, which may be for the token', notAllowed],
])('leads to another token, and not to where Settings has it: %s', async (_name, outcome) => {
  expect(await show(outcome)).not.toContain('in Settings');
  await userEvent.click(screen.getByRole('button', { name: 'Replace token' }));
  expect(tokenEntry.connection).toMatchObject({ id: 'c1' });
});

it.each([
  ['it was not found', notFound, false],
  ['the practice service has its own token', refusedToken, true],
] as const)('leads nowhere: %s', async (_name, outcome, isPractice) => {
  await show(outcome, isPractice);
  expect(screen.queryByRole('button', { name: 'Replace token' })).toBeNull();
});
