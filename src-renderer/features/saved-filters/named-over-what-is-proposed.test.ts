/** A name is proposed for a filter: what is typed replaces it, as with the name of a theme. */
import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import FilterNameDialog from './FilterNameDialog.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(cleanup);

it.each([
  ['of a new one', { suggested: 'booking' }],
  ['of one that gets another', { renamed: 'booking' }],
])('%s', async (_name, given) => {
  installFakeMain({});
  render(FilterNameDialog, { ...given, onclose: () => undefined });
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await waitFor(() => expect(name).toHaveFocus());
  expect(name).toHaveValue('booking');
  await userEvent.setup().keyboard('Dentists');
  expect(name).toHaveValue('Dentists');
});
