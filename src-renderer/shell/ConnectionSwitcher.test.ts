/** What tells connections apart: in the switcher, its menu and the status bar. */
import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../state/connections.svelte';
import { outbox } from '../state/outbox.svelte';
import { fakeUpdates } from '../testing/fake-updates';
import { installFakeMain } from '../testing/fake-main';
import { layers } from '../ui/layers';
import ConnectionSwitcher from './ConnectionSwitcher.svelte';
import StatusBar from './StatusBar.svelte';

// Menus are fetched apart; a test waits for what they show, not for the fetching.
beforeAll(() => layers.load(), 120_000);

const list = [
  trialConnection('n', { label: 'Northwind', colour: 'violet', host: 'northwind.example' }),
  trialConnection('k', {
    ...{ label: 'Kestrel Insurance', colour: 'rose', host: 'chat.kestrel.example' },
    tokenState: 'missing',
  }),
  trialConnection('i', { label: 'Kite Travel', colour: 'amber', host: 'kite.example' }),
  trialConnection('p', { label: 'Practice', colour: 'green', isPractice: true }),
];

beforeEach(async () => {
  installFakeMain({
    connections: { list: () => ({ revision: 1, list, currentId: 'n' }), select: () => undefined },
    updates: { state: () => fakeUpdates() },
  });
  await connections.start();
});
afterEach(() => {
  connections.end();
  outbox.end();
});

/** The letter on its colour, which the eye alone needs. */
function markOf(element: HTMLElement): string | undefined {
  const mark = element.querySelector<HTMLElement>('.mark[data-letter]');
  return mark ? `${mark.dataset['letter'] ?? ''} on ${mark.style.background}` : undefined;
}

async function openMenu(): Promise<HTMLElement> {
  screen.getByRole('button', { name: /^Connection: Northwind/u }).focus();
  await userEvent.keyboard('{Enter}');
  return screen.findByRole('menu');
}

it('each connection has its colour, monogram, host and state', async () => {
  render(ConnectionSwitcher);
  const switcher = screen.getByRole('button', { name: /^Connection: Northwind/u });
  expect(switcher).toHaveTextContent('northwind.example');
  expect(markOf(switcher)).toBe('N on var(--connection-violet)');
  const menu = await openMenu();
  const items = within(menu).getAllByRole('menuitemcheckbox');
  expect(items.map(markOf)).toEqual([
    'N on var(--connection-violet)',
    'K on var(--connection-rose)',
    'K on var(--connection-amber)',
    'P on var(--connection-green)',
  ]);
  const [northwind, kestrel, , practice] = items;
  expect(northwind).toBeChecked();
  expect(northwind).toHaveTextContent('northwind.example');
  expect(kestrel).toHaveTextContent('chat.kestrel.example');
  expect(kestrel).toHaveTextContent('no token');
  expect(practice).toHaveTextContent('On this computer');
});

it('typing a name goes to the connection', async () => {
  render(ConnectionSwitcher);
  const menu = await openMenu();
  await userEvent.keyboard('kit');
  await waitFor(() =>
    expect(within(menu).getByRole('menuitemcheckbox', { name: /^Kite Travel/u })).toHaveFocus(),
  );
});

it.each([
  ['n', 'violet'],
  ['k', 'rose'],
] as const)('the dot of the status bar has the colour of %s', async (currentId, colour) => {
  installFakeMain({
    connections: { list: () => ({ revision: 2, list, currentId }) },
    updates: { state: () => fakeUpdates() },
  });
  await connections.start();
  render(StatusBar, { showShortcuts: () => undefined });
  const [words] = screen.getAllByRole('button');
  expect(words?.querySelector<HTMLElement>('.dot')?.style.background).toBe(
    `var(--connection-${colour})`,
  );
});
