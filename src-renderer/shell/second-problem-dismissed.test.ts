/**
 * Two problems are told above the screen. A person double-clicks *Dismiss* at the first: the second moves up before the
 * second click comes, and stays, since nobody has read it.
 */
import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { reports } from '../ui/reports.svelte';
import ReportedProblems from './ReportedProblems.svelte';

afterEach(() => {
  for (const { id } of reports.list) reports.dismiss(id);
});

const dismiss = () => screen.getAllByRole('button', { name: 'Dismiss' });

it('a double click dismisses one', async () => {
  reports.add({ code: 'storageFull', path: '/profile/outbox' });
  reports.add({ code: 'storageFull', path: '/library' });
  render(ReportedProblems);
  const [first] = dismiss();
  if (first) await fireEvent.click(first, { detail: 1 });
  await waitFor(() => expect(dismiss()).toHaveLength(1));
  const [second] = dismiss();
  if (second) await fireEvent.click(second, { detail: 2 });
  expect(reports.list).toMatchObject([{ problem: { path: '/library' } }]);
});

/** At the page itself a screen reader says nothing, and keys go nowhere. */
it('who dismisses one by the keyboard goes on in the screen under it', async () => {
  const main = document.body.appendChild(document.createElement('main'));
  Object.assign(main, { id: 'main', tabIndex: -1 });
  reports.add({ code: 'storageFull', path: '/library' });
  render(ReportedProblems);
  const [button] = dismiss();
  button?.focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(main).toHaveFocus());
  main.remove();
});
