/**
 * The library is being moved to another disk, which takes its time, and the person closes the question
 * meanwhile with Escape to look at something else: that the themes could not be moved is said all the same.
 */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { problemText } from '@shared/problem-text';
import type { Problem } from '@shared/problem';
import ReportedProblems from '../../shell/ReportedProblems.svelte';
import { library } from '../../state/library.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { reports } from '../../ui/reports.svelte';
import Toasts from '../../ui/Toasts.svelte';
import LibraryFolder from './LibraryFolder.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  for (const { id } of reports.list) reports.dismiss(id);
});

const full: Problem = { code: 'storageFull', path: '/media/new/Foyer themes' };

it.each([
  ['the control: the question is still there', 'stays'],
  ['the question was closed', 'closed'],
  ['Settings was left after that', 'closedAndLeft'],
  ['Settings was left with the question', 'left'],
  ['another folder is asked about', 'another'],
])('%s', async (_name, what) => {
  let end: () => void = () => undefined;
  const isOver = new Promise<void>((resolve) => (end = resolve));
  const folders = ['/media/new/Foyer themes', '/media/other/Foyer themes'];
  const main = installFakeMain({
    app: { chooseLibraryFolder: () => folders.shift() ?? null },
    library: {
      list: () => ({
        revision: 1,
        themes: [],
        unreadable: [],
        ids: [1],
        folder: '/home/mia/Foyer themes',
      }),
      useFolder: async () => {
        await isOver;
        throw new ProblemError(full);
      },
    },
  });
  await library.start();
  render(Toasts);
  render(ReportedProblems);
  const panel = render(LibraryFolder);
  await userEvent.click(screen.getByRole('button', { name: 'Choose another folder' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Use this folder' }));
  await waitFor(() => expect(main.log.at(-1)?.name).toBe('library.useFolder'));
  if (what !== 'stays' && what !== 'left') await userEvent.keyboard('{Escape}');
  if (what === 'closedAndLeft' || what === 'left') panel.unmount();
  if (what === 'another') {
    await userEvent.click(screen.getByRole('button', { name: 'Choose another folder' }));
    await screen.findByRole('dialog');
  }
  end();
  await waitFor(() => expect(document.body).toHaveTextContent(problemText(full).what));
  if (what === 'another') {
    expect(screen.getByRole('dialog')).not.toHaveTextContent(problemText(full).what);
  }
});
