/** A connection without a token: a name is sent through it, and the token is entered from where its want is told of. */
import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import type { Connection } from '@shared/connection';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { createCustomDomainRequest } from '@shared/service/operations';
import { trialConnection } from '@shared/trial-connection';
import { afterEach, beforeAll, expect, it } from 'vitest';
import TokenEntry from '../../features/connections/TokenEntry.svelte';
import { connections } from '../../state/connections.svelte';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Domains from './Domains.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  cleanup();
  connections.end();
});

const name = 'bot.example.com';

it.each<[Problem['code'] & `token${string}`, Connection['tokenState'], string]>([
  ['tokenMissing', 'missing', 'Enter token'],
  ['tokenUnusable', 'keychain', 'Replace token'],
])('%s is told until a token is entered there', async (code, tokenState, button) => {
  let connection = trialConnection('c1', { label: 'Northwind', tokenState });
  const main: FakeMain = installFakeMain({
    connections: {
      list: () => ({ revision: 1, list: [connection], currentId: 'c1' }),
      replaceToken: () => {
        connection = { ...connection, tokenState: 'keychain', access: 1 };
        main.emit('connections.changed', { revision: 2, list: [connection], currentId: 'c1' });
      },
    },
    domains: {
      state: () => ({
        ...{ revision: 1, connectionId: 'c1', draft: name },
        ...{ registrations: [], checks: {}, notes: {} },
      }),
      review: () => ({
        ...{ reviewId: 'r1', ascii: name, unicode: name, kind: 'subdomain' },
        request: createCustomDomainRequest(connection, { name }),
      }),
      create: () => Promise.reject(new ProblemError({ code, label: 'Northwind' })),
    },
  });
  await connections.start();
  render(Domains);
  render(TokenEntry);
  await userEvent.click(await screen.findByRole('button', { name: 'Review name' }));
  await userEvent.click(await screen.findByRole('button', { name: `Add ${name}` }));
  const told = /token (is )?stored for Northwind/iu;
  expect(await screen.findByText(told)).toBeVisible();

  await userEvent.click(screen.getByRole('button', { name: button }));
  await userEvent.type(await screen.findByLabelText('Token'), 'another{Enter}');
  await waitFor(() => expect(screen.queryByText(told)).toBeNull());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // What was reviewed is sent with it.
  expect(screen.getByRole('button', { name: `Add ${name}` })).toBeEnabled();
});
