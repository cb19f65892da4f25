/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real outbox. */
import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Preferences } from '@shared/bridge/app';
import type { Connection } from '@shared/connection';
import type { OpenTheme } from '@shared/library';
import type { OutboxItem, OutboxSnapshot, Queued } from '@shared/publishing';
import { saveThemeTemplateRequest } from '@shared/service/operations';
import type { Delivery } from '@shared/theme/status';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { outboxFixture } from '../../../src-main/outbox/testing/fixture-outbox';
import { untilAnswered } from '../../bridge';
import { connections } from '../../state/connections.svelte';
import { navigation } from '../../state/navigation.svelte';
import { OpenThemeState } from '../../state/open-theme.svelte';
import { outbox } from '../../state/outbox.svelte';
import { type FakeMain, installFakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import { reports } from '../../ui/reports.svelte';
import RequestDialog from './RequestDialog.svelte';
import Studio from './Studio.svelte';
import { ThemePublishing } from './publishing.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  navigation.go({ screen: 'studio', themeId: 't1' });
  for (const { id } of reports.list) reports.dismiss(id);
  outbox.showFirst([]);
  connections.showFirst({ revision: -1, list: [], currentId: null });
});
afterEach(() => {
  outbox.end();
  connections.end();
});

/** The studio says “Publishing” and offers Cancel from the moment Publish is pressed, before main has queued anything. */
describe('a publication is cancelled before main has queued it', () => {
  const northwind = trialConnection('northwind');
  const kestrel = trialConnection('kestrel');

  const empty: OutboxSnapshot = {
    ...{ revision: 1, isPaused: false, items: [], deliveries: [], holds: [] },
    progress: { done: 0, all: 0 },
  };

  /** Publish was pressed for these, and main has queued them, or knows what was cancelled, when `queued` is called. */
  async function pressed(...to: (typeof northwind)[]) {
    let queued: () => void = () => undefined;
    const queueing = new Promise<void>((done) => (queued = done));
    const main = installFakeMain({
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
      outbox: {
        list: () => empty,
        publish: async () => {
          await queueing;
          return { queued: 0, cancelled: [], problems: [] };
        },
        cancel: () => undefined,
        stop: () => undefined,
      },
    });
    await connections.start();
    await outbox.start();
    const publishing = new ThemePublishing(new OpenThemeState('t1'));
    const before = main.log.length;
    const publication = publishing.publish(...to);
    // With this, the button says “Publishing” and Cancel stands beside it.
    for (const connection of to) expect(publishing.isSendingTo(connection)).toBe(true);
    const asked = () => main.log.slice(before);
    const show = (item: Pick<OutboxItem, 'connectionId' | 'twins'>): void => {
      const its = { themeId: 't1', name: 'Harbour', since: '2026-11-20T14:05:00Z', isFirst: false };
      main.emit('outbox.changed', {
        ...empty,
        revision: 2,
        items: [{ ...its, why: 'retry', ...item }],
      });
    };
    return { publishing, publication, queued: () => queued(), asked, show };
  }

  it('Cancel reaches main after Publish, and nothing is said to have gone wrong', async () => {
    const { publishing, publication, queued, asked } = await pressed(northwind);
    await publishing.stop(northwind);
    queued();
    await publication;
    expect(asked()).toMatchObject([
      { name: 'outbox.publish', input: { connectionIds: ['northwind'] } },
      { name: 'outbox.stop', input: { themeId: 't1', connectionId: 'northwind' } },
    ]);
    expect(publishing.isSendingTo(northwind)).toBe(false);
    expect(reports.list).toEqual([]);
  });

  it('is said of the connection in use, also where another one has an entry there', async () => {
    const { publishing, publication, queued, asked, show } = await pressed(northwind);
    show({ connectionId: kestrel.id, twins: [northwind.id] });
    await publishing.stop(northwind);
    // Its entry has a Cancel of its own.
    await publishing.cancel(northwind);
    queued();
    await publication;
    expect(asked().slice(1)).toMatchObject([
      { name: 'outbox.stop', input: { themeId: 't1', connectionId: 'northwind' } },
      { name: 'outbox.cancel', input: { only: { themeId: 't1', connectionId: 'kestrel' } } },
    ]);
  });

  it('of several, the one that was cancelled is', async () => {
    const { publishing, publication, queued, asked } = await pressed(northwind, kestrel);
    await publishing.stop(northwind);
    queued();
    await publication;
    expect(asked()).toMatchObject([
      { name: 'outbox.publish', input: { connectionIds: ['northwind', 'kestrel'] } },
      { name: 'outbox.stop', input: { themeId: 't1', connectionId: 'northwind' } },
    ]);
  });
});

