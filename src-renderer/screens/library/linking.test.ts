import { cleanup, render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ThemeSummary } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import type { OutboxItem, UndoneLink } from '@shared/publishing';
import { publicationKey } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { renameTheme } from '../../features/themes/theme-actions';
import { connections } from '../../state/connections.svelte';
import { libraryView } from '../../state/library-view.svelte';
import { library } from '../../state/library.svelte';
import { navigation } from '../../state/navigation.svelte';
import { outbox } from '../../state/outbox.svelte';
import { type FakeMain, installFakeMain } from '../../testing/fake-main';
import { pretendLayout } from '../../testing/layout-in-jsdom';
import { sampleSummary } from '../../testing/sample-summaries';
import Toasts from '../../ui/Toasts.svelte';
import { layers } from '../../ui/layers';
import { latestUndo, undoLatestToast } from '../../ui/toast';
import Library from './Library.svelte';
import LinkDialog from './LinkDialog.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => {
  library.end();
  outbox.end();
  connections.end();
});

const northwind = { ...trialConnection('northwind'), label: 'Northwind' };

/** Linking a theme, or unlinking it, takes out what waits for it in the outbox: the dialog says so before. */
describe('what the dialog says of what waits in the outbox', () => {
  const team = { ...northwind, id: 'team', label: 'Team' };
  const theme = sampleSummary('Harbour', {
    place: { connectionId: northwind.id, relation: 'changed', templateId: 'tpl_1' },
  });
  let fakeMain: FakeMain;

  /** Opens the dialog; resolves with what it says of the outbox. */
  async function saidOf(
    ...items: (Pick<OutboxItem, 'themeId' | 'why'> & Partial<OutboxItem>)[]
  ): Promise<string | undefined> {
    const since = '2026-01-02T03:04:05.000Z';
    const its = {
      ...{ connectionId: northwind.id, name: 'Harbour', since, isFirst: false },
      goesTo: publicationKey(northwind),
    };
    fakeMain = installFakeMain({
      connections: {
        list: () => ({ revision: 1, list: [northwind, team], currentId: northwind.id }),
      },
      outbox: {
        link: () => null,
        list: () => ({
          revision: 1,
          isPaused: false,
          items: items.map((item) => ({ ...its, ...item })),
          deliveries: [],
          holds: [],
          progress: { done: 0, all: items.length },
        }),
      },
    });
    await connections.start();
    await outbox.start();
    render(LinkDialog, { theme, onclose: () => undefined });
    await screen.findByRole('dialog');
    return screen.getByRole('status').textContent;
  }

  it.each(['turn', 'paused', 'unreachable', 'refused', 'decision'] as const)(
    'says what becomes of one that waits: %s',
    async (why) => {
      expect(await saidOf({ themeId: theme.id, why })).toMatch(
        /^Harbour is waiting in the outbox for Northwind\. .*removed/u,
      );
    },
  );

  it.each(['tokenRefused', 'elsewhere'] as const)(
    'says so of one that another connection has there: %s',
    async (why) => {
      expect(await saidOf({ themeId: theme.id, why, connectionId: team.id })).toMatch(
        /^Harbour is waiting in the outbox for Team\. .*removed/u,
      );
    },
  );

  it.each([
    ['nothing waits', []],
    ['another theme waits', [{ themeId: 'other', why: 'turn' as const }]],
    ['it has arrived', [{ themeId: theme.id, why: 'unnoted' as const }]],
    [
      'it waits for where the connection led',
      [{ themeId: theme.id, why: 'elsewhere' as const, goesTo: 'w' }],
    ],
  ])('says nothing of the outbox where %s', async (_name, items) => {
    expect(await saidOf(...items)).toBe('');
  });

  it('offers neither word of one that is being published, also by Enter', async () => {
    expect(await saidOf({ themeId: theme.id, why: 'sending' })).toMatch(
      /^Harbour is being published to Northwind\. You can link or unlink it once/u,
    );
    for (const name of ['Unlink', 'Link theme']) {
      expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
    }
    await userEvent.setup().type(screen.getByRole('textbox'), 'tpl_7{Enter}');
    expect(fakeMain.log.map(({ name }) => name)).not.toContain('outbox.link');
  });

  // Linking its theme in a copy of that library takes nothing out (src-main/outbox/links-in-a-copy.test.ts).
  it.each(['otherLibrary', 'elsewhere', 'decision'] as const)(
    'says nothing of one that waits for another library: %s',
    async (why) => {
      expect(await saidOf({ themeId: theme.id, why, isOfOtherLibrary: true })).toBe('');
    },
  );
});

