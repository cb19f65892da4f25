import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ActivityDetails, ActivityEntry } from '@shared/activity';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import { pretendLayout } from '../../testing/layout-in-jsdom';
import { layers } from '../../ui/layers';
import Activity from './Activity.svelte';

const rowHeight = 34;

function entry(sequence: number, changes: Partial<ActivityEntry> = {}): ActivityEntry {
  return {
    id: `entry-${sequence}`,
    sequence,
    at: new Date(Date.UTC(2024, 10, 1) + sequence * 60_000).toISOString(),
    kind: 'saveThemeTemplate',
    subject: `Theme ${sequence}`,
    connectionId: 'northwind',
    connectionLabel: 'Northwind',
    outcome: { kind: 'accepted', status: 200 },
    tookMs: 212,
    ...changes,
  };
}

function details(of: ActivityEntry, body = '{"themeTemplate":{"id":"t1"}}'): ActivityDetails {
  return {
    ...of,
    request: {
      method: 'PUT',
      url: 'https://northwind.example/api/v1/themeTemplates/t1',
      headers: { 'Content-Type': 'application/json' },
      body: '{"name":"Harbour"}',
    },
    answer: of.outcome && {
      status: 200,
      headers: { 'content-type': 'application/json' },
      form: 'json',
      body,
      isCut: false,
    },
  };
}

/** A main that has written these down; `entries` may grow. */
function installActivity(entries: ActivityEntry[], body?: string): FakeMain {
  const detailsOf = ({ id }: { id: string }) =>
    details(entries.find((other) => other.id === id) ?? entry(0), body);
  return installFakeMain({
    activity: {
      list: ({ before = Infinity, limit }) => {
        const older = entries
          .filter(({ sequence }) => sequence < before)
          .sort((a, b) => b.sequence - a.sequence);
        return { entries: older.slice(0, limit), hasMore: older.length > limit };
      },
      details: detailsOf,
      detailsToGiveAway: detailsOf,
    },
    app: { copyText: () => undefined },
  });
}

const row = (name: RegExp) => screen.findByRole('row', { name });
const listCalls = (main: FakeMain) =>
  main.log.filter(({ name }) => name === 'activity.list').map(({ input }) => input);
const rows = () =>
  screen
    .queryAllByRole('row')
    .slice(1)
    .map((element) => element.textContent);

// Menus are fetched apart; a test waits for what they show, not for the fetching.
beforeAll(() => layers.load(), 120_000);
beforeEach(() => pretendLayout({ width: 1064, height: 680, rowHeight }));

