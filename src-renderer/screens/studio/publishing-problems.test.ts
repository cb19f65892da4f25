import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { PointerEventsCheckLevel, type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Connection } from '@shared/connection';
import type { OpenTheme } from '@shared/library';
import type { OutboxItem, OutboxSnapshot, PublishResult, Queued } from '@shared/publishing';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { bridge } from '../../bridge';
import TokenEntry from '../../features/connections/TokenEntry.svelte';
import { tokenEntry } from '../../features/connections/token-entry.svelte';
import { connections } from '../../state/connections.svelte';
import { navigation } from '../../state/navigation.svelte';
import { outbox } from '../../state/outbox.svelte';
import { type FakeMain, installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { reports } from '../../ui/reports.svelte';
import Studio from './Studio.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  navigation.go({ screen: 'studio', themeId: 't1' });
  for (const { id } of reports.list) reports.dismiss(id);
  outbox.showFirst([]);
});
afterEach(() => {
  outbox.end();
  connections.end();
});

/**
 * A theme could not even be queued, because the disk is full. The studio says so apart from the theme’s entry in the
 * outbox, which is of what was asked for before and has its own buttons: each does what stands above it.
 */
describe('a publication that couldn’t be queued, beside what waits since before', () => {
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
  ])(
    'what becomes of the one before says nothing of what was refused: %s',
    async (_name, first) => {
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
    },
  );
});

/** A theme is published to several connections from the studio, and could not even be queued for one of them. */
describe('a publication that couldn’t be queued for one of several connections', () => {
  const list: Connection[] = [
    { ...trialConnection('northwind'), label: 'Northwind' },
    { ...trialConnection('kestrel'), label: 'Kestrel' },
  ];
  /** Published once, and changed since. */
  const harbour: OpenTheme = {
    id: 't1',
    version: 2,
    name: 'Harbour',
    tags: [],
    theme: newTheme(),
    isReadOnly: false,
    canUndo: false,
    canRedo: false,
    save: { kind: 'saved', at: '2026-11-20T14:05:00' },
    places: list.map(({ id }) => ({ connectionId: id, relation: 'changed' as const })),
    publications: {},
  };

  const damaged = {
    code: 'fileDamaged',
    path: '/profile/outbox/a.json',
    detail: '',
    damage: { reason: 'changedBytes' },
  } as const;

  /** Publishes to both, of which the outbox takes none for the connection. */
  async function publishToBoth(refused: string): Promise<void> {
    const user = userEvent.setup();
    const main: FakeMain = installFakeMain({
      connections: { list: () => ({ revision: 1, list, currentId: 'northwind' }) },
      library: {
        open: () => harbour,
        versions: () => ({ versions: [], unreadable: 0 }),
      },
      pictures: { show: () => [] },
      outbox: {
        list: () => ({
          ...{ revision: 1, isPaused: false, items: [], holds: [], deliveries: [] },
          progress: { done: 0, all: 1 },
        }),
        answers: () => [],
        publish: ({ connectionIds }) => ({
          queued: connectionIds.length - 1,
          cancelled: [],
          problems: [{ themeId: 't1', connectionId: refused, problem: damaged }],
        }),
      },
    });
    for (const { id } of reports.list) reports.dismiss(id);
    await connections.start();
    await outbox.start();
    render(Studio, { themeId: 't1' });
    await screen.findByRole('heading', { name: 'Harbour' });
    await user.click(screen.getByRole('button', { name: 'Status on each connection' }));
    await user.click(await screen.findByRole('button', { name: 'Publish to…' }));
    const dialog = within(await screen.findByRole('dialog', { name: /Harbour/u }));
    await user.click(dialog.getByRole('checkbox', { name: /Kestrel/u }));
    await user.click(dialog.getByRole('button', { name: 'Publish to 2 connections' }));
    await waitFor(() =>
      expect(main.log.filter(({ name }) => name === 'outbox.publish')).toHaveLength(1),
    );
  }

  const told = () =>
    reports.list.flatMap(({ problem, unsent }) => (problem.code === 'fileDamaged' ? [unsent] : []));

  it('the control: it is told in the studio of the connection in use', async () => {
    await publishToBoth('northwind');
    expect(await screen.findByText(/a\.json/u)).toBeVisible();
    expect(told()).toEqual([]);
  });

  it('it is told above the studio of another one, by its name', async () => {
    await publishToBoth('kestrel');
    await waitFor(() => expect(told()).toEqual(['Harbour couldn’t be published to Kestrel']));
  });
});

