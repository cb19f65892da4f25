import { cleanup, render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { tick } from 'svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connection } from '@shared/connection';
import type { OpenTheme } from '@shared/library';
import type { OutboxItem, OutboxSnapshot, PublishTarget } from '@shared/publishing';
import type { Outcome } from '@shared/service/outcome';
import type { Delivery } from '@shared/theme/status';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import Decision from '../../features/outbox/Decision.svelte';
import { commands } from '../../state/commands.svelte';
import { connections } from '../../state/connections.svelte';
import { library } from '../../state/library.svelte';
import { navigation } from '../../state/navigation.svelte';
import { OpenThemeState } from '../../state/open-theme.svelte';
import { outbox } from '../../state/outbox.svelte';
import { type FakeMain, installFakeMain } from '../../testing/fake-main';
import { pretendLayout } from '../../testing/layout-in-jsdom';
import { sampleSummary } from '../../testing/sample-summaries';
import { announcer } from '../../ui/announce.svelte';
import { layers } from '../../ui/layers';
import Studio from './Studio.svelte';
import { ThemePublishing } from './publishing.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  navigation.go({ screen: 'studio', themeId: 't1' });
  outbox.showFirst([]);
});
afterEach(() => {
  library.end();
  outbox.end();
  connections.end();
});

/**
 * What stands in the pane beside “Published, but Foyer couldn’t record it” and beside “may not have arrived”: the
 * theme’s own file says nothing of that save, so that the list of changes and the history call it not published.
 */
describe('what may have arrived is not called not published', () => {
  const northwind = { ...trialConnection('northwind'), label: 'Northwind' };
  const place = { themeId: 't1', connectionId: northwind.id };
  const harbour: OpenTheme = {
    ...{ id: 't1', version: 1, name: 'Harbour', tags: [], theme: newTheme(), isReadOnly: false },
    ...{ canUndo: false, canRedo: false, save: { kind: 'saved', at: '2026-11-20T14:05:00' } },
    places: [{ connectionId: northwind.id, relation: 'never' }],
    publications: {},
  };

  async function studioWith(item: OutboxItem | undefined, delivery: Delivery): Promise<void> {
    installFakeMain({
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
      library: { open: () => harbour, versions: () => ({ versions: [], unreadable: 0 }) },
      pictures: { show: () => [] },
      outbox: {
        list: () => ({
          ...{ revision: 1, isPaused: false, items: item ? [item] : [], holds: [] },
          deliveries: delivery === 'idle' ? [] : [{ ...place, delivery }],
          progress: { done: 0, all: 0 },
        }),
        answers: () => [],
      },
    });
    await connections.start();
    await outbox.start();
    render(Studio, { themeId: 't1' });
    await screen.findByRole('heading', { name: 'Harbour' });
  }

  const entry = (why: OutboxItem['why']): OutboxItem => ({
    ...{ ...place, name: 'Harbour', why, since: '2026-11-20T14:05:00Z', isFirst: true },
    templateId: 't1',
  });
  const saysNot = () =>
    screen.queryAllByText(/not published/iu).map(({ textContent }) => textContent);

  it('the control: what was never sent is not published', async () => {
    await studioWith(undefined, 'idle');
    expect(saysNot()).not.toEqual([]);
  });

  it('what the service has, and the library could not be told, is not called not published', async () => {
    await studioWith(entry('unnoted'), 'unnoted');
    expect(
      screen.getByText('Published, but Foyer couldn’t record it in your library'),
    ).toBeVisible();
    expect(saysNot()).toEqual([]);
  });

  it('what may have arrived is not called not published', async () => {
    await studioWith(entry('decision'), 'unknown');
    expect(screen.getByText('Harbour may not have arrived')).toBeVisible();
    expect(saysNot()).toEqual([]);
  });

  it.each([
    ['paused', 'paused'],
    ['tokenRefused', 'blocked'],
    ['unreachable', 'waiting'],
    ['refused', 'refused'],
  ] as const)('nor is it while it is sent again: %s', async (why, delivery) => {
    await studioWith({ ...entry(why), mayHaveArrived: true, templateId: undefined }, delivery);
    expect(saysNot()).toEqual([]);
  });

  it('the control: what waits for its first try is not published', async () => {
    await studioWith({ ...entry('paused'), isFirst: false, templateId: undefined }, 'paused');
    expect(saysNot()).not.toEqual([]);
  });
});

