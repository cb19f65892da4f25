/**
 * Two problems are told above the screen. A person double-clicks *Dismiss* at the first: the second moves up before the
 * second click comes, and stays, since nobody has read it.
 */
import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import { reports } from '../ui/reports.svelte';
import ReportedProblems from './ReportedProblems.svelte';

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