/** What is published waits for a token, and the prompt above the studio was put off: the notice leads to the token. */
describe('a publication that waits for a token', () => {
  afterEach(() => {
    tokenEntry.close();
  });

  // What holds the pointer while a dialog leaves is no matter here.
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
  const harbour: OpenTheme = {
    ...{ id: 't1', version: 1, name: 'Harbour', tags: [], theme: newTheme(), isReadOnly: false },
    ...{ canUndo: false, canRedo: false, save: { kind: 'saved', at: '2026-11-20T14:05:00' } },
    places: [{ connectionId: 'n', relation: 'never' }],
    publications: {},
  };

  let main: FakeMain;

  /** The pane beside the theme, with what waits to be published to Northwind. */
  async function pane(
    waits: Pick<OutboxItem, 'why' | 'problem'>,
    part: Parameters<typeof trialConnection>[1] = {},
  ) {
    const northwind = trialConnection('n', { label: 'Northwind', ...part });
    const place = { themeId: 't1', connectionId: northwind.id };
    main = installFakeMain({
      connections: {
        list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }),
        replaceToken: () => undefined,
      },
      library: { open: () => harbour, versions: () => ({ versions: [], unreadable: 0 }) },
      pictures: { show: () => [] },
      outbox: {
        list: () => ({
          ...{ revision: 1, isPaused: false, holds: [] },
          items: [
            { ...place, name: 'Harbour', since: '2026-11-20T14:05:00Z', isFirst: true, ...waits },
          ],
          deliveries: [{ ...place, delivery: 'blocked' }],
          progress: { done: 0, all: 1 },
        }),
        answers: () => [],
      },
    });
    await connections.start();
    await outbox.start();
    // As the shell has it around each screen.
    const around = document.createElement('main');
    around.tabIndex = -1;
    document.body.append(around);
    onTestFinished(() => around.remove());
    render(Studio, { target: around, props: { themeId: 't1' } });
    render(TokenEntry);
    await screen.findByRole('heading', { name: 'Harbour' });
    return within(screen.getByRole('complementary', { name: 'Before publishing' }));
  }

  it.each([
    ['tokenMissing', 'missing', 'Enter token', 'Enter the token for Northwind', 0],
    ['tokenRefused', 'keychain', 'Replace token', 'Replace the token for Northwind?', 1],
  ] as const)('%s: to entering it', async (why, tokenState, button, dialog, tries) => {
    const inspector = await pane({ why }, { tokenState });
    // A refused one may have got its rights since.
    expect(inspector.queryAllByRole('button', { name: 'Try now' })).toHaveLength(tries);
    await user.click(inspector.getByRole('button', { name: button }));
    expect(await screen.findByRole('dialog', { name: dialog })).toBeVisible();
  });

  it('leaves the focus in the window once it is replaced, though the button goes only later', async () => {
    const inspector = await pane({ why: 'tokenRefused' });
    await user.click(inspector.getByRole('button', { name: 'Replace token' }));
    await screen.findByRole('dialog', { name: 'Replace the token for Northwind?' });
    await user.type(screen.getByLabelText('Token'), 'fyr_live_2{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // As main tells it: src-main/outbox/change-notifier.ts.
    main.emit('outbox.changed', {
      ...{ revision: 2, isPaused: false, items: [], holds: [], deliveries: [] },
      progress: { done: 0, all: 1 },
    });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Replace token' })).toBeNull());
    expect(document.body).not.toHaveFocus();
  });

  it('to the connection where none is presented', async () => {
    const part = { presentation: { kind: 'none' }, tokenState: 'notNeeded' } as const;
    const inspector = await pane({ why: 'tokenRefused' }, part);
    await user.click(inspector.getByRole('button', { name: 'Edit connection' }));
    expect(navigation.inSettings).toEqual({ connectionId: 'n' });
  });

  it('to the connection where the keychain is in the way', async () => {
    const inspector = await pane({ why: 'problem', problem: { code: 'keychainLocked' } });
    await user.click(inspector.getByRole('button', { name: 'Open settings' }));
    expect(navigation.inSettings).toEqual({ connectionId: 'n' });
  });

  it('the control: what waits for the practice service is tried again', async () => {
    const inspector = await pane({ why: 'tokenRefused' }, { isPractice: true });
    expect(inspector.getByRole('button', { name: 'Try now' })).toBeVisible();
    expect(inspector.queryByRole('button', { name: /token/u })).toBeNull();
  });
});
