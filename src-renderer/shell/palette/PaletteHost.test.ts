import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { installFakeMain } from '../../testing/fake-main';
import PaletteHost from './PaletteHost.svelte';

// Compiled ahead; the host still has to wait for it.
beforeAll(() => import('./palette-parts'), 120_000);

it('keeps what is typed before its field is there, and lets nothing else hear it', async () => {
  installFakeMain({
    app: { recentCommands: () => [] },
    library: { starters: () => [] },
  });
  const behind = document.createElement('input');
  document.body.append(behind);
  behind.focus();
  render(PaletteHost, { open: true, showShortcuts: () => undefined });
  expect(screen.queryByRole('combobox')).toBeNull();
  for (const key of ['d', 'o', 'm', 'x', 'Backspace', 'Enter']) {
    const pressed = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    // What is prevented is not typed behind.
    expect(behind.dispatchEvent(pressed)).toBe(false);
  }
  const field = await screen.findByRole('combobox', { name: 'Search or run a command' });
  expect(field).toHaveValue('dom');
  await waitFor(() => expect(field).toHaveFocus());
  await userEvent.keyboard('ains');
  expect(field).toHaveValue('domains');
  behind.remove();
});
