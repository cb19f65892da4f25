/**
 * Five themes are published that are only in the cloud, which can't be reached, and the library was left before
 * that was known. Each has a reason of its own, which names its file.
 */
import { beforeEach, expect, it, vi } from 'vitest';
import type { Queued } from '@shared/publishing';
import { trialConnection } from '@shared/trial-connection';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { reports } from '../../ui/reports.svelte';
import { LibraryScreen } from './library-screen.svelte';

const northwind = trialConnection('northwind', { label: 'Northwind' });
const names = ['Aster', 'Birch', 'Cedar', 'Dahlia', 'Elder'];

let end: ((queued: Queued) => void) | undefined;
beforeEach(() => {
  end = undefined;
  for (const { id } of reports.list) reports.dismiss(id);
  installFakeMain({ outbox: { publish: () => new Promise((done) => (end = done)) } });
});

it.each([
  ['the control: three', 3],
  ['five', 5],
])('says of each that it could not be published: %s', async (_name, count) => {
  const themes = names.slice(0, count).map((name) => sampleSummary(name, { id: name }));
  const work = new LibraryScreen();
  const publishing = work.publish(themes, [northwind]);
  work.leave();
  await vi.waitFor(() => expect(end).toBeDefined());
  end?.({
    queued: 0,
    cancelled: [],
    problems: themes.map(({ id }) => ({
      ...{ themeId: id, connectionId: northwind.id },
      problem: { code: 'fileInCloud', path: `/themes/${id}.json` },
    })),
  });
  await publishing;
  const said = reports.list.map(({ unsent }) => unsent ?? '').join(' ');
  // Each by its name, or all of them by their number.
  const untold = themes.filter(({ name }) => !said.includes(name)).map(({ name }) => name);
  expect(said.includes(`${String(count)} themes`) ? [] : untold).toEqual([]);
});
