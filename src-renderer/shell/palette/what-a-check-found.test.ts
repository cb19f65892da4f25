/** What *Check the connection* found, and the way to what it speaks of. */
import { cleanup, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import type { ConnectionCheck } from '@shared/connection';
import { invalidField } from '@shared/problem-error';
import { trialConnection } from '@shared/trial-connection';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { navigation } from '../../state/navigation.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import ConnectionCheckDialog from './ConnectionCheckDialog.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  cleanup();
  navigation.go({ screen: 'library' });
});

async function show(check: () => ConnectionCheck, isPractice = false): Promise<() => boolean> {
  let isClosed = false;
  installFakeMain({ connections: { check } });
  const connection = trialConnection('c1', { label: 'Northwind', isPractice });
  render(ConnectionCheckDialog, { connection, onclose: () => (isClosed = true) });
  await screen.findByRole('dialog', { name: 'Connection check: Northwind' });
  return () => isClosed;
}

const refused = (): ConnectionCheck => ({ verdict: 'tokenRefused', status: 400, detail: 'No.' });
const edit = () => screen.queryByRole('button', { name: 'Edit connection' });

it.each([
  ['the token is doubted', refused, /The token may be wrong/u],
  [
    'there is none',
    () => {
      throw invalidField('token', 'required');
    },
    /No token is stored for Northwind/u,
  ],
  [
    'its address is refused by now',
    () => {
      throw invalidField('baseAddress', 'hasUserInfo');
    },
    /^Base address: Remove the user name or password/u,
  ],
])('leads to the connection where %s', async (_name, check, words) => {
  const isClosed = await show(check);
  expect(await screen.findByText(words)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Edit connection' }));
  expect(isClosed()).toBe(true);
  expect(navigation.current).toEqual({ screen: 'settings' });
  expect(navigation.inSettings).toEqual({ connectionId: 'c1' });
});

it('leads nowhere where all is well', async () => {
  await show(() => ({ verdict: 'good', status: 400, detail: '' }));
  expect(await screen.findByText('The service accepts this token')).toBeVisible();
  expect(edit()).toBeNull();
});

it('leads nowhere from the practice service, of which nothing can be edited', async () => {
  await show(refused, true);
  expect(await screen.findByText(/The token may be wrong/u)).toBeVisible();
  expect(edit()).toBeNull();
});
