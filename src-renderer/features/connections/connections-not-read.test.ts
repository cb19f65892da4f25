/** The connections can’t be read just now: what a screen that needs one says. */
import { cleanup, render, screen } from '@testing-library/svelte';
import SendIcon from '@lucide/svelte/icons/send';
import { createRawSnippet } from 'svelte';
import { afterEach, expect, it } from 'vitest';
import type { Connections } from '@shared/connection';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import WithConnection from './WithConnection.svelte';

const none: Connections = { revision: 0, list: [], currentId: null };
const noneTitle = 'No workspace is connected';

afterEach(() => {
  cleanup();
  connections.end();
});

async function show(connected: Connections): Promise<void> {
  installFakeMain({ connections: { list: () => connected } });
  await connections.start();
  render(WithConnection, {
    ...{ title: 'Billing', icon: SendIcon, noneTitle, noneText: 'Connect one.' },
    children: createRawSnippet(() => ({ render: () => '<p>Of a connection</p>' })),
  });
}

it('the control: where there is none, that none is connected', async () => {
  await show(none);
  expect(screen.getByText(noneTitle)).toBeVisible();
});

it('where they can’t be read, that, and not that none is connected', async () => {
  await show({ ...none, problem: { code: 'storageNotRead', files: ['connections.json'] } });
  expect(screen.getByText('Foyer can’t read connections.json right now.')).toBeVisible();
  expect(screen.queryByText(noneTitle)).toBeNull();
});
