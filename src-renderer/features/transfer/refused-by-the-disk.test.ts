/**
 * Ten themes of one file are imported, and the disk is full after the third: main gives up the rest, as
 * `src-main/transfer/transfer.test.ts` has it (*reports what was imported when the disk refuses the rest*).
 * Nobody pressed *Stop*.
 */
import { render, screen } from '@testing-library/svelte';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { ImportReport } from '@shared/transfer';
import { library } from '../../state/library.svelte';
import { transfer } from '../../state/transfer.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import TransferHost from './TransferHost.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => transfer.dismiss());

const themes = ['Aster', 'Birch', 'Clover'].map((name) => sampleSummary(name));
const imported: ImportReport['imported'] = themes.map(({ id, name }) => ({
  ...{ id, name, leftOut: [], moreLeftOut: 0 },
  kind: 'export',
  ...{ defaulted: [], picturesWait: false, neverLoad: [] },
}));

async function saidOf(report: ImportReport): Promise<HTMLElement> {
  installFakeMain({
    library: {
      list: () => ({ revision: 1, themes, unreadable: [], ids: [1], folder: '/f' }),
    },
  });
  await library.start();
  render(TransferHost);
  await transfer.bring(() => Promise.resolve({ kind: 'import', report }));
  return screen.findByRole('dialog', { name: '3 themes imported' });
}

it('the control: a person stopped it', async () => {
  const dialog = await saidOf({ imported, failed: [], notDone: 7, isStopped: true });
  expect(dialog).toHaveTextContent('7 themes weren’t imported because you stopped.');
});

it('the disk was full, and that is said, not that the person stopped', async () => {
  const problem = { code: 'storageFull', path: '/f' } as const;
  const failed = [{ file: 'spring.foyer', problem }];
  const dialog = await saidOf({ imported, failed, notDone: 6, isStopped: false });
  // The control: why is said.
  expect(dialog).toHaveTextContent('spring.foyer');
  expect(dialog).not.toHaveTextContent('because you stopped');
  expect(dialog).toHaveTextContent('6 more themes weren’t imported because saving failed.');
});
