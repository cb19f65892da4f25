import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import type { Queued } from '@shared/publishing';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { library } from '../../state/library.svelte';
import { outbox } from '../../state/outbox.svelte';
import { type FakeMain, installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import { reports } from '../../ui/reports.svelte';
import OutboxPanel from './OutboxPanel.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  for (const { id } of reports.list) reports.dismiss(id);
});
afterEach(() => outbox.end());

/** What could not even be queued at a person's word in the outbox's panel is told. */
describe('what a person sends on from the panel', () => {
  const full = { code: 'storageFull', path: '/profile/outbox' } as const;

  async function pressPublish(publish: () => Queued): Promise<FakeMain> {
    const connection = trialConnection('northwind');
    const main = installFakeMain({
      connections: { list: () => ({ revision: 1, list: [connection], currentId: 'northwind' }) },
      outbox: {
        list: () => ({
          revision: 1,
          isPaused: false,
          items: [
            {
              themeId: 't1',
              connectionId: 'northwind',
              name: 'Harbour',
              since: '2026-01-02T03:04:05.000Z',
              isFirst: false,
              why: 'elsewhere',
              place: { host: 'northwind.example', workspaceId: 'ws-1' },
            },
          ],
          deliveries: [],
          holds: [],
          progress: { done: 0, all: 1 },
        }),
        publish,
      },
    });
    await connections.start();
    await outbox.start();
    render(OutboxPanel, { onclose: () => undefined });
    const entry = within(screen.getByRole('list', { name: 'Waiting' }));
    await userEvent.click(entry.getByRole('button', { name: `Publish to ${connection.label}` }));
    await waitFor(() => {
      expect(main.log.map(({ name }) => name)).toContain('outbox.publish');
    });
    return main;
  }

  it('the control: a refusal of the whole call is told', async () => {
    await pressPublish(() => {
      throw new ProblemError(full);
    });
    await waitFor(() => expect(reports.list.map(({ problem }) => problem)).toEqual([full]));
  });

  it('a theme that the disk did not let be queued is told', async () => {
    await pressPublish(() => ({
      queued: 0,
      cancelled: [],
      problems: [{ themeId: 't1', connectionId: 'northwind', problem: full }],
    }));
    await waitFor(() => expect(reports.list.map(({ problem }) => problem)).toEqual([full]));
  });
});

/** What changed is published at once from the outbox's panel, and two themes can't be queued. */
describe('what changed, published at once', () => {
  /** The panel, from which main can't queue two of them for those reasons. */
  async function said(first: Problem, second: Problem): Promise<string> {
    const northwind = trialConnection('northwind');
    const changed = { relation: 'changed', delivery: 'idle', connectionId: northwind.id } as const;
    const themes = ['Aurora', 'Harbour'].map((name) => sampleSummary(name, { place: changed }));
    installFakeMain({
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
      library: {
        list: () => ({
          ...{ revision: 1, unreadable: [], ids: [1], folder: '/themes', folderProblem: null },
          themes: themes.map((theme) => ({ ...theme, places: [{ ...changed, at: null }] })),
        }),
      },
      outbox: {
        list: () => ({
          ...{ revision: 1, isPaused: false, items: [], deliveries: [], holds: [] },
          progress: { done: 0, all: 0 },
        }),
        publishChanged: () => ({
          queued: 0,
          cancelled: [],
          problems: [
            { themeId: 'id-aurora', connectionId: northwind.id, problem: first },
            { themeId: 'id-harbour', connectionId: northwind.id, problem: second },
          ],
        }),
      },
    });
    await connections.start();
    await library.start();
    await outbox.start();
    render(OutboxPanel, { onclose: () => undefined });
    await userEvent.click(await screen.findByRole('button', { name: /^Publish all 2 changed/u }));
    await waitFor(() => expect(reports.list).not.toEqual([]));
    return JSON.stringify(reports.list);
  }

  const unread = (file: string): Problem => ({ code: 'storageNotRead', files: [file] });

  it('the control: what is wrong with the first is told', async () => {
    expect(await said(unread('/themes/aurora.json'), unread('/themes/harbour.json'))).toContain(
      'aurora',
    );
  });

  it('what is wrong with the second is told as well, as in the library', async () => {
    const locked: Problem = { code: 'keychainLocked' };
    const both = await said(unread('/themes/aurora.json'), locked);
    expect(both).toContain('aurora');
    expect(both).toContain('keychainLocked');
  });
});
