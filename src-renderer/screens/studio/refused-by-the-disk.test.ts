/**
 * A theme could not even be queued, because the disk is full. The studio says so apart from the theme’s entry in the
 * outbox, which is of what was asked for before and has its own buttons: each does what stands above it.
 */
import type { OpenTheme } from '@shared/library';
import type { OutboxItem, OutboxSnapshot, PublishResult, Queued } from '@shared/publishing';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { bridge } from '../../bridge';
import { connections } from '../../state/connections.svelte';
import { navigation } from '../../state/navigation.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Studio from './Studio.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  navigation.go({ screen: 'studio', themeId: 't1' });
});
afterEach(() => {
  outbox.end();
  connections.end();
});

const northwind = { ...trialConnection('northwind'), label: 'Northwind' };
const target = { themeId: 't1', connectionId: northwind.id };
const harbour: OpenTheme = {
  ...{ id: 't1', version: 2, name: 'Harbour', tags: [], theme: newTheme(), isReadOnly: false },
  ...{ canUndo: false, canRedo: false, save: { kind: 'saved', at: '2026-11-20T14:05:00' } },
  places: [{ connectionId: northwind.id, relation: 'changed' }],
  publications: {},
};
const waiting = (asked: number): OutboxItem => ({
  ...{ ...target, name: 'Harbour', why: 'unreachable', isFirst: false, asked },
  ...{ since: '2026-11-20T14:05:00Z', nextTryAt: '2026-11-20T14:06:00Z' },
});
const inDoubt: OutboxItem = {
  ...{ ...target, name: 'Harbour', why: 'decision', isFirst: false, templateId: 't1' },
  ...{ since: '2026-11-20T14:05:00Z', unsureTries: 2, mayHaveArrived: true },
};
const snapshot = (revision: number, items: OutboxItem[]): OutboxSnapshot => ({
  ...{ revision, isPaused: false, items, holds: [], progress: { done: 0, all: items.length } },
  deliveries: items.map(({ why }) => ({
    ...{ ...target, delivery: why === 'decision' ? ('unknown' as const) : ('waiting' as const) },
  })),
});
const accepted: PublishResult = {
  ...{ activityId: 'a1', outcome: { kind: 'accepted', status: 200 }, hasOwnId: false },
  ...{ rewrites: [], hasTheme: false, canTakeAnswer: false, possibleCopies: 0 },
};

const full = { code: 'storageFull', path: '/profile/outbox' } as const;
const refused: Queued = {
  ...{ queued: 0, cancelled: [] },
  problems: [{ ...target, problem: full, asked: 7 }],
};
const refusedTitle = 'Harbour couldn’t be published to Northwind';
const waitingTitle = 'Waiting to publish to Northwind';

interface Shown {
  readonly main: FakeMain;
  readonly user: UserEvent;
  /** What main was asked to do, in order. */
  readonly asked: () => string[];
}

/** The studio of a theme with that in the outbox, once the disk has refused to queue it anew. */
async function refusedBeside(...items: OutboxItem[]): Promise<Shown> {
  const user = userEvent.setup();
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    library: { open: () => harbour, versions: () => ({ versions: [], unreadable: 0 }) },
    pictures: { show: () => [] },
    outbox: {
      list: () => snapshot(1, items),
      answers: () => [],
      publish: () => refused,
      publishChanged: () => ({ queued: 1, cancelled: [], problems: [] }),
      retry: () => undefined,
      cancel: () => undefined,
      decide: () => undefined,
    },
  });
  await connections.start();
  await outbox.start();
  render(Studio, { themeId: 't1' });
  await screen.findByRole('heading', { name: 'Harbour' });
  await user.click(screen.getByRole('button', { name: 'Publish changes to Northwind' }));
  expect(await screen.findByText(/disk is full/iu)).toBeVisible();
  const before = main.log.length;
  const asked = () => main.log.slice(before).map(({ name }) => name);
  return { main, user, asked };
}

const titles = () => [refusedTitle, waitingTitle].filter((title) => screen.queryByText(title));

/** The button in the notice with that title. */
function button(title: string, name: string): HTMLElement {
  const notice = screen.getByText(title).closest<HTMLElement>('[role="alert"], [role="status"]');
  if (!notice) throw new Error(`${title} stands in no notice.`);
  return within(notice).getByRole('button', { name });
}

it('what waits since before is tried and cancelled under its own title', async () => {
  const { user, asked } = await refusedBeside(waiting(6));
  await user.click(button(waitingTitle, 'Try now'));
  await user.click(button(waitingTitle, 'Cancel'));
  expect(asked()).toEqual(['outbox.retry', 'outbox.cancel']);
  expect(titles()).toEqual([refusedTitle, waitingTitle]);
});

it('what was refused is published again, or dismissed', async () => {
  const { user, asked } = await refusedBeside(waiting(6));
  await user.click(button(refusedTitle, 'Publish again'));
  await waitFor(() => expect(asked()).toEqual(['outbox.publish']));
  await screen.findByText(refusedTitle);
  await user.click(button(refusedTitle, 'Dismiss'));
  expect(titles()).toEqual([waitingTitle]);
  expect(asked()).toEqual(['outbox.publish']);
});

it('a decision is there beside what was refused', async () => {
  const { user, asked } = await refusedBeside(inDoubt);
  expect(screen.queryByRole('button', { name: 'Try now' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(asked()).toEqual(['outbox.decide']));
  expect(screen.getByText(refusedTitle)).toBeVisible();
});

it('what is queued from the outbox after that takes its place', async () => {
  const { main } = await refusedBeside();
  expect(titles()).toEqual([refusedTitle]);
  // What the button in the outbox does (`OutboxPanel`), and what main says then.
  await bridge.outbox.publishChanged({ connectionId: northwind.id });
  main.emit('outbox.changed', snapshot(2, [waiting(8)]));
  await waitFor(() => expect(titles()).toEqual([waitingTitle]));
  main.emit('outbox.changed', snapshot(3, []));
  await waitFor(() => expect(titles()).toEqual([]));
});

it('what is answered before it could be listed does so, too', async () => {
  const { main } = await refusedBeside();
  main.emit('outbox.answered', { ...target, result: accepted, asked: 8 });
  await waitFor(() => expect(titles()).toEqual([]));
});

it.each([
  ['answered before it leaves the list', 'answered'],
  ['gone from the list before it is answered', 'gone'],
])('what becomes of the one before says nothing of what was refused: %s', async (_name, first) => {
  const { main } = await refusedBeside(waiting(6));
  const trying: OutboxItem = { ...waiting(6), why: 'sending' };
  main.emit('outbox.changed', {
    ...snapshot(2, [trying]),
    deliveries: [{ ...target, delivery: 'sending' }],
  });
  await screen.findByRole('button', { name: 'Publishing to Northwind' });
  expect(titles()).toEqual([refusedTitle]);
  const emits = [
    () => main.emit('outbox.answered', { ...target, result: accepted, asked: 6 }),
    () => main.emit('outbox.changed', snapshot(3, [])),
  ];
  for (const emit of first === 'answered' ? emits : emits.reverse()) emit();
  await screen.findByRole('button', { name: 'Show in Activity' });
  expect(titles()).toEqual([refusedTitle]);
});
