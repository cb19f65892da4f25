/** A template's id is being typed, and the theme's file goes away for a moment, as a sync program has it. */
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

const northwind = { ...trialConnection('northwind'), label: 'Northwind' };
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
