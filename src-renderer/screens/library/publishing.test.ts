import Send from '@lucide/svelte/icons/send';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Problem } from '@shared/problem';
import type { Queued } from '@shared/publishing';
import { trialConnection } from '@shared/trial-connection';
import { connections } from '../../state/connections.svelte';
import { libraryView } from '../../state/library-view.svelte';
import { library } from '../../state/library.svelte';
import { navigation } from '../../state/navigation.svelte';
import { outbox } from '../../state/outbox.svelte';
import { type FakeMain, installFakeMain } from '../../testing/fake-main';
import { pretendLayout } from '../../testing/layout-in-jsdom';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import { reports } from '../../ui/reports.svelte';
import Library from './Library.svelte';
import PublishSummary from './PublishSummary.svelte';
import SelectionBar from './SelectionBar.svelte';
import { firstSavesQuestion } from './first-saves';
import { LibraryScreen } from './library-screen.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  for (const { id } of reports.list) reports.dismiss(id);
});
afterEach(() => {
  library.end();
  outbox.end();
  outbox.showFirst([]);
  connections.end();
});

const northwind = trialConnection('northwind', { label: 'Northwind' });

/**
 * A theme is chosen in the library, and a person double-clicks *Publish* in the selection's bar. Its save may be in
 * doubt before the second click comes, which is no word about that.
 */
describe('a double click on Publish', () => {
  it('a double click publishes once, a key each time', async () => {
    const run = vi.fn();
    const publish = {
      ...{ id: 'publish' as const, label: 'Publish to Northwind', icon: Send, keys: [] },
      ...{ target: 'harbour', disabled: false, run },
    };
    render(SelectionBar, { count: 1, actions: [publish], clear: vi.fn() });
    const button = screen.getByRole('button', { name: 'Publish to Northwind' });
    await fireEvent.click(button, { detail: 1 });
    await fireEvent.click(button, { detail: 2 });
    expect(run).toHaveBeenCalledTimes(1);
    await fireEvent.click(button, { detail: 0 });
    expect(run).toHaveBeenCalledTimes(2);
  });
});

/** Two connections to one workspace are one place: a theme that goes through both makes one template there. */
describe('the first saves of themes through two connections to one workspace', () => {
  const themes = ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => sampleSummary(name));
  const kestrel = trialConnection('kestrel', { label: 'Kestrel', workspaceId: 'w2' });
  /** The same workspace as Northwind's, entered a second time. */
  const twin = trialConnection('twin', { label: 'Northwind, Ada' });

  it('the control: six themes to two workspaces are twelve new templates', () => {
    expect(firstSavesQuestion(themes, [northwind, kestrel], 5)?.title).toContain('6 themes');
    expect(firstSavesQuestion(themes, [northwind, kestrel], 5)?.body).toContain('12 new templates');
  });

  it('six themes through two connections to one workspace are six', () => {
    const question = firstSavesQuestion(themes, [northwind, twin], 5);
    expect(question?.body).toContain('6 new templates on Northwind.');
    expect(question?.confirm).toBe('Publish all 6');
  });
});

/**
 * Where a theme is to be published is being chosen, and the theme's file goes away for a moment, as a sync program
 * has it: the choice stays, as what is typed for a link and for tags does, and it goes where it was chosen to go.
 */
