/**
 * Themes are being taken out of the bin on a slow disk, and the person goes on to the library meanwhile: why
 * one of them could not be restored is said there.
 */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { problemText } from '@shared/problem-text';
import type { RestoredThemes } from '@shared/library';
import type { Problem } from '@shared/problem';
import { newTheme } from '@shared/theme/theme';
import ReportedProblems from '../../shell/ReportedProblems.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { reports } from '../../ui/reports.svelte';
import Toasts from '../../ui/Toasts.svelte';
import Bin from './Bin.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  for (const { id } of reports.list) reports.dismiss(id);
});

const full: Problem = { code: 'storageFull', path: '/home/mia/Foyer themes/fern.json' };

/** Main refuses all of them, or restores those that it can. */
const answers: [string, () => RestoredThemes][] = [
  [
    'none',
    () => {
      throw new ProblemError(full);
    },
  ],
  ['not all', () => ({ ids: [], entries: [], problem: full, alreadyHere: 1, unlinked: 0 })],
];
const all = answers.flatMap(([what, answer]) => [
  [what, 'while the bin is still there, the control', false, answer] as const,
  [what, 'once the bin was left', true, answer] as const,
]);

it.each(all)('why %s could be restored is said %s', async (_what, _when, isLeft, answer) => {
  let end: () => void = () => undefined;
  const isOver = new Promise<void>((resolve) => (end = resolve));
  const fern = {
    entry: 'fern-1',
    id: 'fern',
    name: 'Fern',
    tags: [],
    theme: newTheme(),
    file: 'fern.json',
    folder: '/home/mia/Foyer themes',
    removedAt: '2026-01-02T03:04:05.000Z',
    daysLeft: 12,
    publications: 0,
  };
  const main = installFakeMain({
    library: {
      bin: () => ({ themes: [fern], unread: [], damaged: [] }),
      restore: async () => {
        await isOver;
        return answer();
      },
    },
  });
  render(Toasts);
  render(ReportedProblems);
  const bin = render(Bin);
  await userEvent.click(await screen.findByRole('button', { name: 'Restore Fern' }));
  // The sidebar's count may be read after it.
  await waitFor(() => expect(main.log.map(({ name }) => name)).toContain('library.restore'));
  if (isLeft) bin.unmount();
  end();
  await waitFor(() => expect(document.body).toHaveTextContent(problemText(full).what));
});
