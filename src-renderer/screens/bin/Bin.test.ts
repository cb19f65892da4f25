import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import type { BinnedTheme, RestoredThemes, ThemeSummary, UnreadableFile } from '@shared/library';
import { newTheme } from '@shared/theme/theme';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import Confirmations from '../../ui/Confirmations.svelte';
import { undoOfDeletion } from '../../state/library-undo';
import { toast, undoLatestToast } from '../../ui/toast';
import Toasts from '../../ui/Toasts.svelte';
import { layers } from '../../ui/layers';
import { sampleSummary } from '../../testing/sample-summaries';
import Bin from './Bin.svelte';

beforeAll(() => layers.load(), 120_000);

function binned(name: string, changes: Partial<BinnedTheme> = {}): BinnedTheme {
  return {
    entry: `${name.toLowerCase()}-1`,
    id: name.toLowerCase(),
    name,
    tags: [],
    theme: newTheme(),
    file: `${name.toLowerCase()}-0192.json`,
    folder: '/home/mia/Foyer themes',
    removedAt: '2026-01-02T03:04:05.000Z',
    daysLeft: 12,
    publications: 0,
    ...changes,
  };
}

function show(
  first: BinnedTheme[],
  came: Partial<RestoredThemes> = {},
  unread: string[] = [],
  damaged: UnreadableFile[] = [],
): FakeMain {
  let themes = first;
  let back: ThemeSummary[] = [];
  const take = ({ entries }: { entries: string[] }): RestoredThemes => {
    const ids = themes.filter(({ entry }) => entries.includes(entry)).map(({ id }) => `${id}-now`);
    themes = themes.filter(({ entry }) => !entries.includes(entry));
    back = ids.map((id) => sampleSummary(id, { id }));
    return { ids, entries, problem: null, alreadyHere: 0, unlinked: 0, ...came };
  };
  const main = installFakeMain({
    library: {
      bin: () => ({ themes, unread: unread.splice(0), damaged }),
      list: () => ({
        revision: 1,
        themes: back,
        unreadable: [],
        ids: [1],
        folder: '/home/mia/Foyer themes',
      }),
      restore: take,
      discard: take,
      remove: ({ ids }) => ({ ids, problem: null, entries: [] }),
    },
  });
  render(Confirmations);
  render(Bin);
  return main;
}

const callsOf = (main: FakeMain, name: string) =>
  main.log.filter((call) => call.name === name).map(({ input }) => input);