/** A theme is published again at a person’s word, also while an older version of it is being sent. */
describe('a theme is published again while it is being sent', () => {
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

  async function publishToBoth(toNorthwind: Delivery): Promise<FakeMain> {
    const user = userEvent.setup();
    const main = installFakeMain({
      connections: { list: () => ({ revision: 1, list, currentId: 'northwind' }) },
      library: {
        open: () => harbour,
        versions: () => ({ versions: [], unreadable: 0 }),
      },
      pictures: { show: () => [] },
      outbox: {
        list: () => ({
          ...{ revision: 1, isPaused: false, items: [], holds: [], progress: { done: 0, all: 1 } },
          deliveries:
            toNorthwind === 'idle'
              ? []
              : [{ themeId: 't1', connectionId: 'northwind', delivery: toNorthwind }],
        }),
        answers: () => [],
        publish: () => ({ queued: 1, cancelled: [], problems: [] }),
      },
    });
    await connections.start();
    await outbox.start();
    render(Studio, { themeId: 't1' });
    await screen.findByRole('heading', { name: 'Harbour' });
    await user.click(screen.getByRole('button', { name: 'Status on each connection' }));
    await user.click(await screen.findByRole('button', { name: 'Publish to…' }));
    const dialog = within(await screen.findByRole('dialog', { name: /Harbour/u }));
    await user.click(dialog.getByRole('checkbox', { name: /Kestrel/u }));
    await user.click(dialog.getByRole('button', { name: 'Publish to 2 connections' }));
    await waitFor(() => expect(asked(main)).toContain('kestrel'));
    return main;
  }

  const asked = (main: FakeMain) =>
    main.log
      .filter(({ name }) => name === 'outbox.publish')
      .flatMap(({ input }) => (input as { connectionIds: string[] }).connectionIds)
      .sort();

  it('the control: it goes to both connections where nothing is on its way', async () => {
    const main = await publishToBoth('idle');
    await waitFor(() => expect(asked(main)).toEqual(['kestrel', 'northwind']));
  });

  it('the control: it goes to both where an older version waits', async () => {
    const main = await publishToBoth('waiting');
    await waitFor(() => expect(asked(main)).toEqual(['kestrel', 'northwind']));
  });

  it('it goes to both where an older version is being sent to one of them', async () => {
    const main = await publishToBoth('sending');
    await waitFor(() => expect(asked(main)).toEqual(['kestrel', 'northwind']));
  });
});

/** Publish is pressed, and the theme left for the library before the disk has refused the publication. */
describe('a theme is left before its publication is queued', () => {
  const northwind = trialConnection('northwind', { label: 'Northwind' });
  const full = { code: 'storageFull', path: '/profile/outbox' } as const;

  async function pressed() {
    let answer: (queued: Queued) => void = () => undefined;
    installFakeMain({
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
      outbox: {
        list: () => ({
          ...{ revision: 1, isPaused: false, items: [], deliveries: [], holds: [] },
          progress: { done: 0, all: 0 },
        }),
        answers: () => [],
        publish: () => new Promise<Queued>((done) => (answer = done)),
      },
    });
    await connections.start();
    await outbox.start();
    const open = { id: 't1', said: { name: 'Harbour' }, settled: () => Promise.resolve() };
    const publishing = new ThemePublishing(open as unknown as OpenThemeState);
    // The studio listens from when it is shown until it is left.
    const leave = publishing.start();
    const publication = publishing.publish(northwind);
    await new Promise((done) => setTimeout(done));
    return {
      ...{ publishing, leave },
      refuse: async () => {
        const target = { themeId: 't1', connectionId: northwind.id };
        answer({ queued: 0, cancelled: [], problems: [{ ...target, problem: full }] });
        await publication;
      },
    };
  }

  it('the control: who stays with the theme is told why it could not be queued', async () => {
    const { publishing, refuse } = await pressed();
    await refuse();
    expect(publishing.refusalAt(northwind)).toEqual(full);
  });

  it('who has left it is told, too', async () => {
    const { leave, refuse } = await pressed();
    leave();
    await refuse();
    expect(reports.list).toEqual([
      expect.objectContaining({
        problem: full,
        unsent: 'Harbour couldn’t be published to Northwind',
      }),
    ]);
  });
});

