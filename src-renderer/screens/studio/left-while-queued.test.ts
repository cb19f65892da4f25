/** Publish is pressed, and the theme left for the library before the disk has refused the publication. */
import type { Queued } from '@shared/publishing';
import { trialConnection } from '@shared/trial-connection';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connections } from '../../state/connections.svelte';
import type { OpenThemeState } from '../../state/open-theme.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { reports } from '../../ui/reports.svelte';
import { ThemePublishing } from './publishing.svelte';

const northwind = trialConnection('northwind', { label: 'Northwind' });
const full = { code: 'storageFull', path: '/profile/outbox' } as const;

beforeEach(() => {
  for (const { id } of reports.list) reports.dismiss(id);
});
afterEach(() => {
  outbox.end();
  connections.end();
});

async function pressed() {
  let answer: (queued: Queued) => void = () => undefined;
  installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    outbox: {
      list: () => ({
        ...{ revision: 1, isPaused: false, items: [], deliveries: [], holds: [] },
        progress: { done: 0, all: 0 },
      }),
      answers: () => [],
      publish: () => new Promise<Queued>((done) => (answer = done)),
    },
  });
  await connections.start();
  await outbox.start();
  const open = { id: 't1', said: { name: 'Harbour' }, settled: () => Promise.resolve() };
  const publishing = new ThemePublishing(open as unknown as OpenThemeState);
  // The studio listens from when it is shown until it is left.
  const leave = publishing.start();
  const publication = publishing.publish(northwind);
  await new Promise((done) => setTimeout(done));
  return {
    ...{ publishing, leave },
    refuse: async () => {
      const target = { themeId: 't1', connectionId: northwind.id };
      answer({ queued: 0, cancelled: [], problems: [{ ...target, problem: full }] });
      await publication;
    },
  };
}

it('the control: who stays with the theme is told why it could not be queued', async () => {
  const { publishing, refuse } = await pressed();
  await refuse();
  expect(publishing.refusalAt(northwind)).toEqual(full);
});

it('who has left it is told, too', async () => {
  const { leave, refuse } = await pressed();
  leave();
  await refuse();
  expect(reports.list).toEqual([
    expect.objectContaining({
      problem: full,
      unsent: 'Harbour couldn’t be published to Northwind',
    }),
  ]);
});
