import { render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ThemeSummary } from '@shared/library';
import type { OutboxSnapshot } from '@shared/publishing';
import type { ThemeVersion } from '@shared/theme-versions';
import type { Delivery } from '@shared/theme/status';
import { duplicateThemes, renameTheme } from '../../features/themes/theme-actions';
import { app } from '../../state/app.svelte';
import { library } from '../../state/library.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import Toasts from '../../ui/Toasts.svelte';
import { layers } from '../../ui/layers';
import { undoLatestToast } from '../../ui/toast';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  while (undoLatestToast());
});
afterEach(() => {
  library.end();
  outbox.end();
});

/**
 * Themes are duplicated, and nobody touches the copies. Then a workspace is connected, or removed: main tells of every
 * theme anew, because each has a place more, or one less. `Ctrl Z` still takes the copies back.
 */
describe('copies, after a workspace was connected or removed', () => {
  const never = (connectionId: string) => ({
    ...{ connectionId, relation: 'never' as const, delivery: 'idle' as const },
  });

  /** A library in main, with as many connections as it is told. */
  async function libraryOf(first: readonly string[], versions: readonly ThemeVersion[] = []) {
    let revision = 1;
    let connections = first;
    let minute = 0;
    let shown: ThemeSummary[] = [sampleSummary('Aster', { id: 'a' })];
    const removed: string[][] = [];
    const seen = () =>
      shown.map((theme) => ({ ...theme, places: connections.map((id) => never(id)) }));
    const change = (now: ThemeSummary[]): void => {
      const gone = shown.filter(({ id }) => !now.some((one) => one.id === id)).map(({ id }) => id);
      shown = now;
      revision += 1;
      main.emit('library.changed', { revision, upserted: seen(), removed: gone });
    };
    const main = installFakeMain({
      library: {
        list: () => ({
          revision,
          themes: seen(),
          unreadable: [],
          ids: [1],
          folder: '/f',
          folderProblem: null,
        }),
        duplicate: ({ ids }) => {
          change([...shown, sampleSummary('Aster copy', { id: 'a-copy' })]);
          return { ids: ids.map(() => 'a-copy'), problem: null };
        },
        // Each edit has its time, as in main.
        rename: ({ id, name }) => {
          minute += 1;
          const updatedAt = `2026-11-20T10:0${String(minute)}:00.000Z`;
          const replaced = shown.find((one) => one.id === id)?.name ?? '';
          change(shown.map((one) => (one.id === id ? { ...one, name, updatedAt } : one)));
          return { replaced };
        },
        versions: () => ({ versions: [...versions], unreadable: 0 }),
        remove: ({ ids }) => {
          removed.push(ids);
          change(shown.filter(({ id }) => !ids.includes(id)));
          return { ids, entries: ids, problem: null };
        },
      },
    });
    /** As main's catalogue tells it (`announceAll`): by a gap. */
    const connect = async (all: readonly string[]): Promise<void> => {
      connections = all;
      revision += 2;
      main.emit('library.changed', { revision, upserted: [], removed: [] });
      await vi.waitFor(() =>
        expect(library.themes.every(({ places }) => places.length === all.length)).toBe(true),
      );
    };
    const link = (theme: string, links: string): void =>
      change(shown.map((one) => (one.id === theme ? { ...one, links } : one)));
    await library.start();
    const name = (id: string, given: string): void =>
      change(shown.map((one) => (one.id === id ? { ...one, name: given } : one)));
    return { removed, connect, link, name };
  }

  it.each<[string, readonly string[], readonly string[]]>([
    ['the control: nothing is connected', ['northwind'], ['northwind']],
    ['a workspace is connected', [], ['northwind']],
    ['another one is connected', ['northwind'], ['northwind', 'southwind']],
    ['one is removed', ['northwind', 'southwind'], ['northwind']],
  ])('takes back copies that nobody touched: %s', async (_name, before, after) => {
    const { removed, connect } = await libraryOf(before);
    await duplicateThemes(['a']);
    await connect(after);
    expect(undoLatestToast()).toBe(true);
    await vi.waitFor(() => expect(removed).toEqual([['a-copy']]));
  });

  it('leaves a copy that was published since, also where its connection is gone', async () => {
    const { removed, connect, link } = await libraryOf(['northwind']);
    render(Toasts);
    await duplicateThemes(['a']);
    link('a-copy', 'https://northwind.example w1 tpl_1');
    await connect([]);
    expect(undoLatestToast()).toBe(true);
    await screen.findByText(/^Nothing was undone: .+ has been changed since$/u);
    expect(removed).toEqual([]);
  });

  it('takes back one action after the other: the new name of a copy, and then the copy', async () => {
    const { removed } = await libraryOf(['northwind']);
    const nameOf = () => library.themes.find(({ id }) => id === 'a-copy')?.name;
    await duplicateThemes(['a']);
    await renameTheme({ id: 'a-copy', name: 'Aster copy' }, 'Autumn');
    expect(undoLatestToast()).toBe(true);
    await vi.waitFor(() => expect(nameOf()).toBe('Aster copy'));
    expect(undoLatestToast()).toBe(true);
    await vi.waitFor(() => expect(removed).toEqual([['a-copy']]));
  });

  const imported: ThemeVersion = {
    ...{ version: 1, at: '2026-11-20T10:00:00.000Z', reason: 'imported', name: null },
  };

  it.each<[string, ThemeVersion, string[][]]>([
    ['the control: Foyer kept one by itself', imported, [['a-copy']]],
    ['a person kept one', { ...imported, reason: 'kept' }, []],
    ['a person gave one a name', { ...imported, name: 'For the client' }, []],
  ])('leaves a copy with a version that is worth more: %s', async (_name, version, expected) => {
    const { removed } = await libraryOf([], [version]);
    render(Toasts);
    await duplicateThemes(['a']);
    expect(undoLatestToast()).toBe(true);
    if (expected.length === 0)
      await screen.findByText(/^Nothing was undone: .+ has been changed since$/u);
    await vi.waitFor(() => expect(removed).toEqual(expected));
  });

  it('leaves a copy that has a star since', async () => {
    const { removed } = await libraryOf([]);
    render(Toasts);
    await duplicateThemes(['a']);
    const { preferences } = app.state;
    app.showFirst({ ...app.state, preferences: { ...preferences, favourites: ['a-copy'] } });
    expect(undoLatestToast()).toBe(true);
    await screen.findByText(/^Nothing was undone: .+ has been changed since$/u);
    expect(removed).toEqual([]);
  });

  it('gives back the name that was replaced, which came while the new one was typed', async () => {
    const { name } = await libraryOf([]);
    name('a', 'Aster of another computer');
    await vi.waitFor(() => expect(library.themes[0]?.name).toBe('Aster of another computer'));
    await renameTheme({ id: 'a', name: 'Aster' }, 'Autumn');
    expect(undoLatestToast()).toBe(true);
    await vi.waitFor(() => expect(library.themes[0]?.name).toBe('Aster of another computer'));
  });
});

