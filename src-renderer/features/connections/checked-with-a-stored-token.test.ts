/** *Check connection* with the token that is stored: what is wrong with it is said where it can be put right. */
import { cleanup, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { invalidField, ProblemError } from '@shared/problem-error';
import { trialConnection } from '@shared/trial-connection';
import ConnectionCheckDialog from '../../shell/palette/ConnectionCheckDialog.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import ConnectionForm from './ConnectionForm.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(cleanup);

const northwind = trialConnection('northwind', { label: 'Northwind' });

function refuseWith(error: ProblemError): void {
  installFakeMain({
    connections: {
      check: () => {
        throw error;
      },
    },
  });
}

it('one that can’t be sent is named at the field in which another is entered', async () => {
  refuseWith(new ProblemError({ code: 'tokenUnusable', label: 'Northwind' }));
  render(ConnectionForm, { connection: northwind, ondone: () => {}, oncancel: () => {} });
  await userEvent.click(screen.getByRole('button', { name: 'Check connection' }));
  expect(await screen.findByText(/^The stored token has characters/u)).toBeVisible();
  expect(screen.getByLabelText(/^Token/u)).toBeInvalid();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('from the palette, one that is missing is named, and no field', async () => {
  refuseWith(invalidField('token', 'required'));
  render(ConnectionCheckDialog, { connection: northwind, onclose: () => {} });
  expect(await screen.findByText('No token is stored for Northwind.')).toBeVisible();
  expect(screen.queryByText(/beside each field/u)).toBeNull();
});
