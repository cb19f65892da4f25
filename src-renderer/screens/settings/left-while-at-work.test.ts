/**
 * A backup is being saved to a slow stick, or a large one is being read, and the person goes on to another
 * screen meanwhile: what came of it is said there.
 */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { problemText } from '@shared/problem-text';
import type { Problem } from '@shared/problem';
import type { ExportResult, LeftOut, RestoreReport } from '@shared/transfer';
import TransferHost from '../../features/transfer/TransferHost.svelte';
import ReportedProblems from '../../shell/ReportedProblems.svelte';
import { transfer } from '../../state/transfer.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { reports } from '../../ui/reports.svelte';
import Toasts from '../../ui/Toasts.svelte';
import Backup from './Backup.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  transfer.dismiss();
  for (const { id } of reports.list) reports.dismiss(id);
});

const full: Problem = { code: 'storageFull', path: '/media/stick/Foyer backup.foyer' };
const dune: LeftOut = { part: 'themes', name: 'Dune', problem: full };
const restored: RestoreReport = {
  exportedAt: '2026-11-20T10:00:00.000Z',
  themes: [],
  added: 0,
  same: 5,
  keptBoth: 0,
  replaced: 0,
  notDone: 3,
  isStopped: false,
  failed: [dune],
  parts: {},
  partsNotDone: ['connections', 'preferences'],
  unknownParts: [],
};
const refused: Problem = {
  code: 'importRefused',
  file: 'x.foyer',
  fault: { reason: 'notABackup' },
};
const withoutDune: ExportResult = { file: 'b.foyer', count: 7, leftOut: [dune] };

/** What main answers, once the test lets it. */
function held<Value>(answer: () => Value): { run: () => Promise<Value>; end: () => void } {
  let end: () => void = () => undefined;
  const isOver = new Promise<void>((resolve) => (end = resolve));
  return { run: () => isOver.then(answer), end: () => end() };
}

function fails(problem: Problem): never {
  throw new ProblemError(problem);
}

type Work = 'backup' | 'restore';
const works: [string, Work, () => unknown, string][] = [
  ['that a backup could not be saved', 'backup', () => fails(full), problemText(full).what],
  ['what is not in the backup', 'backup', () => withoutDune, 'Dune'],
  ['that a file is no backup', 'restore', () => fails(refused), problemText(refused).what],
  ['what was not restored', 'restore', () => restored, 'Dune'],
];
const all = works.flatMap(([what, ...work]) => [
  [what, 'while Settings is still there, the control', false, ...work] as const,
  [what, 'once Settings was left', true, ...work] as const,
]);

it.each(all)('%s is said %s', async (_what, _when, isLeft, work, answer, words) => {
  const { run, end } = held(answer);
  const main = installFakeMain({
    library: { stop: () => undefined },
    transfer: {
      lastBackup: () => null,
      backup: run as () => Promise<ExportResult>,
      restore: run as () => Promise<RestoreReport>,
    },
  });
  // What stands around every screen.
  render(Toasts);
  render(TransferHost);
  render(ReportedProblems);
  const settings = render(Backup);
  if (work === 'backup') {
    await userEvent.click(screen.getByRole('button', { name: 'Save a backup…' }));
  } else {
    await userEvent.click(screen.getByRole('button', { name: 'Restore a backup…' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Choose the file…' }));
  }
  await waitFor(() => expect(main.log.at(-1)?.name).toBe(`transfer.${work}`));
  if (isLeft) settings.unmount();
  end();
  await waitFor(() => expect(document.body).toHaveTextContent(words));
});
