/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real outbox. */
/**
 * The first save of a theme is answered, with a 500, and a person has it sent again. What the studio says of the first one
 * then is true of it: Activity has its answer.
 */
import { render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { trialConnection } from '@shared/trial-connection';
import { outboxFixture } from '../../../src-main/outbox/testing/fixture-outbox';
import { connections } from '../../state/connections.svelte';
import { navigation } from '../../state/navigation.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Studio from './Studio.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});
afterEach(() => {
  outbox.end();
  connections.end();
});

type Behaviour = Parameters<
  Awaited<ReturnType<typeof outboxFixture>>['practice']['setBehaviour']
>[1];

/** What the studio says of copies, once a theme was sent again whose first save ended so. */
async function saidOfCopies(first: Behaviour): Promise<string> {
  const made = await outboxFixture();
  const { library, connection, place, practice } = made;
  navigation.go({ screen: 'studio', themeId: place.themeId });
  practice.setBehaviour('saveThemeTemplate', { ids: 'own', times: 1, ...first });
  await made.publish();
  await made.settled();
  expect(await made.items()).toMatchObject([{ why: 'decision' }]);
  practice.setBehaviour('saveThemeTemplate', { ids: 'own' });
  await made.outbox.handlers.decide({ ...place, decision: 'sendAgain' });
  await made.settled();
  const list = [trialConnection('c1', { ...connection, tokenState: 'keychain' })];
  installFakeMain({
    connections: { list: () => ({ revision: 1, list, currentId: 'c1' }) },
    library: library.handlers,
    outbox: made.outbox.handlers,
    pictures: { show: () => [] },
  });
  await Promise.all([connections.start(), outbox.start()]);
  render(Studio, { themeId: place.themeId });
  return (await screen.findByText(/duplicate/u)).textContent;
}

it.each<[string, Behaviour]>([
  ['broke off', { cut: 'afterReading' }],
  ['was answered with 500', { status: 500, acts: true }],
])('one that %s may have created a duplicate, and no more is said of it', async (_how, first) => {
  expect(await saidOfCopies(first)).toBe(
    'An earlier save may have created a duplicate on Northwind. Look for it in the service’s dashboard.',
  );
});