/**
 * A theme is being linked to a template, which takes a moment, and the person goes on in the same
 * dialog with another connection: what comes of the first is not said of the second, and what they type for it stays.
 */
describe('another connection is chosen while a theme is being linked', () => {
  const northwind = trialConnection('northwind', { label: 'Northwind' });
  const kestrel = trialConnection('kestrel', { label: 'Kestrel' });
  const user = userEvent.setup();
  let goOn: () => void;
  let closed: number;
  beforeEach(() => (closed = 0));

  async function link(isTaken: boolean, goesOn = true): Promise<HTMLElement> {
    const sent = new Promise<void>((resolve) => (goOn = resolve));
    installFakeMain({
      connections: {
        list: () => ({ revision: 1, list: [northwind, kestrel], currentId: northwind.id }),
      },
      outbox: {
        link: async () => {
          await sent;
          if (isTaken) {
            const fields = [{ field: 'templateId', reason: 'alreadyThere' as const }];
            throw new ProblemError({ code: 'invalidFields', fields });
          }
          return 1;
        },
      },
    });
    await connections.start();
    render(Toasts);
    render(LinkDialog, { theme: sampleSummary('Harbour'), onclose: () => (closed += 1) });
    const field = await screen.findByRole('textbox');
    await user.type(field, 'tpl_northwind');
    const save = screen.getByRole('button', { name: 'Link theme' });
    await user.click(save);
    expect(save).toHaveAttribute('aria-busy');
    if (goesOn) {
      await user.selectOptions(screen.getByRole('combobox'), 'kestrel');
      await user.clear(field);
      await user.type(field, 'tpl_kestrel');
    }
    goOn();
    await waitFor(() => expect(save).not.toHaveAttribute('aria-busy'));
    return field;
  }

  it('the control: who waits for it has the dialog closed, or is told why it was refused', async () => {
    await link(false, false);
    expect(closed).toBe(1);
    cleanup();
    expect(await link(true, false)).toHaveAttribute('aria-invalid', 'true');
  });

  it('the dialog stays open for what is typed for the other one', async () => {
    const field = await link(false);
    expect(closed).toBe(0);
    expect(field).toHaveValue('tpl_kestrel');
  });

  it('the refusal of the first is said above, and not of the second', async () => {
    const field = await link(true);
    expect(await screen.findByText(/^Harbour couldn’t be linked to tpl_northwind/u)).toBeVisible();
    expect(field).toHaveValue('tpl_kestrel');
    expect(field).not.toHaveAttribute('aria-invalid', 'true');
  });
});

/** A template's id is being typed, and the theme's file goes away for a moment, as a sync program has it. */
describe('a theme’s file goes away while a template’s ID is typed', () => {
  beforeEach(() => {
    pretendLayout({ width: 1064, height: 700, rowHeight: 212 });
    navigation.go({ screen: 'library' });
    libraryView.clear();
  });
  const harbour = sampleSummary('Harbour');
  const themes = [harbour, sampleSummary('Quay')];
  const title = 'Link Harbour to a template';
  const dialog = () => screen.findByRole('dialog', { name: title });
  const field = async () => within(await dialog()).getByRole('textbox', { name: 'Template ID' });

  async function typeTemplate(): Promise<FakeMain> {
    const person = userEvent.setup();
    const main = installFakeMain({
      library: {
        list: () => ({ revision: 1, themes, unreadable: [], ids: [1], folder: '/home/mia/Foyer' }),
      },
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
      outbox: {
        list: () => ({
          ...{ revision: 1, isPaused: false, items: [], deliveries: [], holds: [] },
          progress: { done: 0, all: 0 },
        }),
      },
    });
    await connections.start();
    await outbox.start();
    await library.start();
    render(Library);
    const card = await screen.findByRole('gridcell', { name: /^Harbour,/u });
    await person.pointer({ keys: '[MouseRight]', target: card });
    await person.click(await screen.findByText(/^Link to/u));
    await person.type(await field(), 'cmgq1x0x4000alb04v2r5');
    return main;
  }

  it('the control: what is typed stays while another theme’s file is away', async () => {
    const main = await typeTemplate();
    const [, quay] = themes.map(({ id }) => id);
    main.emit('library.changed', { revision: 2, upserted: [], removed: [quay ?? ''] });
    await waitFor(() => expect(library.themes).toHaveLength(1));
    main.emit('library.changed', { revision: 3, upserted: themes.slice(1), removed: [] });
    expect(await field()).toHaveValue('cmgq1x0x4000alb04v2r5');
  });

  it('what is typed stays while the theme’s own file is away', async () => {
    const main = await typeTemplate();
    main.emit('library.changed', { revision: 2, upserted: [], removed: [harbour.id] });
    await waitFor(() => expect(library.themes).toHaveLength(1));
    main.emit('library.changed', { revision: 3, upserted: [harbour], removed: [] });
    await waitFor(() => expect(library.themes).toHaveLength(2));
    expect(await field()).toHaveValue('cmgq1x0x4000alb04v2r5');
  });
});

