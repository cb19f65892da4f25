import { render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connection, Connections } from '@shared/connection';
import type { OpenTheme } from '@shared/library';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { navigation } from '../../state/navigation.svelte';
import { outbox } from '../../state/outbox.svelte';
import { saveState } from '../../state/save-state.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { dayAndTime } from '../../ui/time';
import Studio from './Studio.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});

/**
 * The disk doesn't give the connections: nobody knows to which of them a theme is published, as its status says. Its
 * history doesn't say that it isn't published.
 */
describe('whether it is published, while the connections can’t be read', () => {
  beforeEach(() => {
    navigation.go({ screen: 'studio', themeId: 't1' });
  });
  afterEach(() => {
    outbox.end();
    connections.end();
  });

  const northwind: Connection = { ...trialConnection('northwind'), label: 'Northwind' };

  /** What the studio says of a theme's present. */
  async function saidWith(snapshot: Connections): Promise<string> {
    const harbour: OpenTheme = {
      ...{ id: 't1', version: 2, name: 'Harbour', tags: [], theme: newTheme(), isReadOnly: false },
      ...{ canUndo: false, canRedo: false, publications: {} },
      save: { kind: 'saved', at: '2026-11-20T14:05:00' },
      places: snapshot.list.map(({ id }) => ({ connectionId: id, relation: 'never' })),
    };
    installFakeMain({
      connections: { list: () => snapshot },
      library: { open: () => harbour, versions: () => ({ versions: [], unreadable: 0 }) },
      pictures: { show: () => [] },
      outbox: {
        list: () => ({
          ...{ revision: 1, isPaused: false, items: [], deliveries: [], holds: [] },
          progress: { done: 0, all: 0 },
        }),
        answers: () => [],
      },
    });
    await connections.start();
    await outbox.start();
    render(Studio, { themeId: 't1' });
    await screen.findByRole('heading', { name: 'Harbour' });
    return (await screen.findByRole('region', { name: 'History' })).textContent;
  }

  it('the control: they are read, and it was never published', async () => {
    const snapshot = { revision: 1, list: [northwind], currentId: 'northwind' };
    expect(await saidWith(snapshot)).toMatch(/Saved .*, not published/u);
  });

  it('they can’t be read', async () => {
    const problem = { code: 'storageNotRead' as const, files: ['connections.json'] };
    const said = await saidWith({ revision: 1, list: [], currentId: null, problem });
    expect(said).toMatch(/Saved /u);
    expect(said).not.toContain('not published');
  });
});

/**
 * A theme that was last edited days ago is opened, or is still open the next morning: the studio says when it
 * was saved, and not a time of day that can only be taken for today's.
 */
describe('when it was saved', () => {
  const dayMs = 24 * 60 * 60 * 1_000;

  async function open(at: string): Promise<void> {
    const harbour: OpenTheme = {
      ...{ id: 't1', version: 1, name: 'Harbour', tags: [], theme: newTheme() },
      ...{ isReadOnly: false, canUndo: false, canRedo: false },
      // What main says of a theme that was just opened: when its file was last edited.
      save: { kind: 'saved', at },
      ...{ places: [], publications: {} },
    };
    installFakeMain({
      connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
      library: {
        open: () => harbour,
        // The same moment, a line below.
        versions: () => ({
          versions: [{ version: 1, at, reason: 'paused', name: null }],
          unreadable: 0,
        }),
      },
      pictures: { show: () => [] },
      outbox: {
        list: () => ({
          ...{ revision: 1, isPaused: false, items: [], deliveries: [], holds: [] },
          progress: { done: 0, all: 0 },
        }),
        answers: () => [],
      },
    });
    await outbox.start();
    render(Studio, { themeId: 't1' });
    await screen.findByRole('heading', { name: 'Harbour' });
    await screen.findByRole('button', { name: /^View Edited/u });
  }

  const now = () =>
    within(screen.getByRole('region', { name: 'History' })).getAllByRole('listitem')[0];

  it('the control: a version of that day is told with its day', async () => {
    const at = new Date(Date.now() - 9 * dayMs).toISOString();
    await open(at);
    const day = dayAndTime(at, Date.now());
    expect(screen.getByRole('button', { name: `View Edited, ${day}` })).toBeVisible();
  });

  it('only the time of day where it was saved today', async () => {
    const at = new Date().toISOString();
    await open(at);
    await waitFor(() => expect(saveState.text).toMatch(/^All changes saved \d\d:\d\d$/u));
  });

  it('in the history', async () => {
    const at = new Date(Date.now() - 9 * dayMs).toISOString();
    await open(at);
    const day = dayAndTime(at, Date.now()).split(',')[0] ?? '';
    expect(now()).toHaveTextContent(day);
  });

  it('in the status bar', async () => {
    const at = new Date(Date.now() - 9 * dayMs).toISOString();
    await open(at);
    const day = dayAndTime(at, Date.now()).split(',')[0] ?? '';
    await waitFor(() => expect(saveState.text).toContain('saved'));
    expect(saveState.text).toContain(day);
  });
});
