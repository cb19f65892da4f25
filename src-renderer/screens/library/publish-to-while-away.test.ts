/**
 * Where a theme is to be published is being chosen, and the theme's file goes away for a moment, as a sync program
 * has it: the choice stays, as what is typed for a link and for tags does, and it goes where it was chosen to go.
 */
import { trialConnection } from '@shared/trial-connection';
import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { connections } from '../../state/connections.svelte';
import { libraryView } from '../../state/library-view.svelte';
import { library } from '../../state/library.svelte';
import { navigation } from '../../state/navigation.svelte';
import { outbox } from '../../state/outbox.svelte';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import { pretendLayout } from '../../testing/layout-in-jsdom';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import Library from './Library.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  pretendLayout({ width: 1064, height: 700, rowHeight: 212 });
  navigation.go({ screen: 'library' });
  libraryView.clear();
});
afterEach(() => {
  library.end();
  outbox.end();
  connections.end();
});

const northwind = trialConnection('northwind', { label: 'Northwind' });
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