it('shows the rest when a file of the log can’t be read, names it, and looks again when asked', async () => {
  const person = userEvent.setup();
  const unread = ['activity-000000000001.jsonl'];
  installFakeMain({
    activity: {
      list: () => ({ entries: [entry(1)], hasMore: false, unread: unread.splice(0) }),
    },
  });
  render(Activity);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Foyer can’t read activity-000000000001.jsonl right now.',
  );
  expect(screen.getAllByRole('row').length).toBeGreaterThan(0);
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

describe('the list', () => {
  it('shows time, what, connection, outcome and how long it took', async () => {
    installActivity([entry(1, { subject: 'Harbour' })]);
    render(Activity);
    const found = await row(/Publish Harbour/u);
    expect(found).toHaveTextContent('Northwind');
    expect(found).toHaveTextContent('212 ms');
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Time',
      'What',
      'Connection',
      'Outcome',
      'Took',
    ]);
  });

  it('is entered from the search by an arrow, and goes on from there', async () => {
    installActivity([entry(1), entry(2)]);
    render(Activity);
    await row(/Publish Theme 2/u);
    const person = userEvent.setup();
    await person.type(screen.getByRole('searchbox'), 'Theme{ArrowDown}');
    expect(await row(/Publish Theme 2/u)).toHaveFocus();
    await person.keyboard('{ArrowDown}{ArrowDown}');
    expect(await row(/Publish Theme 1/u)).toHaveFocus();
  });

  it('takes pages of 100 as one scrolls', async () => {
    const main = installActivity(Array.from({ length: 250 }, (_, at) => entry(at + 1)));
    render(Activity);
    await row(/Theme 250/u);
    expect(listCalls(main)).toEqual([{ limit: 100 }]);
    const list = screen.getAllByRole('rowgroup')[1] as HTMLElement;
    list.scrollTop = 85 * rowHeight;
    await fireEvent.scroll(list);
    await waitFor(() => expect(listCalls(main)).toHaveLength(2));
    expect(listCalls(main)[1]).toEqual({ before: 151, limit: 100 });
    list.scrollTop = 190 * rowHeight;
    await fireEvent.scroll(list);
    await waitFor(() => expect(listCalls(main)[2]).toEqual({ before: 51, limit: 100 }));
    expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '251');
  });

  it('no longer shows what went with the oldest file of the log', async () => {
    const main = installActivity([entry(1), entry(2), entry(3)]);
    render(Activity);
    await row(/Theme 1/u);
    main.emit('activity.dropped', { source: 'sent', before: 3 });
    await waitFor(() => expect(screen.queryByText('Theme 1')).not.toBeInTheDocument());
    expect(screen.queryByText('Theme 2')).not.toBeInTheDocument();
    expect(await row(/Theme 3/u)).toBeInTheDocument();
  });

  it('follows what happens: a new one on top, one that ended in its place', async () => {
    const main = installActivity([entry(1)]);
    render(Activity);
    await row(/Theme 1/u);
    const underWay = entry(2, { outcome: null, tookMs: null });
    main.emit('activity.changed', { ...underWay, isInLine: true });
    await row(/Theme 2.*Waiting to be sent/u);
    main.emit('activity.changed', underWay);
    await row(/Theme 2.*In progress/u);
    main.emit('activity.changed', { ...underWay, outcome: { kind: 'accepted', status: 200 } });
    await waitFor(() => expect(screen.queryByText('In progress')).not.toBeInTheDocument());
    expect(rows()).toHaveLength(2);
    expect(rows()[0]).toContain('Theme 2');
  });

  it('filters by kind and by need, and looks further back for rare ones', async () => {
    const person = userEvent.setup();
    const main = installActivity([
      ...Array.from({ length: 300 }, (_, at) => entry(at + 10)),
      entry(1, { kind: 'createCustomDomain', subject: 'chat.example' }),
      entry(2, {
        subject: 'Matchday',
        outcome: { kind: 'rejected', status: 400 },
      }),
    ]);
    render(Activity);
    await row(/Theme 309/u);
    await person.click(screen.getByRole('button', { name: 'Domains' }));
    await row(/Domain, chat\.example/u);
    expect(rows()).toHaveLength(1);
    expect(listCalls(main).length).toBeGreaterThan(1);
    await person.click(screen.getByRole('button', { name: 'All' }));
    await person.click(screen.getByRole('button', { name: 'Needs attention' }));
    await row(/Publish Matchday/u);
    expect(rows()).toHaveLength(1);
    await person.click(screen.getByRole('button', { name: 'Billing' }));
    await person.click(await screen.findByRole('button', { name: 'Show everything' }));
    await row(/Theme 309/u);
  });

  it('has the days as headings, and is narrowed to one', async () => {
    const person = userEvent.setup();
    const day = 24 * 60 * 60_000;
    const ago = (days: number) => new Date(Date.now() - days * day).toISOString();
    installActivity([entry(1, { at: ago(1) }), entry(2, { at: ago(0) }), entry(3, { at: ago(0) })]);
    render(Activity);
    await row(/^Today .*Theme 3/u);
    const headings = [...document.querySelectorAll('.day')].map(({ textContent }) => textContent);
    expect(headings).toEqual(['Today', 'Yesterday']);
    await person.click(screen.getByRole('button', { name: /^When/u }));
    await person.click(await screen.findByRole('menuitemcheckbox', { name: 'Yesterday' }));
    await waitFor(() => expect(rows()).toEqual([expect.stringMatching(/^Yesterday .*Theme 1/u)]));
  });

  it('with no hits blames the filter that leaves none, and takes it off at a press', async () => {
    const person = userEvent.setup();
    installActivity([entry(1), entry(2), entry(3)]);
    render(Activity);
    await row(/Theme 3/u);
    await person.click(screen.getByRole('button', { name: 'Themes' }));
    await person.type(screen.getByRole('searchbox'), 'kestral');
    const why = await screen.findByText('Nothing found for “kestral”; 3 without the search.');
    expect(why).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Any type' })).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Clear search' }));
    await row(/Theme 3/u);
    expect(screen.getByRole('button', { name: 'Themes' })).toHaveAttribute('aria-pressed', 'true');

    await person.click(screen.getByRole('button', { name: 'Previews' }));
    expect(await screen.findByText('None of this type; 3 of other types.')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Needs attention' }));
    // Neither alone: without one of them there is still nothing.
    expect(await screen.findByText('Nothing matches these filters.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Any type' })).toBeNull();
  });

  it('is empty in words', async () => {
    installActivity([]);
    render(Activity);
    expect(await screen.findByText('Nothing yet')).toBeInTheDocument();
  });
});

