import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import ArrowLeftRight from '@lucide/svelte/icons/arrow-left-right';
import { afterEach, expect, it, vi } from 'vitest';
import IconButton from './IconButton.svelte';
import { tooltipState } from './tooltip.svelte';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

it('comes for a control that has the focus by a key', async () => {
  render(IconButton, { icon: ArrowLeftRight, label: 'Swap sides' });
  await userEvent.tab();
  await waitFor(() => expect(tooltipState.shown?.text).toBe('Swap sides'));
});

it('comes for one that the pointer rests on', async () => {
  render(IconButton, { icon: ArrowLeftRight, label: 'Swap sides' });
  await userEvent.hover(screen.getByRole('button'));
  await waitFor(() => expect(tooltipState.shown?.text).toBe('Swap sides'));
});

it('does not come for one that the focus is led to after a click', async () => {
  render(IconButton, { icon: ArrowLeftRight, label: 'Swap sides' });
  await userEvent.click(document.body);
  vi.useFakeTimers();
  screen.getByRole('button').focus();
  vi.runAllTimers();
  expect(screen.getByRole('button')).toHaveFocus();
  expect(tooltipState.shown).toBeNull();
});