describe('a theme’s file goes away while it is chosen where it is published', () => {
  beforeEach(() => {
    pretendLayout({ width: 1064, height: 700, rowHeight: 212 });
    navigation.go({ screen: 'library' });
    libraryView.clear();
  });
  const kestrel = trialConnection('kestrel', { label: 'Kestrel', workspaceId: 'w2' });
  const harbour = sampleSummary('Harbour');
  const quay = sampleSummary('Quay');
  const themes = [harbour, quay];
  const person = userEvent.setup();
  const dialog = () => screen.findByRole('dialog', { name: /^Publish (?:Harbour|2 themes)$/u });

  async function fromTheMenu(): Promise<void> {
    const card = await screen.findByRole('gridcell', { name: /^Harbour,/u });
    await person.pointer({ keys: '[MouseRight]', target: card });
    await person.click(await screen.findByText('Publish to…'));
  }

  async function forBothThemes(): Promise<void> {
    const card = await screen.findByRole('gridcell', { name: /^Harbour,/u });
    card.focus();
    await person.keyboard('{Control>}a{/Control}');
    await person.click(await screen.findByRole('button', { name: 'Publish to…' }));
  }

  /** Northwind is in use; the person chooses Kestrel, and Kestrel alone. */
  async function chooseKestrel(openDialog = fromTheMenu): Promise<FakeMain> {
    const main = installFakeMain({
      library: {
        list: () => ({ revision: 1, themes, unreadable: [], ids: [1], folder: '/home/mia/Foyer' }),
      },
      connections: {
        list: () => ({ revision: 1, list: [northwind, kestrel], currentId: northwind.id }),
      },
      outbox: {
        list: () => ({
          ...{ revision: 1, isPaused: false, items: [], deliveries: [], holds: [] },
          progress: { done: 0, all: 0 },
        }),
        publish: () => ({ queued: 1, cancelled: [], problems: [] }),
      },
    });
    await connections.start();
    await outbox.start();
    await library.start();
    render(Library);
    await openDialog();
    const where = within(await dialog());
    await person.click(where.getByRole('checkbox', { name: /Northwind/u }));
    await person.click(where.getByRole('checkbox', { name: /Kestrel/u }));
    expect(where.getByRole('button', { name: 'Publish to Kestrel' })).toBeEnabled();
    return main;
  }

  /** A theme's file is away, and then back. */
  async function awayAndBack(main: FakeMain, theme: typeof harbour): Promise<void> {
    main.emit('library.changed', { revision: 2, upserted: [], removed: [theme.id] });
    await waitFor(() => expect(library.themes).toHaveLength(1));
    main.emit('library.changed', { revision: 3, upserted: [theme], removed: [] });
    await waitFor(() => expect(library.themes).toHaveLength(2));
  }

  /** Where it goes when the dialog's button is pressed. */
  async function publishedTo(main: FakeMain): Promise<unknown> {
    await person.click(within(await dialog()).getByRole('button', { name: /^Publish to/u }));
    await waitFor(() => expect(main.log.at(-1)?.name).toBe('outbox.publish'));
    return main.log.at(-1)?.input;
  }

  it('the control: another theme’s file is away', async () => {
    const main = await chooseKestrel();
    await awayAndBack(main, quay);
    expect(await publishedTo(main)).toEqual({ themeIds: [harbour.id], connectionIds: ['kestrel'] });
  });

  it('the theme’s own file is away', async () => {
    const main = await chooseKestrel();
    await awayAndBack(main, harbour);
    expect(await publishedTo(main)).toEqual({ themeIds: [harbour.id], connectionIds: ['kestrel'] });
  });

  it('of two, one is away when the button is pressed: it is asked for too, not left out in silence', async () => {
    const main = await chooseKestrel(forBothThemes);
    main.emit('library.changed', { revision: 2, upserted: [], removed: [quay.id] });
    await waitFor(() => expect(library.themes).toHaveLength(1));
    expect(await publishedTo(main)).toMatchObject({ themeIds: [harbour.id, quay.id] });
  });
});

