/** What was done on this computer, in the list of what happened. */
import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { ActivityEntry, ListedEntry, LocalEntry } from '@shared/activity';
import { trialConnection } from '@shared/trial-connection';
import { app } from '../../state/app.svelte';
import { connections } from '../../state/connections.svelte';
import { library } from '../../state/library.svelte';
import { navigation } from '../../state/navigation.svelte';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import { pretendLayout } from '../../testing/layout-in-jsdom';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import Activity from './Activity.svelte';

// Compiled ahead, as long as that takes.
beforeAll(() => layers.load(), 120_000);

const rowHeight = 34;
const now = Date.now();
const day = 86_400_000;

function here(sequence: number, more: Partial<LocalEntry> = {}): LocalEntry {
  return {
    id: `here-${sequence}`,
    sequence,
    at: new Date(now - 60_000).toISOString(),
    kind: 'themeEdited',
    touched: [{ id: 'harbour', name: 'Harbour' }],
    count: 1,
    ...more,
  };
}

function sent(sequence: number, more: Partial<ActivityEntry> = {}): ActivityEntry {
  return {
    ...{ id: `sent-${sequence}`, sequence, at: new Date(now - 60_000).toISOString() },
    ...{ kind: 'saveThemeTemplate', subject: 'Harbour', connectionId: 'northwind' },
    ...{ connectionLabel: 'Northwind', outcome: { kind: 'accepted', status: 200 }, tookMs: 9 },
    ...more,
  };
}

async function shown(entries: ListedEntry[], total = entries.length): Promise<FakeMain> {
  const state = {
    preferences: { appearance: 'system', textSize: 100, locale: 'en', loadPictures: true } as const,
    ...{ platform: 'linux' as const, version: '1', electron: '25', hasKnownHoles: false },
    isFirstRun: false,
  };
  let { preferences }: { preferences: object } = state;
  const main = installFakeMain({
    activity: {
      list: ({ before = Infinity, limit }) => {
        const older = entries
          .filter(({ sequence }) => sequence < before)
          .sort((a, b) => b.sequence - a.sequence);
        return { entries: older.slice(0, Math.min(limit, total)), hasMore: older.length > limit };
      },
    },
    app: {
      state: () => state,
      setPreferences: (changes) => {
        preferences = { ...preferences, ...changes };
        return preferences as typeof state.preferences;
      },
    },
    library: {
      list: () => ({
        ...{
          revision: 1,
          themes: [sampleSummary('Harbour', { id: 'harbour' })],
          unreadable: [],
          ids: [1],
        },
        ...{ folder: '/themes', folderProblem: null },
      }),
    },
    connections: {
      list: () => ({
        revision: 1,
        list: [trialConnection('k1', { label: 'Kestrel' })],
        currentId: 'k1',
      }),
    },
  });
  await app.start();
  await Promise.all([library.start(), connections.start()]);
  render(Activity);
  return main;
}

const row = (name: RegExp) => screen.findByRole('row', { name });
const rows = () =>
  screen
    .queryAllByRole('row')
    .slice(1)
    .map((element) => element.textContent);
const choose = async (menu: RegExp, item: string) => {
  await userEvent.click(screen.getByRole('button', { name: menu }));
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: item }));
};

beforeEach(() => {
  pretendLayout({ width: 1064, height: 680, rowHeight });
  navigation.go({ screen: 'activity' });
});

it('stands among the requests, under the days', async () => {
  const yesterday = new Date(new Date(now).setHours(12, 0, 0, 0) - day).toISOString();
  await shown([
    sent(3),
    here(2, { kind: 'themesImported', count: 2, touched: [{ id: 'a', name: 'A' }] }),
    here(1, { at: yesterday, kind: 'themesDeleted', touched: [{ id: 'gone', name: 'Old pier' }] }),
  ]);
  await row(/Publish Harbour/u);
  expect(rows()).toEqual([
    expect.stringContaining('Publish Harbour'),
    expect.stringContaining('Imported 2 themes'),
    expect.stringContaining('Deleted Old pier'),
  ]);
  expect(rows()[2]).toContain('Yesterday');
  await choose(/^When:/u, 'Yesterday');
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(rows()[0]).toContain('Deleted Old pier');
});

