/**
 * A connection whose service needs no token (*No token*, under Advanced). What the review of a domain says of the exact
 * request; a change of the plan is reviewed in the same sheet.
 */
import { cleanup, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import type { TokenPresentation, TokenState } from '@shared/connection';
import { createCustomDomainRequest } from '@shared/service/operations';
import { trialConnection } from '@shared/trial-connection';
import { afterEach, expect, it } from 'vitest';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import Domains from './Domains.svelte';

afterEach(() => {
  cleanup();
  connections.end();
});

it.each<[string, TokenPresentation, TokenState, boolean]>([
  ['the control: with one, that it is sent', { kind: 'bearer' }, 'keychain', true],
  ['without one, not that it is sent', { kind: 'none' }, 'notNeeded', false],
])('%s', async (_name, presentation, tokenState, isSent) => {
  const connection = trialConnection('c1', { presentation, tokenState });
  const name = 'bot.example.com';
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [connection], currentId: 'c1' }) },
    domains: {
      state: () => ({
        ...{ revision: 1, connectionId: 'c1', draft: name },
        ...{ registrations: [], checks: {}, notes: {} },
      }),
      review: () => ({
        ...{ reviewId: 'r1', ascii: name, unicode: name, kind: 'subdomain' },
        request: createCustomDomainRequest(connection, { name }),
      }),
    },
  });
  await connections.start();
  render(Domains);
  await userEvent.click(await screen.findByRole('button', { name: 'Review name' }));
  const sheet = await screen.findByRole('region', { name: 'Review and result' });
  expect(sheet).toHaveTextContent(`"name":"${name}"`);
  expect(sheet.textContent.includes('The token is sent with it')).toBe(isSent);
});
