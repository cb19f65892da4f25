/**
 * A name stands in line or waits for a locked keychain, and a person looks at an earlier one meanwhile; then the
 * first turns out not to have left. As in `problem-of-another-name.test.ts`: the sheet says what became of the one
 * on it, and what is said of another names that.
 */
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
const name = 'new.example.com';
const earlier: DomainRegistration = {
  ...{ activityId: 'd1', at: '2026-01-01T00:00:00.000Z', connectionId: 'c1' },
  ...{ input: { name: 'old.example.com' }, outcome: { kind: 'accepted', status: 200 } },
};

afterEach(() => {
  cleanup();
  connections.end();
});

it('does not say above an earlier one, which was sent, that nothing was', async () => {
  const user = userEvent.setup();
  let refuse: (error: Error) => void = () => undefined;
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
      create: () => new Promise<never>((_done, fail) => (refuse = fail)),
    },
  });
  await connections.start();
  render(Domains);
  await user.click(await screen.findByRole('button', { name: 'Review name' }));
  await user.click(await screen.findByRole('button', { name: `Add ${name}` }));
  await user.click(screen.getByRole('button', { name: /^old\.example\.com/u }));
  expect(await screen.findByText(/^Sent once/u)).toBeInTheDocument();
  refuse(new ProblemError({ code: 'keychainLocked' }));
  await new Promise((done) => setTimeout(done));
  // Its sheet is still on show; what did not leave is another, and nothing says which.
  expect(screen.getByText(/^Sent once/u)).toBeInTheDocument();
  const says = document.body.textContent ?? '';
  const isSaidOfIt = says.includes(`The request to add ${name}`);
  expect(/Nothing was sent/u.test(says) && !isSaidOfIt).toBe(false);
});