/**
 * “It isn’t known which version is there” and “Not published” are each about the workspace that the connection leads
 * to. The entries are as main makes them (`src-main/outbox/doubts-by-connection.test.ts` shows that).
 */
describe('a doubt at another connection', () => {
  const first = { ...trialConnection('northwind'), id: 'c1', label: 'Northwind' };
  const second = { ...first, id: 'c2', label: 'The same' };
  const harbour: OpenTheme = {
    ...{ id: 't1', version: 1, name: 'Harbour', tags: [], theme: newTheme(), isReadOnly: false },
    ...{ canUndo: false, canRedo: false, save: { kind: 'saved', at: '2026-11-20T14:05:00' } },
    places: [
      { connectionId: 'c1', relation: 'never' },
      { connectionId: 'c2', relation: 'never' },
    ],
    publications: {},
  };

  async function studioWith(
    currentId: string,
    { items, deliveries }: Pick<OutboxSnapshot, 'items' | 'deliveries'>,
  ): Promise<void> {
    installFakeMain({
      connections: { list: () => ({ revision: 1, list: [first, second], currentId }) },
      library: { open: () => harbour, versions: () => ({ versions: [], unreadable: 0 }) },
      pictures: { show: () => [] },
      outbox: {
        list: () => ({
          ...{ revision: 1, isPaused: false, items, holds: [], deliveries },
          progress: { done: 0, all: 0 },
        }),
        answers: () => [],
      },
    });
    await connections.start();
    await outbox.start();
    render(Studio, { themeId: 't1' });
    await screen.findByRole('heading', { name: 'Harbour' });
  }

  const entry = { name: 'Harbour', since: '2026-11-20T14:05:00Z', isFirst: true };
  const saysNot = () =>
    screen.queryAllByText(/not published/iu).map(({ textContent }) => textContent);

  /** A doubt that is sent again through the first of two to one workspace, whose token is refused. */
  const refused = {
    items: [
      {
        ...{ ...entry, themeId: 't1', connectionId: 'c1', why: 'tokenRefused' as const },
        mayHaveArrived: true,
      },
    ],
    deliveries: [
      { themeId: 't1', connectionId: 'c1', delivery: 'blocked' as const },
      // Of that token it doesn't wait: there, only the doubt is left.
      { themeId: 't1', connectionId: 'c2', delivery: 'unknown' as const },
    ],
  };

  it('the control: it is not called not published at the connection that it goes through', async () => {
    await studioWith('c1', refused);
    expect(saysNot()).toEqual([]);
  });

  it('nor at the other connection to the same workspace', async () => {
    await studioWith('c2', refused);
    expect(saysNot()).toEqual([]);
  });

  it('a connection pointed to another workspace is not said to have what may be in the one of before', async () => {
    await studioWith('c1', {
      items: [
        {
          ...{ ...entry, themeId: 't1', connectionId: 'c1', why: 'elsewhere' },
          place: { host: 'northwind.example', workspaceId: 'w1' },
        },
      ],
      deliveries: [{ themeId: 't1', connectionId: 'c1', delivery: 'blocked' }],
    });
    expect(saysNot()).not.toEqual([]);
  });

  it('a doubt of the library that this one is a copy of is not to be decided in the copy', async () => {
    const decide = () => screen.queryByRole('button', { name: 'Mark as published' });
    const doubt = { ...entry, themeId: 't1', connectionId: 'c1', why: 'decision' as const };
    await studioWith('c1', { items: [doubt], deliveries: [] });
    // The control.
    expect(decide()).toBeVisible();
    cleanup();
    await studioWith('c1', { items: [{ ...doubt, isOfOtherLibrary: true }], deliveries: [] });
    expect(decide()).toBeNull();
  });
});

/**
 * Nobody knows whether a first save of the theme arrived. *Publish* sends nothing before a person has decided: a press
 * leads to the decision, where main says that it waits for one. Sent again, it was refused: that is said of this try, and the earlier one is in doubt as before.
 */
