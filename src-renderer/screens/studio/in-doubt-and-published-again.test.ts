/**
 * Nobody knows whether a first save of the theme arrived. *Publish* sends nothing before a person has decided: a press
 * leads to the decision, where main says that it waits for one. Sent again, it was refused: that is said of this try, and the earlier one is in doubt as before.
 */
import type { Connection } from '@shared/connection';
import type { OpenTheme } from '@shared/library';
import type { OutboxItem, OutboxSnapshot, PublishTarget } from '@shared/publishing';
import type { Outcome } from '@shared/service/outcome';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { tick } from 'svelte';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { commands } from '../../state/commands.svelte';
import { connections } from '../../state/connections.svelte';
import { library } from '../../state/library.svelte';
import { navigation } from '../../state/navigation.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import { pretendLayout } from '../../testing/layout-in-jsdom';
import { sampleSummary } from '../../testing/sample-summaries';
import { announcer } from '../../ui/announce.svelte';
import { layers } from '../../ui/layers';
import { ThemePublishing } from './publishing.svelte';
import Studio from './Studio.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  pretendLayout({ width: 1064, height: 700, rowHeight: 212 });
  navigation.go({ screen: 'studio', themeId: 't1' });
});
afterEach(() => {
  library.end();
  outbox.end();
  connections.end();
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