describe('the themes that couldn’t be published', () => {
  const full: Problem = { code: 'storageFull', path: '/home/mia/Foyer' };
  const refused = (name: string, connectionLabel: string, problem: Problem = full) => ({
    ...{ key: `${name} ${connectionLabel}`, themeId: name, name, connectionLabel, problem },
  });

  function show(...notQueued: ReturnType<typeof refused>[]): Promise<HTMLElement> {
    render(PublishSummary, { notQueued, onclose: () => undefined });
    return screen.findByRole('dialog');
  }

  it('are two where two go to one connection', async () => {
    expect(
      await show(refused('Aurora', 'Northwind'), refused('Dune', 'Northwind')),
    ).toHaveAccessibleName('2 themes couldn’t be published');
  });

  it('are one where it goes to two connections', async () => {
    expect(
      await show(refused('Aurora', 'Northwind'), refused('Aurora', 'Kestrel')),
    ).toHaveAccessibleName('1 theme couldn’t be published');
  });

  it.each<[Problem, string]>([
    [
      { ...full, isRetried: true },
      'Your changes are kept, and Foyer saves them as soon as it can.',
    ],
    [
      { code: 'libraryFolderMissing', path: '/media/usb/Foyer' },
      'Nothing was created in its place, and no theme was deleted.',
    ],
    [{ code: 'unsettledInOtherLibrary' }, 'Not queued. The other one stays as it is.'],
  ])('are said to be kept as the reason says, once, and not safe: $code', async (problem, kept) => {
    const dialog = await show(
      refused('Aurora', 'Northwind', problem),
      refused('Dune', 'Northwind', problem),
    );
    expect(within(dialog).getAllByText(kept)).toHaveLength(1);
    expect(dialog).not.toHaveTextContent(/\bsafe\b/u);
  });

  it('stand under their own reasons', async () => {
    const dialog = await show(
      refused('Aurora', 'Northwind'),
      refused('Dune', 'Northwind', { code: 'unsettledInOtherLibrary' }),
      refused('Quay', 'Northwind'),
    );
    const [disk, other] = within(dialog).getAllByRole('region');
    expect(disk).toHaveTextContent(/The disk is full.*Free up disk space\..*Aurora.*Quay/u);
    expect(disk).not.toHaveTextContent('Dune');
    expect(other).toHaveTextContent(/another library.*Not queued\..*Dune/u);
  });
});

/**
 * A theme couldn't be published, the person mends why and publishes it once more, which works: the list of what
 * couldn't be published doesn't name it any longer.
 */
describe('a theme that couldn’t be published is published once more', () => {
  const aster = sampleSummary('Aster');
  const birch = sampleSummary('Birch');

  /** The files that can't be read just now. */
  let held: string[] = [];
  beforeEach(() => {
    held = [aster.id];
    installFakeMain({
      outbox: {
        publish: ({ themeIds, connectionIds }): Queued => ({
          queued: themeIds.filter((id) => !held.includes(id)).length * connectionIds.length,
          cancelled: [],
          problems: themeIds
            .filter((id) => held.includes(id))
            .flatMap((themeId) =>
              connectionIds.map((connectionId) => ({
                ...{ themeId, connectionId },
                problem: { code: 'fileInCloud' as const, path: '/themes/aster.json' },
              })),
            ),
        }),
      },
    });
  });

  const named = (work: LibraryScreen) => work.notQueued.map(({ name }) => name);

  it('the control: it stays while another is published', async () => {
    const work = new LibraryScreen();
    await work.publish([aster], [northwind]);
    await work.publish([birch], [northwind]);
    expect(named(work)).toEqual(['Aster']);
  });

  it('it goes once that theme is published', async () => {
    const work = new LibraryScreen();
    await work.publish([aster], [northwind]);
    held = [];
    await work.publish([aster], [northwind]);
    expect(named(work)).toEqual([]);
  });
});

/**
 * A theme is published from its card, and the next one right after it. The first can't be queued, which is said until
 * it is read; that the second was queued says nothing of it.
 */
