/**
 * What was sent from here can’t be read: a newer Foyer wrote billing.json, or a virus scanner holds it. What
 * _Earlier changes_ says of it, of changes that may have been invoiced.
 */
import { cleanup, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import type { Billing as Snapshot } from '@shared/sending';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Billing from './Billing.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  cleanup();
  connections.end();
});

const nothingSent: Snapshot = {
  ...{ revision: 1, connectionId: 'c1', lastKnown: null, changes: [] },
  draft: {
    ...{ plan: 'PRO', isYearly: false, currency: 'eur', additionalChats: '0' },
    ...{ ownReturn: true, returnUrl: '' },
  },
};

async function earlier(state: () => Snapshot): Promise<HTMLElement> {
  const user = userEvent.setup();
  installFakeMain({
    connections: {
      list: () => ({ revision: 1, list: [trialConnection('c1')], currentId: 'c1' }),
    },
    billing: { state, saveDraft: () => undefined },
  });
  await connections.start();
  render(Billing);
  await user.click(await screen.findByRole('button', { name: 'Earlier changes' }));
  return screen.findByRole('dialog');
}

const none = 'Nothing has been sent from here yet.';

it('the control: where nothing was sent, that', async () => {
  expect(await earlier(() => nothingSent)).toHaveTextContent(none);
});

it('where it can’t be read, that, and not that nothing was sent', async () => {
  const dialog = await earlier(() => {
    throw new ProblemError({ code: 'storageNewer', files: ['billing.json'] });
  });
  expect(dialog).toHaveTextContent('A newer version of Foyer saved this');
  expect(dialog).not.toHaveTextContent(none);
});