/**
 * The exact request is being made, and another connection comes into use meanwhile: whichever is answered last, the dialog shows
 * the request that goes through the connection that it names.
 */
describe('another connection comes into use while the exact request is being made', () => {
  const northwind = trialConnection('northwind', { label: 'Northwind' });
  const contoso = trialConnection('contoso', {
    label: 'Contoso',
    baseAddress: 'https://contoso.example/api/v1',
  });

  const requestThrough = (connection: Connection) =>
    saveThemeTemplateRequest(connection, { templateId: 't1', name: 'Harbour', theme: newTheme() });

  it('shows the one through the connection that it names', async () => {
    let goOn = (): void => undefined;
    const slow = new Promise<void>((done) => (goOn = done));
    const answered: string[] = [];
    const main = installFakeMain({
      outbox: {
        request: async ({ connectionId }) => {
          if (connectionId === northwind.id) await slow;
          answered.push(connectionId);
          return requestThrough(connectionId === northwind.id ? northwind : contoso);
        },
      },
    });
    const props = { themeId: 't1', version: 1, onclose: () => undefined };
    const { rerender } = render(RequestDialog, { ...props, connection: northwind });
    await waitFor(() => expect(main.log).toHaveLength(1));
    await rerender({ ...props, connection: contoso });
    const { method, url } = requestThrough(contoso);
    expect(await screen.findByText(`${method} ${url}`)).toBeVisible();
    // With all that comes of the answer.
    await untilAnswered(goOn);
    expect(answered).toEqual([contoso.id, northwind.id]);
    expect(screen.getByText(`${method} ${url}`)).toBeVisible();
  });
});

/**
 * The service changed a theme, and a person accepts its version with a double-click, or holds Enter: that counts once, as on
 * the buttons beside it. It is accepted, and nothing is said to have gone wrong.
 */
describe('the service’s version is accepted with a double click', () => {
  const preferences: Preferences = {
    ...{ appearance: 'system', textSize: 100, locale: 'en', loadPictures: true },
  };
  afterEach(() => {
    for (const { id } of reports.list) reports.dismiss(id);
  });

  it.each([
    ['with a click', 'click'],
    ['with a double-click', 'dblClick'],
    ['with Enter, held', 'Enter'],
  ] as const)('is accepted once, %s', async (_name, press) => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    const made = await outboxFixture();
    const { library, connection, place } = made;
    const { themeId } = place;
    made.practice.setBehaviour('saveThemeTemplate', { drop: ['theme.customCss'], times: 1 });
    const taken: unknown[] = [];
    const list = [trialConnection('c1', { ...connection, tokenState: 'keychain' })];
    const main = installFakeMain({
      app: { setPreferences: (changes) => ({ ...preferences, ...changes }) as Preferences },
      connections: { list: () => ({ revision: 1, list, currentId: 'c1' }) },
      library: library.handlers,
      outbox: {
        ...made.outbox.handlers,
        takeAnswer: (at) => {
          taken.push(at);
          return made.outbox.handlers.takeAnswer(at);
        },
      },
      pictures: { show: () => [] },
    });
    library.onThemeChange((theme) => main.emit('library.themeChanged', theme));
    made.onAnswer((answered) => main.emit('outbox.answered', answered));
    made.onSnapshot((snapshot) => main.emit('outbox.changed', snapshot));
    await Promise.all([connections.start(), outbox.start()]);
    render(Studio, { themeId });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Publish to Northwind' }));
    const accept = await screen.findByRole('button', { name: 'Accept Northwind’s version' });

    if (press === 'Enter') {
      accept.focus();
      await user.keyboard('{Enter>3/}');
    } else await user[press](accept);

    await waitFor(async () => {
      expect((await library.current(themeId)).theme.customCss ?? '').toBe('');
    });
    await waitFor(() => expect(accept).not.toBeInTheDocument());
    expect(taken).toEqual([place]);
    expect(reports.list).toEqual([]);
  });
});