describe('another theme is published while the first is being queued', () => {
  const aster = sampleSummary('Aster');
  const birch = sampleSummary('Birch');

  let ends: ((queued: Queued) => void)[] = [];
  beforeEach(() => {
    ends = [];
    installFakeMain({ outbox: { publish: () => new Promise((done) => ends.push(done)) } });
  });

  const refused: Queued = {
    queued: 0,
    cancelled: [],
    problems: [
      {
        ...{ themeId: aster.id, connectionId: northwind.id },
        problem: { code: 'fileInCloud', path: '/themes/aster.json' },
      },
    ],
  };
  const queued: Queued = { queued: 1, cancelled: [], problems: [] };

  it.each([
    ['the control: that is known last', [1, 0]],
    ['that is known first', [0, 1]],
  ])('says which one could not be published: %s', async (_name, order) => {
    const work = new LibraryScreen();
    const publishing = [work.publish([aster], [northwind]), work.publish([birch], [northwind])];
    await vi.waitFor(() => expect(ends).toHaveLength(2));
    const answers = [refused, queued];
    for (const which of order) {
      ends[which]?.(answers[which] ?? queued);
      await publishing[which];
    }
    const said = [
      ...work.notQueued.map(({ name }) => name),
      ...reports.list.map(({ unsent }) => unsent ?? ''),
    ].join(' ');
    expect(said).toContain('Aster');
  });
});

/** Themes can't be put into the outbox, and the library was left before that was known. */
describe('the library is left before it is known that themes couldn’t be queued', () => {
  const full: Problem = { code: 'storageFull', path: '/profile/outbox' };
  const newer: Problem = { code: 'themeReadOnly', name: 'Aster' };
  const target = (themeId: string) => ({ themeId, connectionId: northwind.id });

  let end: ((queued: Queued) => void) | undefined;
  beforeEach(() => {
    end = undefined;
    installFakeMain({ outbox: { publish: () => new Promise((done) => (end = done)) } });
  });

  const themes = ['Aster', 'Birch', 'Cedar'].map((name) => sampleSummary(name, { id: name }));

  it.each([
    ['the control: while it is shown, in a dialog', false],
    ['above the next screen, once for each reason', true],
  ])('says so %s', async (_name, isLeft) => {
    const work = new LibraryScreen();
    const publishing = work.publish(themes, [northwind]);
    if (isLeft) work.leave();
    await vi.waitFor(() => expect(end).toBeDefined());
    end?.({
      queued: 0,
      cancelled: [],
      problems: [
        { ...target('Aster'), problem: newer },
        { ...target('Birch'), problem: full },
        { ...target('Cedar'), problem: full },
      ],
    });
    await publishing;
    expect(work.notQueued).toHaveLength(3);
    const said = reports.list.map(({ problem, unsent }) => [problem, unsent]);
    expect(said).toEqual(
      isLeft
        ? [
            [newer, 'Aster couldn’t be published to Northwind'],
            [full, '2 themes couldn’t be published'],
          ]
        : [],
    );
  });
});

/**
 * Five themes are published that are only in the cloud, which can't be reached, and the library was left before
 * that was known. Each has a reason of its own, which names its file.
 */
describe('the library is left while many themes are published that are only in the cloud', () => {
  const names = ['Aster', 'Birch', 'Cedar', 'Dahlia', 'Elder'];

  let end: ((queued: Queued) => void) | undefined;
  beforeEach(() => {
    end = undefined;
    installFakeMain({ outbox: { publish: () => new Promise((done) => (end = done)) } });
  });

  it.each([
    ['the control: three', 3],
    ['five', 5],
  ])('says of each that it could not be published: %s', async (_name, count) => {
    const themes = names.slice(0, count).map((name) => sampleSummary(name, { id: name }));
    const work = new LibraryScreen();
    const publishing = work.publish(themes, [northwind]);
    work.leave();
    await vi.waitFor(() => expect(end).toBeDefined());
    end?.({
      queued: 0,
      cancelled: [],
      problems: themes.map(({ id }) => ({
        ...{ themeId: id, connectionId: northwind.id },
        problem: { code: 'fileInCloud', path: `/themes/${id}.json` },
      })),
    });
    await publishing;
    const said = reports.list.map(({ unsent }) => unsent ?? '').join(' ');
    // Each by its name, or all of them by their number.
    const untold = themes.filter(({ name }) => !said.includes(name)).map(({ name }) => name);
    expect(said.includes(`${String(count)} themes`) ? [] : untold).toEqual([]);
  });
});
