/** A name could not be sent, and a person then looks at one that was: the sheet says what became of that one. */
import { cleanup, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import type { DomainRegistration } from '@shared/sending';
import { createCustomDomainRequest } from '@shared/service/operations';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import Domains from './Domains.svelte';

const connection = trialConnection('c1');
const earlier: DomainRegistration = {
  ...{ activityId: 'd1', at: '2026-01-01T00:00:00.000Z', connectionId: 'c1' },
  ...{ input: { name: 'old.example.com' }, outcome: { kind: 'accepted', status: 200 } },
};

afterEach(() => {
  cleanup();
  connections.end();
});

it('does not keep saying above it that nothing was sent', async () => {
  const user = userEvent.setup();
  const name = 'new.example.com';
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [connection], currentId: 'c1' }) },
    domains: {
      state: () => ({
        ...{ revision: 1, connectionId: 'c1', draft: name, registrations: [earlier] },
        ...{ checks: {}, notes: {} },
      }),
      review: () => ({
        ...{ reviewId: 'r1', request: createCustomDomainRequest(connection, { name }) },
        ...{ ascii: name, unicode: name, kind: 'subdomain' },
      }),
      create: () => {
        throw new ProblemError({ code: 'keychainLocked' });
      },
    },
  });
  await connections.start();
  render(Domains);
  await user.click(await screen.findByRole('button', { name: 'Review name' }));
  await user.click(await screen.findByRole('button', { name: `Add ${name}` }));
  // The control: of that one it is so.
  expect(await screen.findByText(/Nothing was sent/u)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /^old\.example\.com/u }));
  expect(await screen.findByText(/^Sent once/u)).toBeInTheDocument();
  expect(screen.queryByText(/Nothing was sent/u)).toBeNull();
});
