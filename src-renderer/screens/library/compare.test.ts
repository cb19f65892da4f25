/** Any two themes beside each other: how they are chosen, and what is told of them. */
import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { OpenTheme, ThemeSummary } from '@shared/library';
import { newTheme, type Theme } from '@shared/theme/theme';
import { commands } from '../../state/commands.svelte';
import { connections } from '../../state/connections.svelte';
import { libraryView } from '../../state/library-view.svelte';
import { library } from '../../state/library.svelte';
import { navigation } from '../../state/navigation.svelte';
import { installFakeMain } from '../../testing/fake-main';
import { pretendLayout } from '../../testing/layout-in-jsdom';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import Library from './Library.svelte';

beforeAll(() => layers.load(), 120_000);

const names = ['Harbour', 'Matchday', 'Umbra'];
const tags: Readonly<Record<string, string[]>> = { Harbour: ['sea', 'calm'], Matchday: ['sport'] };

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