/**
 * A person unlinks a theme from its template, or links it to another one, by mistake: `Ctrl Z` takes that back, and
 * not what was done before it.
 */
describe('a link that is taken back', () => {
  beforeEach(() => {
    while (undoLatestToast());
  });
  afterEach(() => {
    cleanup();
    for (const state of [library, outbox, connections]) state.end();
  });

  /** A library of a theme with a template, and of another that was just renamed. */
  async function shown(undoes: () => UndoneLink = () => 'done') {
    let revision = 1;
    let template: string | undefined = 't-1';
    let name = 'Quay';
    const themes = (): ThemeSummary[] => [
      sampleSummary('Harbour', {
        id: 'harbour',
        place: {
          ...{ connectionId: northwind.id, relation: template ? 'same' : 'never' },
          ...(template && { templateId: template }),
        },
      }),
      sampleSummary(name, { id: 'quay' }),
    ];
    const tell = (): void => {
      revision += 1;
      main.emit('library.changed', { revision, upserted: themes(), removed: [] });
    };
    const main = installFakeMain({
      library: {
        list: () => ({ revision, themes: themes(), unreadable: [], ids: [1], folder: '/f' }),
        rename: (given) => {
          const replaced = name;
          ({ name } = given);
          tell();
          return { replaced };
        },
      },
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
      outbox: {
        list: () => ({
          ...{ revision: 1, isPaused: false, items: [], deliveries: [], holds: [] },
          progress: { done: 0, all: 0 },
        }),
        link: ({ templateId }) => {
          template = templateId;
          tell();
          return 1;
        },
        unlink: () => {
          template = undefined;
          tell();
          return 1;
        },
        undoLink: () => {
          const undone = undoes();
          if (undone === 'done') template = 't-1';
          tell();
          return undone;
        },
      },
    });
    await connections.start();
    await outbox.start();
    await library.start();
    await renameTheme({ id: 'quay', name: 'Quay' }, 'Quayside');
    const theme = library.themes.find(({ id }) => id === 'harbour');
    if (theme === undefined) throw new Error('It is not there.');
    render(LinkDialog, { theme, onclose: () => undefined });
    return { person: userEvent.setup(), now: () => ({ template, name }) };
  }

  const dialog = () => screen.findByRole('dialog', { name: 'Link Harbour to a template' });

  it('the control: a new name is taken back', async () => {
    const { now } = await shown();
    undoLatestToast();
    await waitFor(() => expect(now()).toEqual({ template: 't-1', name: 'Quay' }));
  });

  it('a theme that was unlinked is linked again, and nothing else is taken back', async () => {
    const { person, now } = await shown();
    await person.click(within(await dialog()).getByRole('button', { name: 'Unlink' }));
    await waitFor(() => expect(now().template).toBeUndefined());
    undoLatestToast();
    await waitFor(() => expect(now()).toEqual({ template: 't-1', name: 'Quayside' }));
  });

  it('a theme that was linked to another template has its own again', async () => {
    const { person, now } = await shown();
    const field = within(await dialog()).getByRole('textbox', { name: 'Template ID' });
    await person.type(field, 't-2{Enter}');
    await waitFor(() => expect(now().template).toBe('t-2'));
    undoLatestToast();
    await waitFor(() => expect(now()).toEqual({ template: 't-1', name: 'Quayside' }));
  });

  it.each<[UndoneLink, string]>([
    ['changed', 'Nothing was undone: Harbour has been changed since'],
    ['taken', 'Nothing was undone: another theme is linked to that template now'],
  ])(
    'it is said why a link is not taken back, and what was done before can be: %s',
    async (why, said) => {
      const { person, now } = await shown(() => why);
      render(Toasts);
      await person.click(within(await dialog()).getByRole('button', { name: 'Unlink' }));
      await waitFor(() => expect(now().template).toBeUndefined());
      undoLatestToast();
      await screen.findByText(said);
      expect(latestUndo()).toBe('Renamed to Quayside');
    },
  );
});
