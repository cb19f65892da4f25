/**
 * A theme couldn't be published, the person mends why and publishes it once more, which works: the list of what
 * couldn't be published doesn't name it any longer.
 */
import { beforeEach, expect, it } from 'vitest';
import type { Queued } from '@shared/publishing';
import { trialConnection } from '@shared/trial-connection';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { LibraryScreen } from './library-screen.svelte';

const northwind = trialConnection('northwind', { label: 'Northwind' });
const aster = sampleSummary('Aster');
const birch = sampleSummary('Birch');

/** The files that can't be read just now. */
let held: string[] = [];
beforeEach(() => {
  held = [aster.id];
  installFakeMain({
    outbox: {
      publish: ({ themeIds, connectionIds }): Queued => ({
        queued: themeIds.filter((id) => !held.includes(id)).length * connectionIds.length,
        cancelled: [],
        problems: themeIds
          .filter((id) => held.includes(id))
          .flatMap((themeId) =>
            connectionIds.map((connectionId) => ({
              ...{ themeId, connectionId },
              problem: { code: 'fileInCloud' as const, path: '/themes/aster.json' },
            })),
          ),
      }),
    },
  });
});

const named = (work: LibraryScreen) => work.notQueued.map(({ name }) => name);

it('the control: it stays while another is published', async () => {
  const work = new LibraryScreen();
  await work.publish([aster], [northwind]);
  await work.publish([birch], [northwind]);
  expect(named(work)).toEqual(['Aster']);
});

it('it goes once that theme is published', async () => {
  const work = new LibraryScreen();
  await work.publish([aster], [northwind]);
  held = [];
  await work.publish([aster], [northwind]);
  expect(named(work)).toEqual([]);
});
