/**
 * A name is being typed on a card of the library, and the theme is published by the system's menu or its key, which take
 * the focus from no field: the name goes along, as it does where the field is left first.
 */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { trialConnection } from '@shared/trial-connection';
import { listenToCommands } from '../../shell/commands';
import { connections } from '../../state/connections.svelte';
import { libraryView } from '../../state/library-view.svelte';
import { library } from '../../state/library.svelte';
import { navigation } from '../../state/navigation.svelte';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import { pretendLayout } from '../../testing/layout-in-jsdom';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import Library from './Library.svelte';

const northwind = trialConnection('northwind', { label: 'Northwind', keepsClientIds: 'yes' });
const harbour = sampleSummary('Harbour');
const person = userEvent.setup();

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  pretendLayout({ width: 1064, height: 700, rowHeight: 212 });
  navigation.go({ screen: 'library' });
  libraryView.clear();
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
});
afterEach(() => library.end());

/** The name that the theme had whenever it was published. */
let published: string[];

async function typeName(): Promise<FakeMain> {
  let { name } = harbour;
  published = [];
  const main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: northwind.id }) },
    library: {
      list: () => ({
        revision: 1,
        themes: [harbour],
        unreadable: [],
        ids: [1],
        folder: '/home/mia/Foyer',
      }),
      rename: (input) => {
        const replaced = name;
        ({ name } = input);
        return { replaced };
      },
    },
    outbox: {
      publish: () => {
        published.push(name);
        return { queued: 1, cancelled: [], problems: [] };
      },
    },
  });
  await connections.start();
  await library.start();
  onTestFinished(
    listenToCommands({ showShortcuts: () => undefined, showPalette: () => undefined }),
  );
  render(Library);
  const card = () => screen.queryByRole('gridcell', { name: /^Harbour,/u });
  await waitFor(() => expect(card()).not.toBeNull());
  card()?.focus();
  await person.keyboard('{F2}');
  await waitFor(() => expect(screen.getByRole('textbox', { name: /Harbour/u })).toHaveFocus());
  await person.keyboard('Harbour at night');
  return main;
}

it('the control: the field is left, and then the menu publishes', async () => {
  const main = await typeName();
  await person.keyboard('{Enter}');
  main.emit('app.command', 'publish');
  await waitFor(() => expect(published).toEqual(['Harbour at night']));
});

it('the menu publishes out of the field', async () => {
  const main = await typeName();
  main.emit('app.command', 'publish');
  await waitFor(() => expect(published).toHaveLength(1));
  expect(published).toEqual(['Harbour at night']);
});
