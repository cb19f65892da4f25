/** The studio says “Publishing” and offers Cancel while the last edit is still on its way to main. */
import { trialConnection } from '@shared/trial-connection';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem-error';
import { connections } from '../../state/connections.svelte';
import type { OpenThemeState } from '../../state/open-theme.svelte';
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

/** Publish was pressed, and main hears of the last edit when `heard` is called. */
async function pressed() {
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused: false, items: [], deliveries: [], holds: [] },
        progress: { done: 0, all: 0 },
      }),
      publish: () => ({ queued: 1, cancelled: [], problems: [] }),
      // As main answers where nothing is in the outbox.
      cancel: () => {
        throw new ProblemError({ code: 'notFound', what: 'change' });
      },
    },
  });
  await connections.start();
  await outbox.start();
  let heard: () => void = () => undefined;
  const settling = new Promise<void>((done) => (heard = done));
  const open = { id: 't1', settled: () => settling } as unknown as OpenThemeState;
  const publishing = new ThemePublishing(open);
  const publication = publishing.publish(northwind);
  // With this, the button says “Publishing” and Cancel stands beside it.
  expect(publishing.isSendingTo(northwind)).toBe(true);
  const asked = () => main.log.map(({ name }) => name).filter((name) => /publish$/u.test(name));
  return { publishing, publication, heard: () => heard(), asked, main };
}

it('the control: it is asked for once main has heard of the edit', async () => {
  const { publication, heard, asked } = await pressed();
  expect(asked()).toEqual([]);
  heard();
  await publication;
  expect(asked()).toEqual(['outbox.publish']);
});

it('it is not asked for any more once Cancel was pressed, and nothing is said to have gone wrong', async () => {
  const { publishing, publication, heard, asked } = await pressed();
  await publishing.cancel(northwind);
  heard();
  await publication;
  expect(asked()).toEqual([]);
  expect(reports.list).toEqual([]);
});

it('of several, those that were not cancelled are asked for', async () => {
  const { publishing, heard, main } = await pressed();
  const both = publishing.publish(northwind, kestrel);
  await publishing.cancel(northwind);
  heard();
  await both;
  expect(main.log.filter(({ name }) => name === 'outbox.publish')).toMatchObject([
    { input: { connectionIds: ['kestrel'] } },
  ]);
});
