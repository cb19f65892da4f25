import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { createRawSnippet } from 'svelte';
import { it, vi } from 'vitest';
import ConnectionSwitcher from '../shell/ConnectionSwitcher.svelte';
it('x', async () => {
  render(ConnectionSwitcher);
  await userEvent.click(screen.getByRole('button'));
  await new Promise((r) => setTimeout(r, 500));
  console.log('AFTER CLICK', document.body.innerHTML.replace(/<!---->/g, '').slice(0, 3000));
});