it('asks once where to export to, until that is answered', async () => {
  const main = installFakeMain({
    activity: {
      list: () => ({ entries: [], hasMore: false }),
      exportAll: () => new Promise<never>(() => undefined),
    },
  });
  render(Activity);
  const button = await screen.findByRole('button', { name: 'Export' });
  await userEvent.dblClick(button);
  await waitFor(() => expect(button).toHaveAttribute('aria-busy', 'true'));
  await userEvent.click(button);
  expect(main.log.filter(({ name }) => name === 'activity.exportAll')).toHaveLength(1);
});

describe('the details', () => {
  it('open beside the list with request and answer, and can be copied', async () => {
    const person = userEvent.setup();
    const main = installActivity([entry(1, { subject: 'Harbour' })]);
    render(Activity);
    await person.click(await row(/Publish Harbour/u));
    const pane = await screen.findByRole('complementary', { name: 'Details' });
    expect(await within(pane).findByText(/themeTemplates\/t1/u)).toBeInTheDocument();
    expect(pane).toHaveTextContent('"name": "Harbour"');
    expect(pane).toHaveTextContent('Status 200');
    await person.click(within(pane).getByRole('button', { name: 'Copy as text' }));
    const copied = main.log.find(({ name }) => name === 'app.copyText')?.input;
    expect(copied).toContain('PUT https://northwind.example/api/v1/themeTemplates/t1');
    expect(copied).toContain('"id": "t1"');
  });

  it('follow the arrow keys and close with Escape', async () => {
    const person = userEvent.setup();
    installActivity([entry(1), entry(2), entry(3)]);
    render(Activity);
    await person.click(await row(/Theme 3/u));
    await person.keyboard('{ArrowDown}{ArrowDown}');
    expect(await row(/Theme 1/u)).toHaveFocus();
    expect(await screen.findByRole('heading', { name: 'Publish Theme 1' })).toBeInTheDocument();
    await person.keyboard('{Home}');
    expect(await row(/Theme 3/u)).toHaveAttribute('aria-selected', 'true');
    await person.keyboard('{Escape}');
    await waitFor(() =>
      expect(screen.queryByRole('complementary', { name: 'Details' })).not.toBeInTheDocument(),
    );
  });

  it('say the service’s words once, and point to no answer that is there already', async () => {
    const person = userEvent.setup();
    const error = { message: 'Input failed', issues: [] };
    const said = entry(2, { outcome: { kind: 'rejected', status: 400, error } });
    const unread = entry(1, { outcome: { kind: 'rejected', status: 400, form: 'malformedJson' } });
    installActivity([said, unread], '{"message":"Input failed"}');
    render(Activity);
    await person.click(await row(/Theme 2/u));
    const pane = await screen.findByRole('complementary', { name: 'Details' });
    expect(await within(pane).findAllByText(/Input failed/u)).toHaveLength(1);
    await person.keyboard('{ArrowDown}');
    expect(await within(pane).findByText(/can’t find a reason/u)).toBeInTheDocument();
    expect(pane).not.toHaveTextContent(/Activity|It gave no reason/u);
  });

  it('fetch the answer when the request ends', async () => {
    const person = userEvent.setup();
    const underWay = entry(1, { outcome: null, tookMs: null });
    const entries = [{ ...underWay, isInLine: true }];
    const main = installActivity(entries);
    render(Activity);
    await person.click(await row(/Theme 1/u));
    expect(await screen.findByText('Nothing has left this computer yet.')).toBeInTheDocument();
    expect(screen.queryByText('Waiting for an answer.')).toBeNull();
    main.emit('activity.changed', underWay);
    expect(await screen.findByText('Waiting for an answer.')).toBeInTheDocument();
    entries[0] = { ...entry(1), isInLine: false };
    main.emit('activity.changed', entry(1));
    expect(await screen.findByText('Status 200')).toBeInTheDocument();
  });
});

