/**
 * The connections can’t be read just now: main tells no place of any theme then. What a card says of a theme that is
 * published. “Draft” means: never published there (docs/guide.md).
 */
import { afterEach, expect, it } from 'vitest';
import type { Connections } from '@shared/connection';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { cardLabel } from './card-words';

afterEach(() => connections.end());

async function said(
  list: Connections,
  places: Parameters<typeof sampleSummary>[1],
): Promise<string> {
  installFakeMain({ connections: { list: () => list } });
  await connections.start();
  return cardLabel(sampleSummary('Harbour', places));
}

it('the control: where they are read, that it is published', async () => {
  const northwind = trialConnection('northwind');
  const read: Connections = { revision: 1, list: [northwind], currentId: northwind.id };
  expect(await said(read, { place: { relation: 'same' } })).toContain('Published');
});

it('where they can’t be read, not that it was never published', async () => {
  const notRead: Connections = {
    ...{ revision: 1, list: [], currentId: null },
    problem: { code: 'storageNewer', files: ['connections.json'] },
  };
  // As `placesOf` gives it of no connections.
  expect(await said(notRead, { places: [] })).not.toContain('Draft');
});
