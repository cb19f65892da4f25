/** The dialogs about one theme, and the notices of a library that can't be shown. */
import { cleanup, render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Connection } from '@shared/connection';
import type { OpenTheme, ThemeSummary } from '@shared/library';
import { invalidField, ProblemError } from '@shared/problem-error';
import type { Problem } from '@shared/problem';
import { newTheme } from '@shared/theme/theme';
import { bridge } from '../../bridge';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import { connections } from '../../state/connections.svelte';
import { libraryView } from '../../state/library-view.svelte';
import { library } from '../../state/library.svelte';
import { navigation } from '../../state/navigation.svelte';
import { undoLatestToast } from '../../ui/toast';
import { pretendLayout } from '../../testing/layout-in-jsdom';
import Library from './Library.svelte';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';

beforeAll(() => layers.load(), 120_000);

const northwind: Connection = {
  id: 'northwind',
  label: 'Northwind',
  baseAddress: 'https://northwind.example/api/v1',
  workspaceId: 'ws',
  colour: 'petrol',
  preset: 'documented',
  presentation: { kind: 'bearer' },
  host: 'northwind.example',
  isPractice: false,
  tokenState: 'keychain',
  keepsClientIds: 'yes',
};

function opened(summary: ThemeSummary, font: string): OpenTheme {
  const theme = newTheme();
  theme.general.font = font;
  return {
    ...summary,
    version: 1,
    theme,
    canUndo: false,
    canRedo: false,
    save: { kind: 'saved', at: summary.updatedAt },
    publications: {},
  };
}

const harbour = sampleSummary('Harbour');
const copy = sampleSummary('Harbour (your version)', {
  id: 'copy',
  conflictOf: { id: harbour.id, name: 'Harbour' },
});

async function show(
  themes: ThemeSummary[],
  state: {
    problem?: Problem;
    isSafe?: boolean;
    isSameContent?: boolean;
    isSameLook?: boolean;
  } = {},
): Promise<FakeMain> {
  let isResolved = false;
  const main = installFakeMain({
    library: {
      list: () => {
        if (state.problem) throw new ProblemError(state.problem);
        return { revision: 1, themes, unreadable: [], ids: [1], folder: '/home/mia/Foyer' };
      },
      open: ({ id }) => {
        if (id === 'copy') return opened(copy, state.isSameLook ? 'Inter' : 'Lora');
        const edits = main.log.filter(({ name }) => name === 'library.edit').length;
        return {
          ...opened(harbour, isResolved && !state.isSameContent ? 'Lora' : 'Inter'),
          version: (isResolved ? 2 : 1) + edits,
        };
      },
      resolveConflict: ({ keep }) => {
        isResolved = keep === 'this';
        return { entries: keep === 'both' ? [] : ['copy-1'] };
      },
      edit: ({ id }) => opened({ ...harbour, id }, 'Inter'),
      restore: ({ entries }) => ({
        ids: ['copy'],
        entries,
        problem: null,
        alreadyHere: 0,
        unlinked: 0,
      }),
      undo: ({ id }) => opened({ ...harbour, id }, 'Inter'),
      makeFolder: () => {
        delete state.problem;
      },
    },
    app: {
      leaveSafeMode: () => {
        delete state.problem;
      },
    },
    outbox: {
      link: ({ templateId }) => {
        if (templateId === 'taken') throw invalidField('templateId', 'alreadyThere');
        return 1;
      },
      unlink: () => 1,
    },
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: 'northwind' }) },
  });
  await connections.start();
  await library.start();
  render(Library);
  return main;
}

async function act(name: string, action: string): Promise<HTMLElement> {
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await person.click(await screen.findByRole('menuitem', { name: action }));
  return screen.findByRole('dialog');
}

const callsOf = (main: FakeMain, name: string) =>
  main.log.filter((call) => call.name === name).map(({ input }) => input);

beforeEach(() => {
  pretendLayout({ width: 1064, height: 700, rowHeight: 212 });
  navigation.go({ screen: 'library' });
  libraryView.clear();
});
afterEach(() => {
  library.end();
  connections.end();
});

