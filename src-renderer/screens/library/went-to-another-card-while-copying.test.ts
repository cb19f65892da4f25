/**
 * Ctrl D copies the card in use on a slow disk, and the person goes on to another card by the arrows. The copy is there then, and
 * the keyboard stays where they went: Delete, or the keys that publish, are about the card that they went to.
 */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { libraryView } from '../../state/library-view.svelte';
import { library } from '../../state/library.svelte';
import { navigation } from '../../state/navigation.svelte';
import { startFakeLibrary } from '../../testing/fake-library';
import { pretendLayout } from '../../testing/layout-in-jsdom';
import { sampleSummary } from '../../testing/sample-summaries';
import { layers } from '../../ui/layers';
import Toasts from '../../ui/Toasts.svelte';
import Library from './Library.svelte';

const person = userEvent.setup();

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  pretendLayout({ width: 1064, height: 700, rowHeight: 212 });
  navigation.go({ screen: 'library' });
  libraryView.clear();
  libraryView.activeId = null;
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
});
afterEach(() => library.end());

const card = (name: string) =>
  screen.findByRole('gridcell', { name: new RegExp(`^${name},`, 'u') });

async function copyAster() {
  let goOn = (): void => undefined;
  const disk = new Promise<void>((done) => (goOn = done));
  const main = await startFakeLibrary(
    ['Aster', 'Birch', 'Cedar'].map((name) => sampleSummary(name, { id: name.toLowerCase() })),
    (call) => (call === 'duplicate' ? disk : undefined),
  );
  render(Toasts);
  render(Library);
  (await card('Aster')).focus();
  await person.keyboard('{Control>}d{/Control}');
  await waitFor(() => expect(main.log.map(({ name }) => name)).toContain('library.duplicate'));
  const end = async (): Promise<void> => {
    goOn();
    await waitFor(() => expect(library.themes).toHaveLength(4));
    await screen.findByText('1 theme duplicated');
  };
  const deleted = () =>
    main.log.flatMap(({ name, input }) => (name === 'library.remove' ? [input] : []));
  return { end, deleted };
}

it('the control: who stays is at the copy', async () => {
  const { end, deleted } = await copyAster();
  await end();
  await waitFor(async () => expect(await card('aster copy')).toHaveFocus());
  await person.keyboard('{Delete}');
  await waitFor(() => expect(deleted()).toEqual([{ ids: ['aster-copy'] }]));
});

it('who went to another card stays there, and deletes that', async () => {
  const { end, deleted } = await copyAster();
  // By whatever order the cards have.
  (await card('Birch')).focus();
  await end();
  await person.keyboard('{Delete}');
  await waitFor(() => expect(deleted()).toHaveLength(1));
  expect(deleted()).toEqual([{ ids: ['birch'] }]);
});
