/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real library. */
import { rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenTheme, ThemeSummary } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import { newTheme, type Theme } from '@shared/theme/theme';
import {
  libraryOfOne,
  putTheme,
  themeDocument,
} from '../../../src-main/library/testing/fixture-library';
import CompareThemes from '../../features/themes/CompareThemes.svelte';
import { commands } from '../../state/commands.svelte';
import { connections } from '../../state/connections.svelte';
import { libraryView } from '../../state/library-view.svelte';
import { library } from '../../state/library.svelte';
import { navigation } from '../../state/navigation.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { pretendLayout } from '../../testing/layout-in-jsdom';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import ConflictDialog from './ConflictDialog.svelte';
import Library from './Library.svelte';

beforeAll(() => layers.load(), 120_000);
afterEach(() => library.end());

/** Any two themes beside each other: how they are chosen, and what is told of them. */
describe('any two themes', () => {
  const names = ['Harbour', 'Matchday', 'Umbra'];
  const tags: Readonly<Record<string, string[]>> = {
    Harbour: ['sea', 'calm'],
    Matchday: ['sport'],
  };

  function themeOf(name: string): Theme {
    const theme = newTheme();
    if (name !== 'Matchday') return theme;
    theme.general.font = 'Lora';
    theme.chat.buttons.backgroundColor = '#123ABC';
    theme.customCss = '.a { color: red }';
    return theme;
  }

  async function show(): Promise<void> {
    const themes: ThemeSummary[] = names.map((name) =>
      sampleSummary(name, { id: name, tags: tags[name] ?? [] }),
    );
    installFakeMain({
      library: {
        list: () => ({
          revision: 1,
          themes,
          unreadable: [],
          ids: [1],
          folder: '/f',
          folderProblem: null,
        }),
        open: ({ id }): OpenTheme => ({
          ...{ id, version: 1, name: id, tags: tags[id] ?? [], theme: themeOf(id) },
          ...{ isReadOnly: false, canUndo: false, canRedo: false, places: [], publications: {} },
          save: { kind: 'saved', at: '2024-11-20T10:00:00.000Z' },
        }),
      },
      connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
    });
    await Promise.all([library.start(), connections.start()]);
    render(Library);
    await card('Harbour');
  }

  const card = (name: string) =>
    screen.findByRole('gridcell', { name: new RegExp(`^${name}, `, 'u') });
  const dialog = (name: RegExp | string) => screen.findByRole('dialog', { name });
  const table = async () =>
    within(await screen.findByRole('table', { name: 'What differs' }))
      .getAllByRole('row')
      .map((row) =>
        [...row.querySelectorAll('th, td')].map((cell) => cell.textContent.trim()).join(' | '),
      );
  const differing = [
    'Field | Harbour | Matchday',
    'Name | Harbour | Matchday',
    'Tags | calm, sea | sport',
    'Font | Open Sans | Lora',
    expect.stringMatching(/^Buttons, background \| #[\dA-F]{6} \| #123ABC$/u),
  ];

  async function chooseFromMenu(name: string): Promise<void> {
    await fireEvent.contextMenu(await card(name), { button: 2, clientX: 10, clientY: 10 });
    await userEvent.click(await screen.findByRole('menuitem', { name: /^Compare/u }));
  }

  beforeEach(() => {
    pretendLayout({ width: 1064, height: 680, rowHeight: 222 });
    libraryView.clear();
    navigation.go({ screen: 'library' });
  });

  it('is in a card’s menu: the other one is searched for and chosen with the keyboard alone', async () => {
    const person = userEvent.setup();
    await show();
    await chooseFromMenu('Harbour');
    const chooser = await dialog('Compare Harbour');
    expect(within(chooser).queryByRole('button', { name: 'Compare with Harbour' })).toBeNull();
    await waitFor(() => expect(within(chooser).getByRole('searchbox')).toHaveFocus());
    await person.keyboard('match{Enter}');
    const compared = await dialog('Harbour and Matchday');
    await waitFor(async () => expect(await table()).toEqual(differing));
    // The style sheets stand line by line.
    const css = within(compared).getByRole('group', { name: 'Custom CSS, line by line' });
    expect(css).toHaveTextContent('.a { color: red }');
    // Sides are swapped by the key that is at hand.
    expect(screen.getByRole('button', { name: 'Swap sides' })).toHaveFocus();
    await person.keyboard('{Enter}');
    expect(await dialog('Matchday and Harbour')).toBeVisible();
    await waitFor(async () => expect((await table())[3]).toBe('Font | Lora | Open Sans'));
    await person.click(screen.getByRole('button', { name: 'Choose another theme' }));
    expect(await dialog('Compare Matchday')).toBeVisible();
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('opens either of the two', async () => {
    await show();
    await chooseFromMenu('Harbour');
    await userEvent.click(await screen.findByRole('button', { name: 'Compare with Umbra' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Open Umbra' }));
    expect(navigation.current).toEqual({ screen: 'studio', themeId: 'Umbra' });
  });

  it('says so where the two look the same', async () => {
    await show();
    await chooseFromMenu('Umbra');
    await userEvent.click(await screen.findByRole('button', { name: 'Compare with Harbour' }));
    expect(await screen.findByText('The two themes look the same.')).toBeVisible();
    await waitFor(async () =>
      expect((await table()).slice(1)).toEqual([
        'Name | Umbra | Harbour',
        'Tags | Empty | calm, sea',
      ]),
    );
  });

  it('compares two that are selected at once, from the bar, the card’s menu and the palette', async () => {
    const person = userEvent.setup();
    await show();
    await person.keyboard('{Control>}');
    await person.click(await card('Harbour'));
    await person.click(await card('Matchday'));
    await person.keyboard('{/Control}');
    const bar = await screen.findByRole('region', { name: 'Selected themes' });
    await person.click(within(bar).getByRole('button', { name: 'Compare' }));
    expect(await dialog(/^(?:Harbour and Matchday|Matchday and Harbour)$/u)).toBeVisible();
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await chooseFromMenu('Matchday');
    expect(await dialog('Matchday and Harbour')).toBeVisible();
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const command = commands.list.find(({ id }) => id === 'theme.compareWith');
    expect(command).toMatchObject({ label: 'Compare' });
    // With three, there is nothing to put side by side.
    await person.keyboard('{Control>}');
    await person.click(await card('Umbra'));
    await person.keyboard('{/Control}');
    await waitFor(() => expect(within(bar).queryByRole('button', { name: 'Compare' })).toBeNull());
  });

  it('is offered by the palette for the card that has the keyboard', async () => {
    await show();
    (await card('Umbra')).focus();
    await waitFor(() =>
      expect(commands.list.find(({ id }) => id === 'theme.compareWith')).toMatchObject({
        label: 'Compare…',
        context: 'Umbra',
      }),
    );
  });
});

/**
 * A person looks at the two versions of a theme, to choose one, and meanwhile a colleague's newer edit of one of them
 * comes with the shared folder. What is said to differ is what differs then: by it a person decides which version goes.
 */
describe('a version is edited elsewhere while it is compared', () => {
  const inFont = (font: string): Theme => {
    const theme = newTheme();
    return { ...theme, general: { ...theme.general, font } };
  };

  type Shown = 'to choose one' | 'to compare them';

  /** Shows two versions in the fonts Lora and Inter; gives how a colleague has the second in another font. */
  async function shown(what: Shown): Promise<(font: string) => Promise<void>> {
    const {
      folders,
      library: room,
      document,
      id,
    } = await libraryOfOne({ name: 'Harbour', theme: inFont('Inter') });
    const copy = themeDocument({ name: 'Harbour (your version)', theme: inFont('Lora') });
    await putTheme(folders, 'b.json', { ...copy, conflictOf: { id, name: 'Harbour' } });
    const main = installFakeMain({
      connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
      library: room.handlers,
    });
    room.onChange((change) => main.emit('library.changed', change));
    room.onThemeChange((theme) => main.emit('library.themeChanged', theme));
    await library.start();
    const theme = library.themes.find((each) => each.id === copy.id);
    if (!theme) throw new Error('The copy is not in the library.');
    const onclose = (): void => undefined;
    if (what === 'to choose one') render(ConflictDialog, { theme, onclose });
    else render(CompareThemes, { themeId: copy.id, otherId: id, onclose });
    await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent(/Lora.*Inter/u));
    return async (font) => {
      const updatedAt = '2026-03-02T03:04:05.000Z';
      await putTheme(folders, 'a.json', { ...document, updatedAt, theme: inFont(font) });
      await room.rescan();
      // The window has heard of it.
      await waitFor(() =>
        expect(library.themes.find((each) => each.id === id)?.theme.general.font).toBe(font),
      );
      await main.answered();
    };
  }

  it.each<Shown>(['to compare them', 'to choose one'])(
    'two versions are looked at %s, and one is edited elsewhere',
    async (what) => {
      const edit = await shown(what);
      await edit('Bitter');
      const dialog = screen.getByRole('dialog');
      expect(dialog).toHaveTextContent(/Lora.*Bitter/u);
      expect(dialog).not.toHaveTextContent('Inter');
    },
  );

  it('the two are compared once the other one, which was away for a moment, is back', async () => {
    const made = await libraryOfOne({ name: 'Harbour', theme: inFont('Inter') });
    const { folders, library: room, id } = made;
    const copy = themeDocument({ name: 'Harbour (your version)', theme: inFont('Lora') });
    await putTheme(folders, 'b.json', { ...copy, conflictOf: { id, name: 'Harbour' } });
    const main = installFakeMain({
      connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
      library: room.handlers,
    });
    room.onChange((change) => main.emit('library.changed', change));
    await library.start();
    const [here, away] = [join(folders.themes, 'a.json'), join(folders.root, 'away')];
    await rename(here, away);
    await room.rescan();
    await waitFor(() => expect(library.themes).toHaveLength(1));
    const [theme] = library.themes;
    if (!theme) throw new Error('The copy is not in the library.');
    render(ConflictDialog, { theme, onclose: () => undefined });
    await screen.findByRole('button', { name: 'Keep both' });
    await rename(away, here);
    await room.rescan();
    // The control: that it is back is shown.
    await screen.findByRole('button', { name: 'Keep this version' });
    await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent(/Lora.*Inter/u));
  });
});

/**
 * Two versions are looked at, to choose one, and one is edited elsewhere while a scanner holds its file for a moment. What
 * differed before is not said to differ now; and once the file can be read, what differs is said. Once it is gone, nothing
 * is said to be tried again.
 */
describe('a version can’t be read while it is compared', () => {
  const inFont = (font: string): Theme => {
    const theme = newTheme();
    return { ...theme, general: { ...theme.general, font } };
  };

  /** Edits one of two versions that are on show, while its file is held or not; gives what lets it go, or deletes it. */
  async function edited(
    isHeldThen: boolean,
  ): Promise<{ readonly letGo: () => void; readonly remove: () => Promise<void> }> {
    const made = await libraryOfOne({ name: 'Harbour', theme: inFont('Inter') });
    const { folders, library: room, document, id } = made;
    const copy = themeDocument({ name: 'Harbour (your version)', theme: inFont('Lora') });
    await putTheme(folders, 'b.json', { ...copy, conflictOf: { id, name: 'Harbour' } });
    let isHeld = false;
    const main = installFakeMain({
      connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
      library: {
        ...room.handlers,
        open: (input) => {
          if (isHeld) throw new ProblemError({ code: 'storageNotRead', files: ['a.json'] });
          return room.handlers.open(input);
        },
      },
    });
    room.onChange((change) => main.emit('library.changed', change));
    await library.start();
    const theme = library.themes.find((each) => each.id === copy.id);
    if (!theme) throw new Error('The copy is not in the library.');
    render(ConflictDialog, { theme, onclose: () => undefined });
    await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent(/Lora.*Inter/u));
    isHeld = isHeldThen;
    const updatedAt = '2026-03-02T03:04:05.000Z';
    await putTheme(folders, 'a.json', { ...document, updatedAt, theme: inFont('Bitter') });
    await room.rescan();
    await waitFor(() =>
      expect(library.themes.find((each) => each.id === id)?.theme.general.font).toBe('Bitter'),
    );
    await main.answered();
    return {
      letGo: () => {
        isHeld = false;
      },
      remove: async () => {
        await unlink(`${folders.themes}/a.json`);
        await room.rescan();
      },
    };
  }

  it('the control: it can be read', async () => {
    await edited(false);
    expect(screen.getByRole('dialog')).toHaveTextContent(/Lora.*Bitter/u);
  });

  it('what differed before is not on show while it is held', async () => {
    await edited(true);
    expect(screen.getByRole('dialog')).not.toHaveTextContent('Inter');
  });

  it('what differs now is on show once it can be read', async () => {
    const { letGo } = await edited(true);
    letGo();
    await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent(/Lora.*Bitter/u), {
      timeout: 4_000,
    });
  });

  it('nothing is said to be tried again once it is gone', async () => {
    const { remove } = await edited(true);
    // The control: it is as long as it is there.
    expect(screen.getByRole('dialog')).toHaveTextContent('Foyer keeps trying');
    await remove();
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Keep this version' })).toBeNull(),
    );
    expect(screen.getByRole('dialog')).not.toHaveTextContent('Foyer keeps trying');
  });
});
