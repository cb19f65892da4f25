import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import ArrowLeftRight from '@lucide/svelte/icons/arrow-left-right';
import { afterEach, expect, it, vi } from 'vitest';
import IconButton from './IconButton.svelte';
import Tooltips from './Tooltips.svelte';
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

/** Under a field stands what is wrong with it, which whoever goes on by Tab has still to read. */
it.each([
  ['under its control', '', '126px'],
  ['above one in the box of a field that has something under it', 'aria-describedby="why"', '64px'],
])('is drawn %s', async (_where, described, top) => {
  const box = document.createElement('div');
  box.innerHTML = `<input ${described}>`;
  document.body.append(box);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(30);
  render(Tooltips);
  render(IconButton, { target: box, props: { icon: ArrowLeftRight, label: 'Pick a colour' } });
  const button = screen.getByRole('button');
  vi.spyOn(button, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 100, 20, 20));
  await userEvent.tab();
  await userEvent.tab();
  expect(button).toHaveFocus();
  const drawn = () => document.querySelector<HTMLElement>('.tooltip');
  await waitFor(() => expect(drawn()?.style.top).toBe(top));
  vi.restoreAllMocks();
  box.remove();
});
