/**
 * The connections can’t be read just now: main tells no place of any theme then. What a card says of a theme that is
 * published, and the library's filters count. “Draft” means: never published there (docs/guide.md).
 */
import { afterEach, expect, it } from 'vitest';
import type { Connections } from '@shared/connection';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { cardLabel } from './card-words';
import { filterCounts, findable } from './shown-themes';

afterEach(() => connections.end());

/** As `placesOf` gives it of no connections. */
const theme = sampleSummary('Harbour', { places: [] });
const notRead: Connections = {
  ...{ revision: 1, list: [], currentId: null },
  problem: { code: 'storageNewer', files: ['connections.json'] },
};

async function start(list: Connections): Promise<FakeMain> {
  const main = installFakeMain({ connections: { list: () => list } });
  await connections.start();
  return main;
}

it('the control: where they are read, that it is published', async () => {
  const northwind = trialConnection('northwind');
  await start({ revision: 1, list: [northwind], currentId: northwind.id });
  const published = sampleSummary('Harbour', { place: { relation: 'same' } });
  expect(cardLabel(published)).toBe('Harbour, Published');
});

it('where they can’t be read, that it isn’t known, and counts it as no draft', async () => {
  await start(notRead);
  expect(cardLabel(theme)).toBe('Harbour, Status not known');
  expect(filterCounts([findable(theme)])).toMatchObject({ all: 1, draft: 0 });
});

it('once they were read and there is none, that it is a draft', async () => {
  const main = await start(notRead);
  expect(cardLabel(theme)).toBe('Harbour, Status not known');
  main.emit('connections.changed', { revision: 2, list: [], currentId: null });
  expect(cardLabel(theme)).toBe('Harbour, Draft');
});