describe('what isn’t whole', () => {
  async function showDetails(changes: (whole: ActivityDetails) => ActivityDetails): Promise<void> {
    const one = entry(1, { subject: 'Harbour' });
    installFakeMain({
      activity: {
        list: () => ({ entries: [one], hasMore: false }),
        details: () => changes(details(one)),
      },
      app: { copyText: () => undefined },
    });
    render(Activity);
    await userEvent.click(await row(/Publish Harbour/u));
    await screen.findByText('Status 200');
  }
  const curl = () => screen.getByRole('button', { name: 'Copy as curl' });

  it('is said of a longer request, of which there is no command', async () => {
    await showDetails((whole) => ({ ...whole, request: { ...whole.request, isCut: true } }));
    expect(screen.getByText(/The request was longer/u)).toBeVisible();
    expect(curl()).toBeDisabled();
  });

  it('is said of a longer request that an older version wrote down', async () => {
    const body = 'x'.repeat(65_536);
    await showDetails((whole) => ({ ...whole, request: { ...whole.request, body } }));
    expect(screen.getByText(/The request was longer/u)).toBeVisible();
    expect(curl()).toBeDisabled();
  });

  it('is said of a request with an address that was recorded in part, of which there is no command', async () => {
    await showDetails((whole) => ({ ...whole, request: { ...whole.request, isRedacted: true } }));
    expect(screen.getByText(/secret in this request was left out/u)).toBeVisible();
    expect(curl()).toBeDisabled();
  });

  it('is said of one in which a token is found only as it is copied, of which there is no command', async () => {
    const one = entry(1, { subject: 'Harbour' });
    const whole = details(one);
    const main = installFakeMain({
      activity: {
        list: () => ({ entries: [one], hasMore: false }),
        details: () => whole,
        detailsToGiveAway: () => ({ ...whole, request: { ...whole.request, isRedacted: true } }),
      },
      app: { copyText: () => undefined },
    });
    render(Activity);
    await userEvent.click(await row(/Publish Harbour/u));
    await screen.findByText('Status 200');
    await userEvent.click(curl());
    expect(await screen.findByText(/secret in this request was left out/u)).toBeVisible();
    expect(curl()).toBeDisabled();
    expect(main.log.filter(({ name }) => name === 'app.copyText')).toEqual([]);
  });

  it('is said of an answer that broke off, and not that Foyer cut it', async () => {
    await showDetails((whole) => ({
      ...whole,
      answer: whole.answer && { ...whole.answer, body: '{"themeTem', isCut: true },
    }));
    expect(screen.getByText('The rest of the answer didn’t arrive.')).toBeVisible();
    expect(screen.queryByText(/was longer/u)).toBeNull();
    expect(curl()).toBeEnabled();
  });

  it('is not said to have broken off where Foyer kept less than its 64 KiB of an answer', async () => {
    await showDetails((whole) => ({
      ...whole,
      answer: whole.answer && { ...whole.answer, body: '{}', isCut: true, isBrokenOff: false },
    }));
    expect(screen.getByText(/^The answer was longer/u)).toBeVisible();
    expect(screen.queryByText(/didn’t arrive/u)).toBeNull();
  });
});