it('opens the theme, the bin and the settings of the connection', async () => {
  const touched = [{ id: 'k1', name: 'Kestrel' }];
  await shown([
    here(4),
    here(3, { kind: 'themesDeleted', touched: [{ id: 'gone', name: 'Old pier' }] }),
    here(2, { kind: 'connectionEdited', touched }),
    here(1, { touched: [{ id: 'gone', name: 'Old pier' }] }),
  ]);
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'Open Harbour' }));
  expect(navigation.current).toEqual({ screen: 'studio', themeId: 'harbour' });
  await person.click(screen.getByRole('button', { name: 'Open the bin' }));
  expect(navigation.current).toEqual({ screen: 'bin' });
  await person.click(screen.getByRole('button', { name: 'Open the settings of Kestrel' }));
  expect(navigation.current).toEqual({ screen: 'settings' });
  expect(navigation.inSettings).toEqual({ connectionId: 'k1' });
  // What is no longer there is not offered.
  expect(within(await row(/Edited Old pier/u)).queryByRole('button')).toBeNull();
});

it('is chosen alone, without requests or with them, and that is remembered', async () => {
  const main = await shown([sent(2), here(1)]);
  await row(/Publish Harbour/u);
  await choose(/^Show:/u, 'On this computer');
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(rows()[0]).toContain('Edited Harbour');
  expect(screen.queryByRole('button', { name: 'Needs attention' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Billing' })).toBeNull();
  await choose(/^Show:/u, 'Sent');
  await waitFor(() => expect(rows()[0]).toContain('Publish Harbour'));
  expect(
    main.log.filter(({ name }) => name === 'app.setPreferences').map(({ input }) => input),
  ).toEqual([{ activityShown: 'here' }, { activityShown: 'sent' }]);
});

it('tells of an editing session how long it went on, in its place as it goes on', async () => {
  const edited = here(1);
  const main = await shown([sent(2), edited]);
  await row(/Edited Harbour/u);
  const until = new Date(Date.parse(edited.at) + 29 * 60_000).toISOString();
  const touched = [{ id: 'harbour', name: 'Pier' }];
  main.emit('activity.changed', { ...edited, touched, until });
  expect(await row(/Edited Pier.*29 min/u)).toBeInTheDocument();
  expect(rows()).toHaveLength(2);
  expect(rows()[1]).toContain('Edited Pier');
  await userEvent.click(await row(/Edited Pier/u));
  const pane = await screen.findByRole('complementary', { name: 'Details' });
  expect(pane).toHaveTextContent('On this computer');
  expect(pane).toHaveTextContent('29 min');
  expect(within(pane).getAllByRole('button', { name: 'Open Harbour' })).not.toHaveLength(0);
});

it('names the themes of one action, and how many more there were', async () => {
  const touched = [
    { id: 'harbour', name: 'Harbour' },
    { id: 'gone', name: 'Old pier' },
  ];
  await shown([here(1, { kind: 'themesImported', touched, count: 60 })]);
  await userEvent.click(await row(/Imported 60 themes/u));
  const pane = await screen.findByRole('complementary', { name: 'Details' });
  const items = within(pane).getAllByRole('listitem');
  expect(items.map((item) => item.textContent.trim())).toEqual([
    expect.stringMatching(/^Harbour\s+Open$/u),
    expect.stringMatching(/^Old pier\s+No longer in the library$/u),
  ]);
  expect(pane).toHaveTextContent('and 58 more');
});

it('drops what went with the oldest file of its own log, and no request', async () => {
  const main = await shown([here(3), sent(2), here(1, { touched: [{ name: 'Old pier' }] })]);
  await row(/Old pier/u);
  main.emit('activity.dropped', { source: 'here', before: 3 });
  await waitFor(() => expect(screen.queryByText(/Old pier/u)).toBeNull());
  expect(rows()).toHaveLength(2);
});

it('draws what is in sight of 100,000, and takes a new one at once', async () => {
  const many = Array.from({ length: 100_000 }, (_, at) =>
    at % 2 === 0 ? here(at + 1) : sent(at + 1),
  );
  const main = installFakeMain({
    activity: { list: () => ({ entries: [...many].reverse(), hasMore: false }) },
  });
  render(Activity);
  await row(/Publish Harbour/u);
  expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '100001');
  expect(rows().length).toBeLessThan(80);
  for (let each = 0; each < 20; each += 1) main.emit('activity.changed', here(100_001 + each));
  await waitFor(() => expect(rows()[0]).toContain('Edited Harbour'));
  const list = screen.getAllByRole('rowgroup')[1] as HTMLElement;
  list.scrollTop = 90_000 * rowHeight;
  await fireEvent.scroll(list);
  expect(rows().length).toBeLessThan(80);
});