describe('a theme in doubt is published again', () => {
  beforeEach(() => {
    pretendLayout({ width: 1064, height: 700, rowHeight: 212 });
  });

  const northwind: Connection = trialConnection('northwind', { label: 'Northwind' });
  const southwind: Connection = trialConnection('southwind', { label: 'Southwind' });
  const list = [northwind, southwind];
  const harbour: OpenTheme = {
    ...{ id: 't1', version: 2, name: 'Harbour', tags: [], theme: newTheme() },
    ...{ isReadOnly: false, canUndo: false, canRedo: false },
    save: { kind: 'saved', at: '2026-11-20T14:05:00' },
    places: [{ connectionId: northwind.id, relation: 'never' as const }],
    publications: {},
  };

  function snapshotOf(revision: number, item: OutboxItem): OutboxSnapshot {
    const delivery = item.why === 'sending' ? 'sending' : 'unknown';
    return {
      ...{ revision, isPaused: false, items: [item], holds: [], progress: { done: 0, all: 1 } },
      deliveries: [{ themeId: 't1', connectionId: northwind.id, delivery }],
    };
  }

  const doubt: OutboxItem = {
    ...{ themeId: 't1', connectionId: northwind.id, name: 'Harbour', why: 'decision' },
    ...{ since: '2026-11-20T14:05:00', isFirst: true, mayHaveArrived: true },
  };

  async function shown(part: Pick<OutboxItem, 'outcome' | 'problem'>, undecided?: PublishTarget[]) {
    const item: OutboxItem = { ...doubt, ...part };
    let select = (): void => undefined;
    const selecting = new Promise<undefined>((done) => (select = () => done(undefined)));
    const main = installFakeMain({
      connections: {
        list: () => ({ revision: 1, list, currentId: northwind.id }),
        select: () => selecting,
      },
      library: {
        list: () => ({
          ...{ revision: 1, themes: [sampleSummary('Harbour', { id: 't1' })] },
          ...{ unreadable: [], ids: [1], folder: '/f' },
        }),
        open: () => harbour,
        versions: () => ({ versions: [], unreadable: 0 }),
      },
      pictures: { show: () => [] },
      outbox: {
        list: () => snapshotOf(1, item),
        answers: () => [],
        publish: () => ({
          ...{ queued: 1, cancelled: [], problems: [] },
          ...(undecided && { undecided }),
        }),
      },
    });
    await connections.start();
    await outbox.start();
    await library.start();
    render(Studio, { themeId: 't1' });
    await screen.findByRole('button', { name: 'Send again' });
    const selected = (): void => {
      main.emit('connections.changed', { revision: 2, list, currentId: southwind.id });
      select();
    };
    return { main, selected, say: vi.spyOn(announcer, 'say').mockClear() };
  }

  const calls = ({ log }: FakeMain) =>
    log.filter(({ name }) => name === 'outbox.publish').map(({ input }) => input);
  const deciding = 'Foyer won’t send it again until you decide';
  const cut = {
    outcome: { kind: 'unsure', reason: 'connectionClosed', detail: '' } satisfies Outcome,
  };

  it('leads from Publish to what is to be decided', async () => {
    const user = userEvent.setup();
    await shown(cut, [{ themeId: 't1', connectionId: northwind.id }]);
    await user.click(screen.getByRole('button', { name: 'Publish to Northwind' }));
    await waitFor(() => expect(document.activeElement).toHaveTextContent(deciding));
  });

  it('leads there from publishing to several at once, too', async () => {
    const user = userEvent.setup();
    await shown(cut, [{ themeId: 't1', connectionId: northwind.id }]);
    await user.click(screen.getByRole('button', { name: 'Status on each connection' }));
    await user.click(await screen.findByRole('button', { name: 'Publish to…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish Harbour' }));
    await user.click(dialog.getByRole('checkbox', { name: /Southwind/u }));
    await user.click(dialog.getByRole('button', { name: 'Publish to 2 connections' }));
    await waitFor(() => expect(document.activeElement).toHaveTextContent(deciding));
  });

  it('says nothing of deciding first where it is sent, which the list says only later', async () => {
    const user = userEvent.setup();
    const { main, say } = await shown(cut);
    const button = screen.getByRole('button', { name: 'Publish to Northwind' });
    await user.click(button);
    await waitFor(() => expect(calls(main)).toHaveLength(1));
    await waitFor(() => expect(button).toHaveAccessibleName('Publish to Northwind'));
    // As main tells it: src-main/outbox/change-notifier.ts.
    main.emit('outbox.changed', snapshotOf(2, { ...doubt, why: 'sending' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull());
    expect(say).not.toHaveBeenCalledWith(expect.stringContaining(deciding));
  });

  it('says nothing of deciding about the connection on show while it is published to another', async () => {
    const { main, selected, say } = await shown(cut);
    const publish = vi.spyOn(ThemePublishing.prototype, 'publish');
    commands.list.find(({ label }) => /Publish to Southwind/u.test(label))?.run();
    // The choice of the connection takes longer than that.
    await publish.mock.results[0]?.value;
    await tick();
    expect(calls(main)).toMatchObject([{ connectionIds: [southwind.id] }]);
    selected();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull());
    expect(say).not.toHaveBeenCalledWith(expect.stringContaining(deciding));
  });

  it('says of the doubt how it came', async () => {
    await shown(cut);
    expect(screen.queryByText('Harbour may not have arrived')).toBeNull();
  });

  it('says of a later try that it was refused, and keeps the doubt', async () => {
    const error = { message: 'Too long', issues: [] };
    await shown({ outcome: { kind: 'rejected', status: 400, error } });
    expect(screen.getByText('Harbour may not have arrived')).toBeVisible();
    expect(screen.getByText('The last try: The service refused it (400).')).toBeVisible();
    expect(screen.queryByText(/nothing was changed there/u)).toBeNull();
  });

  it('says why a later try never left, and keeps the doubt', async () => {
    await shown({
      ...cut,
      problem: { code: 'bodyTooLarge', bytes: 2 * 1024 * 1024, hasCustomCss: true },
    });
    expect(screen.getByText('Harbour may not have arrived')).toBeVisible();
    expect(screen.getByText(/^The last try: The theme is 2/u)).toBeVisible();
    expect(screen.getByText('Shorten its custom CSS.')).toBeVisible();
  });
});

/**
 * Two connections lead to one workspace. A save through the first may have arrived, and since then the first one's token is
 * refused. With the second in use, whose token is fine, the studio asks what became of it on that one, and has it sent
 * again: that word is given there, and goes there (as `src-main/outbox/doubts-by-connection.test.ts`
 * asks it of main; said of the first, it waits for the first one's token).
 */
describe('a doubt is sent again through another connection to its workspace', () => {
  const first = { ...trialConnection('northwind'), id: 'c1', label: 'Northwind' };
  const second = { ...first, id: 'c2', label: 'Team' };

  it.each([
    ['the control: the first one is in use', first],
    ['the second one is in use', second],
  ])('is sent again there: %s', async (_name, connection) => {
    const user = userEvent.setup();
    const since = '2026-11-20T14:05:00Z';
    const doubt = { name: 'Harbour', since, isFirst: true, templateId: 'tmpl-1', unsureTries: 1 };
    const target = { themeId: 't1', connectionId: 'c1' };
    const main = installFakeMain({
      connections: {
        list: () => ({ revision: 1, list: [first, second], currentId: connection.id }),
      },
      outbox: {
        list: () => ({
          ...{ revision: 1, isPaused: false, progress: { done: 0, all: 0 } },
          // As main says it: of the connection that it left through, and of all others that lead there.
          items: [{ ...doubt, ...target, why: 'decision', mayHaveArrived: true, twins: ['c2'] }],
          deliveries: ['c1', 'c2'].map((connectionId) => ({
            ...{ themeId: 't1', connectionId },
            delivery: 'unknown' as const,
          })),
          // Another theme waits for that token.
          holds: [{ connectionId: 'c1', why: 'tokenRefused' }],
        }),
        decide: () => undefined,
      },
    });
    await connections.start();
    await outbox.start();
    // As the studio's notice (`PublishNotice.svelte`) has them.
    const item = new ThemePublishing(new OpenThemeState('t1')).itemAt(connection);
    if (!item) throw new Error('nothing is shown there');
    render(Decision, { item, connection });
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    await vi.waitFor(() => expect(main.log.at(-1)?.name).toBe('outbox.decide'));
    expect(main.log.at(-1)?.input).toMatchObject({
      ...{ themeId: 't1', decision: 'sendAgain' },
      connectionId: connection.id,
    });
  });
});
