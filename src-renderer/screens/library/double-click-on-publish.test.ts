/**
 * A theme is chosen in the library, and a person double-clicks *Publish* in the selection's bar. Its save may be in
 * doubt before the second click comes, which is no word about that.
 */
import { fireEvent, render, screen } from '@testing-library/svelte';
import Send from '@lucide/svelte/icons/send';
import { expect, it, vi } from 'vitest';
import SelectionBar from './SelectionBar.svelte';

it('a double click publishes once, a key each time', async () => {
  const run = vi.fn();
  const publish = {
    ...{ id: 'publish' as const, label: 'Publish to Northwind', icon: Send, keys: [] },
    ...{ target: 'harbour', disabled: false, run },
  };
  render(SelectionBar, { count: 1, actions: [publish], clear: vi.fn() });
  const button = screen.getByRole('button', { name: 'Publish to Northwind' });
  await fireEvent.click(button, { detail: 1 });
  await fireEvent.click(button, { detail: 2 });
  expect(run).toHaveBeenCalledTimes(1);
  await fireEvent.click(button, { detail: 0 });
  expect(run).toHaveBeenCalledTimes(2);
});
