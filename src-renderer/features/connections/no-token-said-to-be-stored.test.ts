/**
 * A connection was added with *No token*. Its service asks for one by now: a person edits the connection and chooses how
 * the token is sent. Main has none, and after a save without one says that none is stored.
 */
import { cleanup, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { trialConnection } from '@shared/trial-connection';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import ConnectionForm from './ConnectionForm.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(cleanup);

const keepHint = 'Leave empty to keep the stored token.';

it('the control: of one with a token it is said that it can be kept', () => {
  installFakeMain({});
  render(ConnectionForm, {
    ...{ connection: trialConnection('northwind'), ondone: () => {}, oncancel: () => {} },
  });
  expect(screen.getByText(keepHint)).toBeVisible();
});

it('of one without a token it isn’t', async () => {
  installFakeMain({});
  const connection = trialConnection('northwind', {
    ...{ presentation: { kind: 'none' }, tokenState: 'notNeeded' },
  });
  render(ConnectionForm, { connection, ondone: () => {}, oncancel: () => {} });
  await userEvent.click(screen.getByRole('radio', { name: 'Bearer' }));
  expect(screen.getByLabelText(/^Token/u)).toBeVisible();
  expect(screen.queryByText(keepHint)).toBeNull();
});
