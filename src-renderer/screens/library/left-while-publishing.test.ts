/** Themes can't be put into the outbox, and the library was left before that was known. */
import { beforeEach, expect, it, vi } from 'vitest';
import type { Problem } from '@shared/problem';
import type { Queued } from '@shared/publishing';
import { trialConnection } from '@shared/trial-connection';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { reports } from '../../ui/reports.svelte';
import { LibraryScreen } from './library-screen.svelte';

const northwind = trialConnection('northwind', { label: 'Northwind' });
const full: Problem = { code: 'storageFull', path: '/profile/outbox' };
const newer: Problem = { code: 'themeReadOnly', name: 'Aster' };
const target = (themeId: string) => ({ themeId, connectionId: northwind.id });

let end: ((queued: Queued) => void) | undefined;
beforeEach(() => {
  end = undefined;
  for (const { id } of reports.list) reports.dismiss(id);
  installFakeMain({ outbox: { publish: () => new Promise((done) => (end = done)) } });
});

const themes = ['Aster', 'Birch', 'Cedar'].map((name) => sampleSummary(name, { id: name }));

it.each([
  ['the control: while it is shown, in a dialog', false],
  ['above the next screen, once for each reason', true],
])('says so %s', async (_name, isLeft) => {
  const work = new LibraryScreen();
  const publishing = work.publish(themes, [northwind]);
  if (isLeft) work.leave();
  await vi.waitFor(() => expect(end).toBeDefined());
  end?.({
    queued: 0,
    cancelled: [],
    problems: [
      { ...target('Aster'), problem: newer },
      { ...target('Birch'), problem: full },
      { ...target('Cedar'), problem: full },
    ],
  });
  await publishing;
  expect(work.notQueued).toHaveLength(3);
  const said = reports.list.map(({ problem, unsent }) => [problem, unsent]);
  expect(said).toEqual(
    isLeft
      ? [
          [newer, 'Aster couldn’t be published to Northwind'],
          [full, '2 themes couldn’t be published'],
        ]
      : [],
  );
});