describe('a theme whose deletion is still told of', () => {
  it('is told of no more, and not undone again, once it was restored from the bin', async () => {
    const person = userEvent.setup();
    render(Toasts);
    show([binned('Fern'), binned('Dune')]);
    toast('Fern deleted', { undo: undoOfDeletion(['fern-1']) });
    toast('Dune deleted', { undo: undoOfDeletion(['dune-1']) });
    expect(await screen.findByText('Fern deleted')).toBeVisible();
    await person.click(await screen.findByRole('button', { name: 'Restore Fern' }));
    expect(await screen.findByText('Fern restored')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Fern deleted')).toBeNull());
    expect(screen.getByText('Dune deleted')).toBeVisible();
  });
});

describe('the bin', () => {
  it('shows the rest when an entry can’t be read, names it, and looks again when asked', async () => {
    const person = userEvent.setup();
    show([binned('Fern')], {}, ['0192-000001-ab.json']);
    expect(await screen.findAllByRole('listitem')).toHaveLength(1);
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Foyer can’t read 0192-000001-ab.json right now.',
    );
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('is not called empty when none of its entries can be read', async () => {
    show([], {}, ['0192-000001-ab.json']);
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.queryByText('The bin is empty')).toBeNull();
  });

  it('names a damaged entry, and is not called empty with it', async () => {
    const path = '/profile/bin/0192-000001-ab.json';
    const problem = {
      code: 'fileDamaged' as const,
      path,
      detail: '',
      damage: { reason: 'empty' as const },
    };
    show([], {}, [], [{ file: '0192-000001-ab.json', problem }]);
    expect(await screen.findByRole('alert')).toHaveTextContent(`${path} can’t be read`);
    expect(screen.queryByText('The bin is empty')).toBeNull();
  });

  it('says where each theme was, for how long it stays, and what stays at a service', async () => {
    show([binned('Fern', { publications: 2 }), binned('Kiln', { daysLeft: 1, theme: null })]);
    const [fern, kiln] = await screen.findAllByRole('listitem');
    expect(fern).toHaveTextContent('12 days left');
    expect(fern).toHaveTextContent('From fern-0192.json');
    expect(fern).toHaveTextContent('Still published in 2 workspaces');
    expect(kiln).toHaveTextContent('1 day left');
    expect(kiln).not.toHaveTextContent('service');
  });

  it('is searched by name, and what is selected is what is found', async () => {
    const main = show([binned('Fern'), binned('Kiln'), binned('Kestrel')]);
    await screen.findByText(/^3 themes\./u);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search the bin' }), 'K');
    expect(await screen.findByText(/^2 themes\./u)).toBeVisible();
    // Only all of it is emptied, never what a search happens to show.
    expect(screen.queryByRole('button', { name: 'Empty bin' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Select all' }));
    await userEvent.click(screen.getByRole('button', { name: /^Restore 2/u }));
    await waitFor(() =>
      expect(callsOf(main, 'library.restore')).toEqual([
        { entries: ['kiln-1', 'kestrel-1'], ofAnyLibrary: true },
      ]),
    );
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search the bin' }), 'zz');
    expect(await screen.findByText('No deleted theme matches “Kzz”')).toBeVisible();
  });

  it('keeps what was selected before when all that a search finds is selected', async () => {
    const person = userEvent.setup();
    show([binned('Fern'), binned('Kiln'), binned('Kestrel')]);
    await person.click(await screen.findByRole('checkbox', { name: /Fern/u }));
    const search = screen.getByRole('searchbox', { name: 'Search the bin' });
    await person.type(search, 'K');
    await person.click(await screen.findByRole('button', { name: 'Select all' }));
    expect(screen.getByRole('button', { name: 'Restore 2 themes' })).toBeVisible();
    await person.clear(search);
    expect(await screen.findByRole('button', { name: 'Restore 3 themes' })).toBeVisible();
  });

  it('has no button that deletes and is louder than the others', async () => {
    const person = userEvent.setup();
    show([binned('Fern'), binned('Kiln')]);
    const quiet = (name: string) =>
      expect(screen.getByRole('button', { name })).toHaveClass('quiet');
    await screen.findByRole('button', { name: 'Empty bin' });
    quiet('Empty bin');
    await person.click(screen.getByRole('button', { name: 'Select all' }));
    quiet('Delete 2 themes for good');
    expect(screen.getByRole('button', { name: 'Restore 2 themes' })).not.toHaveClass('quiet');
    expect(document.querySelector('.danger, .primary')).toBeNull();
  });

  it('restores one, and several that were selected', async () => {
    const person = userEvent.setup();
    const main = show(['Fern', 'Kiln', 'Peony'].map((name) => binned(name)));
    await person.click(await screen.findByRole('button', { name: 'Restore Fern' }));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
    await person.click(screen.getByRole('button', { name: 'Select all' }));
    await person.click(screen.getByRole('button', { name: 'Restore 2 themes' }));
    expect(await screen.findByText('The bin is empty')).toBeVisible();
    expect(callsOf(main, 'library.restore')).toEqual([
      { entries: ['fern-1'], ofAnyLibrary: true },
      { entries: ['kiln-1', 'peony-1'], ofAnyLibrary: true },
    ]);
  });

  it('restores nothing at the second click of a double click on Select all', async () => {
    const main = show([binned('Fern'), binned('Dune')]);
    const all = await screen.findByRole('button', { name: 'Select all' });
    await fireEvent.click(all, { detail: 1 });
    // It is in its place.
    await fireEvent.click(screen.getByRole('button', { name: 'Restore 2 themes' }), { detail: 2 });
    expect(callsOf(main, 'library.restore')).toEqual([]);
  });

  it('restores one at a double click, and not the next, which moves up', async () => {
    const main = show([binned('Fern'), binned('Dune')]);
    const one = await screen.findByRole('button', { name: 'Restore Fern' });
    await fireEvent.click(one, { detail: 1 });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore Fern' })).toBeNull());
    const next = screen.getByRole('button', { name: 'Restore Dune' });
    await waitFor(() => expect(next).toBeEnabled());
    await fireEvent.click(next, { detail: 2 });
    expect(callsOf(main, 'library.restore')).toMatchObject([{ entries: ['fern-1'] }]);
  });

  it('asks before it deletes for good, and does nothing at a no', async () => {
    const person = userEvent.setup();
    const main = show([binned('Fern', { publications: 1 }), binned('Kiln')]);
    await person.click(await screen.findByRole('button', { name: 'Delete Fern for good' }));
    const question = await screen.findByRole('dialog', { name: 'Delete Fern for good?' });
    expect(question).toHaveTextContent('Foyer can’t delete them there');
    await person.click(within(question).getByRole('button', { name: 'Keep in the bin' }));
    expect(callsOf(main, 'library.discard')).toEqual([]);
    await person.click(screen.getByRole('button', { name: 'Empty bin' }));
    const all = await screen.findByRole('dialog', { name: 'Delete 2 themes for good?' });
    await person.click(within(all).getByRole('button', { name: 'Delete for good' }));
    expect(await screen.findByText('The bin is empty')).toBeVisible();
    expect(callsOf(main, 'library.discard')).toEqual([{ entries: ['fern-1', 'kiln-1'] }]);
  });

  it('shows each deletion of a theme, and restores the one that was meant', async () => {
    const person = userEvent.setup();
    const fern = binned('Fern');
    const main = show([fern, { ...fern, entry: 'fern-2', name: 'Fern, older', daysLeft: 0 }]);
    const [, older] = await screen.findAllByRole('listitem');
    expect(older).toHaveTextContent('Will be deleted soon');
    await person.click(await screen.findByRole('button', { name: 'Restore Fern, older' }));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
    expect(callsOf(main, 'library.restore')).toEqual([{ entries: ['fern-2'], ofAnyLibrary: true }]);
  });

  it('undoes a restore with the id that the theme has now', async () => {
    const person = userEvent.setup();
    render(Toasts);
    const main = show([binned('Fern')], { unlinked: 1 });
    await person.click(await screen.findByRole('button', { name: 'Restore Fern' }));
    expect(
      await screen.findByText(
        'Fern restored. 1 theme lost a link, because another theme uses its template now',
      ),
    ).toBeVisible();
    undoLatestToast();
    await waitFor(() => expect(callsOf(main, 'library.remove')).toEqual([{ ids: ['fern-now'] }]));
  });
});
