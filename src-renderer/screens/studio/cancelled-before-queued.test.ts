/** The studio says “Publishing” and offers Cancel from the moment Publish is pressed, before main has queued anything. */
import { trialConnection } from '@shared/trial-connection';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connections } from '../../state/connections.svelte';
import { OpenThemeState } from '../../state/open-theme.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { reports } from '../../ui/reports.svelte';
import { ThemePublishing } from './publishing.svelte';

const northwind = trialConnection('northwind');
const kestrel = trialConnection('kestrel');

beforeEach(() => {
  for (const { id } of reports.list) reports.dismiss(id);
});
afterEach(() => {
  outbox.end();
  connections.end();
});

/** Publish was pressed for these, and main has queued them, or knows what was cancelled, when `queued` is called. */
async function pressed(...to: (typeof northwind)[]) {
  let queued: () => void = () => undefined;
  const queueing = new Promise<void>((done) => (queued = done));
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused: false, items: [], deliveries: [], holds: [] },
        progress: { done: 0, all: 0 },
      }),
      publish: async () => {
        await queueing;
        return { queued: 0, cancelled: [], problems: [] };
      },
      cancel: () => undefined,
    },
  });
  await connections.start();
  await outbox.start();
  const publishing = new ThemePublishing(new OpenThemeState('t1'));
  const before = main.log.length;
  const publication = publishing.publish(...to);
  // With this, the button says “Publishing” and Cancel stands beside it.
  for (const connection of to) expect(publishing.isSendingTo(connection)).toBe(true);
  const asked = () => main.log.slice(before);
  return { publishing, publication, queued: () => queued(), asked };
}

it('Cancel reaches main after Publish, and nothing is said to have gone wrong', async () => {
  const { publishing, publication, queued, asked } = await pressed(northwind);
  await publishing.cancel(northwind);
  queued();
  await publication;
  expect(asked()).toMatchObject([
    { name: 'outbox.publish', input: { connectionIds: ['northwind'] } },
    { name: 'outbox.cancel', input: { only: { themeId: 't1', connectionId: 'northwind' } } },
  ]);
  expect(publishing.isSendingTo(northwind)).toBe(false);
  expect(reports.list).toEqual([]);
});

it('of several, the one that was cancelled is', async () => {
  const { publishing, publication, queued, asked } = await pressed(northwind, kestrel);
  await publishing.cancel(northwind);
  queued();
  await publication;
  expect(asked()).toMatchObject([
    { name: 'outbox.publish', input: { connectionIds: ['northwind', 'kestrel'] } },
    { name: 'outbox.cancel', input: { only: { themeId: 't1', connectionId: 'northwind' } } },
  ]);
});