/**
 * A copy of a theme is made and published, and waits in the outbox, or is being sent. Then Ctrl Z takes back the
 * duplication: as where the service has answered, what a person asked for since is worth more, and the copy
 * stays. In the bin it could not be published any more, or would be on the service and not in the library.
 */
describe('a copy that was published since', () => {
  const waiting = (revision: number, deliveries: OutboxSnapshot['deliveries']): OutboxSnapshot => ({
    ...{ revision, isPaused: false, items: [], deliveries, holds: [] },
    progress: { done: 0, all: deliveries.length },
  });

  /** The ids that Ctrl Z moved to the bin, after `since` was done with the copy. */
  async function undoneAfter(
    since: (emit: {
      outbox: (delivery: Delivery) => void;
      library: (copy: ThemeSummary) => void;
    }) => void,
  ): Promise<string[]> {
    const removed: string[] = [];
    const original = sampleSummary('Aster', { id: 'a' });
    const copy = sampleSummary('Aster copy', { id: 'a-copy' });
    let themes: ThemeSummary[] = [original];
    const main = installFakeMain({
      library: {
        list: () => ({ revision: 1, themes, unreadable: [], ids: [1], folder: '/f' }),
        duplicate: () => {
          themes = [original, copy];
          main.emit('library.changed', { revision: 2, upserted: [copy], removed: [] });
          return { ids: [copy.id], problem: null };
        },
        remove: ({ ids }) => {
          removed.push(...ids);
          return { ids, problem: null, entries: ids };
        },
      },
      outbox: { list: () => waiting(1, []) },
    });
    render(Toasts);
    await outbox.start();
    await library.start();
    await duplicateThemes(['a']);
    since({
      outbox: (delivery) =>
        main.emit(
          'outbox.changed',
          waiting(2, [{ themeId: copy.id, connectionId: 'northwind', delivery }]),
        ),
      library: (now) => main.emit('library.changed', { revision: 3, upserted: [now], removed: [] }),
    });
    // What was said of the tests before may still be there.
    const said = () =>
      screen.queryAllByText(/^Nothing was undone: .+ has been changed since$/u).length;
    const before = said();
    expect(undoLatestToast()).toBe(true);
    // Either it is done, or it is said why not.
    await vi.waitFor(() => expect(removed.length > 0 || said() > before).toBe(true));
    return removed;
  }

  it('the control: nothing was done with it', async () => {
    expect(await undoneAfter(() => undefined)).toEqual(['a-copy']);
  });

  it('the control: the service has answered', async () => {
    const published = sampleSummary('Aster copy', {
      id: 'a-copy',
      place: { relation: 'same', templateId: 't1' },
      links: 'https://northwind.example w1 t1',
    });
    expect(await undoneAfter((emit) => emit.library(published))).toEqual([]);
  });

  it.each<Delivery>(['waiting', 'sending', 'paused', 'unknown'])('it is %s', async (delivery) => {
    expect(await undoneAfter((emit) => emit.outbox(delivery))).toEqual([]);
  });
});