describe('a conflict copy', () => {
  it('is marked, named so for readers, and has a filter of its own', async () => {
    const person = userEvent.setup();
    await show([harbour, copy]);
    expect(
      await screen.findByRole('gridcell', {
        name: 'Harbour (your version), Draft, conflict copy of Harbour',
      }),
    ).toHaveTextContent('Conflict copy of Harbour');
    await person.click(screen.getByRole('button', { name: /^Conflict copies/u }));
    await waitFor(() => expect(screen.getAllByRole('gridcell')).toHaveLength(1));
  });

  it('is counted among what needs attention', async () => {
    await show([harbour, copy]);
    expect(await screen.findByRole('button', { name: 'Needs attention 1' })).toBeVisible();
  });

  it('ends its filter as the last one is settled', async () => {
    const person = userEvent.setup();
    const main = await show([harbour, copy]);
    await person.click(await screen.findByRole('button', { name: /^Conflict copies/u }));
    await waitFor(() => expect(screen.getAllByRole('gridcell')).toHaveLength(1));
    main.emit('library.changed', { revision: 2, upserted: [], removed: ['copy'] });
    expect(await screen.findByRole('gridcell', { name: /^Harbour/u })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Conflict copies/u })).toBeNull();
  });

  it('is named in the list as on a card', async () => {
    libraryView.layout = 'list';
    onTestFinished(() => {
      libraryView.layout = 'medium';
    });
    await show([harbour, copy]);
    const row = await screen.findByRole('gridcell', { name: /conflict copy of Harbour$/u });
    expect(row).toHaveTextContent('Conflict copy');
  });

  it('has no filter where there is none', async () => {
    await show([harbour]);
    await screen.findByRole('gridcell');
    expect(screen.getByRole('button', { name: /^Needs attention/u })).not.toHaveTextContent('1');
    expect(screen.queryByRole('button', { name: /^Conflict copies/u })).toBeNull();
  });

  it('is compared with the other version, and the choice can be taken back', async () => {
    const person = userEvent.setup();
    const main = await show([harbour, copy]);
    const dialog = await act('Harbour (your version)', 'Settle the conflict…');
    expect(await within(dialog).findByText('Lora')).toBeVisible();
    expect(within(dialog).getByText('Inter')).toBeVisible();
    // From left to right, as the two are beside each other: this version first.
    const columns = within(dialog).getAllByRole('region');
    expect(columns.map((column) => column.getAttribute('aria-label'))).toEqual([
      'This version',
      'The other version',
    ]);
    expect(dialog).toHaveTextContent(/Lora.*Inter/u);
    await person.click(within(dialog).getByRole('button', { name: 'Keep this version' }));
    await waitFor(() =>
      expect(callsOf(main, 'library.resolveConflict')).toEqual([{ id: 'copy', keep: 'this' }]),
    );
    undoLatestToast();
    await waitFor(() =>
      expect(callsOf(main, 'library.restore')).toEqual([{ entries: ['copy-1'] }]),
    );
    expect(callsOf(main, 'library.undo')).toEqual([{ id: harbour.id }]);
  });

  it('gives the keyboard to a card once it is settled, also where its own card is gone', async () => {
    const person = userEvent.setup();
    // The copy’s card is the last one: no other takes its place.
    const main = await show([{ ...harbour, updatedAt: '2030-01-01T00:00:00.000Z' }, copy]);
    const dialog = await act('Harbour (your version)', 'Settle the conflict…');
    main.emit('library.changed', { revision: 2, upserted: [], removed: ['copy'] });
    await person.click(within(dialog).getByRole('button', { name: 'Keep both' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    const onCard = () =>
      document.activeElement?.closest('[data-theme-id]') ?? document.activeElement;
    await waitFor(() => expect(onCard()).toHaveAttribute('data-theme-id', harbour.id));
  });

  it('lists a name that only one of the two has, and none that Foyer gave to the copy', async () => {
    const cases = [
      [{ name: 'Harbour (your version) 2' }, null],
      [{ name: 'Autumn (your version)' }, 'Autumn'],
      [{ name: 'Winter' }, 'Winter'],
    ] as const;
    for (const [changes, listed] of cases) {
      await show([harbour, { ...copy, ...changes }], { isSameLook: true });
      const dialog = await act(changes.name, 'Settle the conflict…');
      const same = listed === null;
      await within(dialog).findByText('What’s different in the other version');
      expect(within(dialog).queryByText('Name') !== null).toBe(!same);
      expect(within(dialog).queryByText(/^They look the same/u) !== null).toBe(same);
      if (listed !== null)
        expect(dialog).toHaveTextContent(new RegExp(`Name ?${listed}.*Harbour`, 'u'));
      cleanup();
      library.end();
      connections.end();
    }
  });

  it('says that the service has two templates where both versions were published', async () => {
    const placed = (summary: ThemeSummary, templateId: string): ThemeSummary => ({
      ...summary,
      places: [{ connectionId: 'northwind', relation: 'same', templateId }],
    });
    await show([placed(harbour, 'theirs'), placed(copy, 'ours')]);
    const dialog = await act('Harbour (your version)', 'Settle the conflict…');
    expect(await within(dialog).findByText('Template on Northwind')).toBeVisible();
    expect(dialog).toHaveTextContent(/ours.*theirs/u);
    expect(dialog).toHaveTextContent('the other’s template stays there');
  });

  it('is taken back without what was edited since', async () => {
    const person = userEvent.setup();
    const main = await show([harbour, copy]);
    const dialog = await act('Harbour (your version)', 'Settle the conflict…');
    await person.click(within(dialog).getByRole('button', { name: 'Keep this version' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const later = { field: 'roundness', value: 'none' } as const;
    await bridge.library.edit({ id: harbour.id, edits: [later] });
    undoLatestToast();
    await waitFor(() =>
      expect(callsOf(main, 'library.restore')).toEqual([{ entries: ['copy-1'] }]),
    );
    expect(callsOf(main, 'library.undo')).toEqual([]);
    expect(callsOf(main, 'library.edit').at(-1)).toEqual({
      id: harbour.id,
      edits: [{ field: 'general.font', value: 'Inter' }],
    });
  });

  it('is taken back without an earlier edit, where the choice only gave a link', async () => {
    const person = userEvent.setup();
    const main = await show([harbour, copy], { isSameContent: true });
    const dialog = await act('Harbour (your version)', 'Settle the conflict…');
    await person.click(within(dialog).getByRole('button', { name: 'Keep this version' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    undoLatestToast();
    await waitFor(() =>
      expect(callsOf(main, 'library.restore')).toEqual([{ entries: ['copy-1'] }]),
    );
    expect(callsOf(main, 'library.undo')).toEqual([]);
  });

  it('can only be kept when the other is gone', async () => {
    await show([copy]);
    const dialog = await act('Harbour (your version)', 'Settle the conflict…');
    const names = within(dialog)
      .getAllByRole('button')
      .map((button) => button.textContent.trim());
    expect(names).toEqual(['Keep both']);
  });
});

describe('linking to a template', () => {
  it('sends the id, and says why one is refused', async () => {
    const person = userEvent.setup();
    const main = await show([harbour]);
    const dialog = await act('Harbour', 'Link to a template');
    const field = within(dialog).getByRole('textbox', { name: 'Template ID' });
    const save = within(dialog).getByRole('button', { name: 'Link theme' });
    await person.click(save);
    expect(await within(dialog).findByText(/can’t be empty/u)).toBeVisible();
    await person.type(field, 'taken');
    await person.click(save);
    expect(await within(dialog).findByText(/Another theme in your library/u)).toBeVisible();
    expect(field).toHaveValue('taken');
    await person.clear(field);
    await person.type(field, ' tpl_7 ');
    await person.click(save);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(callsOf(main, 'outbox.link').at(-1)).toEqual({
      themeId: harbour.id,
      connectionId: 'northwind',
      templateId: 'tpl_7',
    });
  });

  it('is undone where there is a link', async () => {
    const person = userEvent.setup();
    const place = { relation: 'changed', templateId: 'tpl_7' } as const;
    const main = await show([sampleSummary('Harbour', { place })]);
    const dialog = await act('Harbour', 'Link to a template');
    expect(within(dialog).getByText('Linked to tpl_7.')).toBeVisible();
    await person.click(within(dialog).getByRole('button', { name: 'Unlink' }));
    await waitFor(() =>
      expect(callsOf(main, 'outbox.unlink')).toEqual([
        { themeId: harbour.id, connectionId: 'northwind', templateId: 'tpl_7' },
      ]),
    );
  });
});

describe('a library that can’t be shown', () => {
  it('in safe mode loads nothing until the person says so', async () => {
    const person = userEvent.setup();
    await show([harbour], { problem: { code: 'safeMode' } });
    expect(await screen.findByRole('alert')).toHaveTextContent('Foyer started in safe mode');
    expect(screen.queryByRole('gridcell')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Start normally' }));
    expect(await screen.findByRole('gridcell')).toBeVisible();
  });

  it('because its folder is missing leads to another, or makes one when asked', async () => {
    const person = userEvent.setup();
    const path = '/media/stick/themes';
    const main = await show([], { problem: { code: 'libraryFolderMissing', path } });
    expect(await screen.findByRole('alert')).toHaveTextContent(
      `The library folder ${path} isn’t there.`,
    );
    await person.click(screen.getByRole('button', { name: 'Choose another folder' }));
    expect(navigation.current).toEqual({ screen: 'settings' });
    expect(navigation.inSettings).toEqual({ part: 'library' });
    await person.click(screen.getByRole('button', { name: 'Create an empty library there' }));
    expect(await screen.findByText('Your library is empty')).toBeVisible();
    expect(callsOf(main, 'library.makeFolder')).toHaveLength(1);
  });

  it('because its folder is missing since it was shown can begin anew there, too', async () => {
    const person = userEvent.setup();
    const main = await show([harbour]);
    const path = '/media/stick/themes';
    const folderProblem = { code: 'libraryFolderMissing' as const, path };
    main.emit('library.changed', { revision: 2, upserted: [], removed: [], folderProblem });
    await person.click(
      await screen.findByRole('button', { name: 'Create an empty library there' }),
    );
    expect(callsOf(main, 'library.makeFolder')).toHaveLength(1);
  });

  it('because the system refuses its folder leads to another', async () => {
    const person = userEvent.setup();
    const path = '/Users/ada/Documents/Foyer themes';
    await show([], { problem: { code: 'libraryFolderForbidden', path } });
    expect(await screen.findByRole('alert')).toHaveTextContent(
      `The system doesn’t let Foyer open ${path}.`,
    );
    expect(screen.queryByRole('button', { name: 'Create an empty library there' })).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Choose another folder' }));
    expect(navigation.current).toEqual({ screen: 'settings' });
    expect(navigation.inSettings).toEqual({ part: 'library' });
  });
});
