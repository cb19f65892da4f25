/**
 * A theme is published from its card, and the next one right after it. The first can't be queued, which is said until
 * it is read; that the second was queued says nothing of it.
 */
import { beforeEach, expect, it, vi } from 'vitest';
import type { Queued } from '@shared/publishing';
import { trialConnection } from '@shared/trial-connection';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { reports } from '../../ui/reports.svelte';
import { LibraryScreen } from './library-screen.svelte';

const northwind = trialConnection('northwind', { label: 'Northwind' });
const aster = sampleSummary('Aster');
const birch = sampleSummary('Birch');

let ends: ((queued: Queued) => void)[] = [];
beforeEach(() => {
  ends = [];
  for (const { id } of reports.list) reports.dismiss(id);
  installFakeMain({ outbox: { publish: () => new Promise((done) => ends.push(done)) } });
});

const refused: Queued = {
  queued: 0,
  cancelled: [],
  problems: [
    {
      ...{ themeId: aster.id, connectionId: northwind.id },
      problem: { code: 'fileInCloud', path: '/themes/aster.json' },
    },
  ],
};
const queued: Queued = { queued: 1, cancelled: [], problems: [] };

it.each([
  ['the control: that is known last', [1, 0]],
  ['that is known first', [0, 1]],
])('says which one could not be published: %s', async (_name, order) => {
  const work = new LibraryScreen();
  const publishing = [work.publish([aster], [northwind]), work.publish([birch], [northwind])];
  await vi.waitFor(() => expect(ends).toHaveLength(2));
  const answers = [refused, queued];
  for (const which of order) {
    ends[which]?.(answers[which] ?? queued);
    await publishing[which];
  }
  const said = [
    ...work.notQueued.map(({ name }) => name),
    ...reports.list.map(({ unsent }) => unsent ?? ''),
  ].join(' ');
  expect(said).toContain('Aster');
});
