/** The studio says “Publishing” and offers Cancel from the moment Publish is pressed, before main has queued anything. */
import type { OutboxItem, OutboxSnapshot } from '@shared/publishing';
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

const empty: OutboxSnapshot = {
  ...{ revision: 1, isPaused: false, items: [], deliveries: [], holds: [] },
  progress: { done: 0, all: 0 },
};

/** Publish was pressed for these, and main has queued them, or knows what was cancelled, when `queued` is called. */
async function pressed(...to: (typeof northwind)[]) {
  let queued: () => void = () => undefined;
  const queueing = new Promise<void>((done) => (queued = done));
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    outbox: {
      list: () => empty,
      publish: async () => {
        await queueing;
        return { queued: 0, cancelled: [], problems: [] };
      },
      cancel: () => undefined,
      stop: () => undefined,
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
  const show = (item: Pick<OutboxItem, 'connectionId' | 'twins'>): void => {
    const its = { themeId: 't1', name: 'Harbour', since: '2026-11-20T14:05:00Z', isFirst: false };
    main.emit('outbox.changed', {
      ...empty,
      revision: 2,
      items: [{ ...its, why: 'retry', ...item }],
    });
  };
  return { publishing, publication, queued: () => queued(), asked, show };
}

it('Cancel reaches main after Publish, and nothing is said to have gone wrong', async () => {
  const { publishing, publication, queued, asked } = await pressed(northwind);
  await publishing.stop(northwind);
  queued();
  await publication;
  expect(asked()).toMatchObject([
    { name: 'outbox.publish', input: { connectionIds: ['northwind'] } },
    { name: 'outbox.stop', input: { themeId: 't1', connectionId: 'northwind' } },
  ]);
  expect(publishing.isSendingTo(northwind)).toBe(false);
  expect(reports.list).toEqual([]);
});

it('is said of the connection in use, also where another one has an entry there', async () => {
  const { publishing, publication, queued, asked, show } = await pressed(northwind);
  show({ connectionId: kestrel.id, twins: [northwind.id] });
  await publishing.stop(northwind);
  // Its entry has a Cancel of its own.
  await publishing.cancel(northwind);
  queued();
  await publication;
  expect(asked().slice(1)).toMatchObject([
    { name: 'outbox.stop', input: { themeId: 't1', connectionId: 'northwind' } },
    { name: 'outbox.cancel', input: { only: { themeId: 't1', connectionId: 'kestrel' } } },
  ]);
});

it('of several, the one that was cancelled is', async () => {
  const { publishing, publication, queued, asked } = await pressed(northwind, kestrel);
  await publishing.stop(northwind);
  queued();
  await publication;
  expect(asked()).toMatchObject([
    { name: 'outbox.publish', input: { connectionIds: ['northwind', 'kestrel'] } },
    { name: 'outbox.stop', input: { themeId: 't1', connectionId: 'northwind' } },
  ]);
});
