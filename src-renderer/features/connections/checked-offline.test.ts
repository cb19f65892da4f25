/**
 * A person checks a connection on a train: “This computer is offline.” They switch the network on, with the form still open, and the
 * status bar shows that. The check is of before: nothing says any more that the computer is offline. Of Billing, Activity and the
 * rest that is said in the past, which is true wherever it is read.
 */
import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { trialConnection } from '@shared/trial-connection';
import { isOnline } from '../../shell/network.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import ConnectionForm from './ConnectionForm.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => vi.restoreAllMocks());

it('is not said to be offline once it is online', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  installFakeMain({
    connections: { check: () => ({ verdict: 'notReached', reason: 'offline', detail: '' }) },
  });
  const connection = trialConnection('northwind', { label: 'Northwind' });
  const { container } = render(ConnectionForm, {
    ...{ connection, ondone: () => undefined, oncancel: () => undefined },
  });
  await userEvent.setup().click(screen.getByRole('button', { name: 'Check connection' }));
  await within(container).findByText(/This computer (?:is|was) offline/u);

  onLine.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  expect(isOnline()).toBe(true);
  await Promise.resolve();
  expect(container).not.toHaveTextContent('This computer is offline');
});
