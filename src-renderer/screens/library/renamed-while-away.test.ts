/** A name is being typed on a card, and the theme's file goes away for a moment, as a sync program has it. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { handOverAtTheEnd } from '../../shell/typed-at-the-end';
import { libraryView } from '../../state/library-view.svelte';
import { library } from '../../state/library.svelte';
import { navigation } from '../../state/navigation.svelte';
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
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
});
afterEach(() => library.end());

const harbour = sampleSummary('Harbour');
const themes = [harbour, sampleSummary('Quay')];
const person = userEvent.setup();
let main: FakeMain;

const card = (name: string) =>
  screen.queryByRole('gridcell', { name: new RegExp(`^${name},`, 'u') });
const field = () => screen.queryByRole('textbox', { name: /Harbour/u });
const names = () =>
  main.log.flatMap(({ name, input }) => (name === 'library.rename' ? [input] : []));

async function typeName(): Promise<{ unmount: () => void }> {
  main = installFakeMain({
    library: {
      list: () => ({ revision: 1, themes, unreadable: [], ids: [1], folder: '/home/mia/Foyer' }),
      rename: () => ({ replaced: 'Aster' }),
      renameLater: () => undefined,
    },
    app: { handedOver: () => undefined },
  });
  onTestFinished(handOverAtTheEnd());
  await library.start();
  const shown = render(Library);
  await waitFor(() => expect(card('Harbour')).not.toBeNull());
  card('Harbour')?.focus();
  await person.keyboard('{F2}');
  await waitFor(() => expect(field()).toHaveFocus());
  await person.keyboard('Harbour at nig');
  return shown;
}

async function goAway(): Promise<void> {
  const left = field();
  main.emit('library.changed', { revision: 2, upserted: [], removed: [harbour.id] });
  await waitFor(() => expect(card('Harbour')).toBeNull());
  // A browser tells so of a field that is taken away.
  if (left) await fireEvent.blur(left);
  expect(document.body).toHaveFocus();
}

function comeBack(): void {
  main.emit('library.changed', { revision: 3, upserted: [harbour], removed: [] });
}

it('goes on in its field', async () => {
  await typeName();
  await goAway();
  expect(names()).toEqual([]);
  comeBack();
  await waitFor(() => expect(field()).toHaveFocus());
  await person.keyboard('ht{Enter}');
  expect(names()).toEqual([{ id: harbour.id, name: 'Harbour at night' }]);
});

it('is the theme’s as it stands where the person went on elsewhere', async () => {
  await typeName();
  await goAway();
  const search = screen.getByRole('searchbox');
  await person.click(search);
  comeBack();
  await waitFor(() => expect(names()).toEqual([{ id: harbour.id, name: 'Harbour at nig' }]));
  expect(search).toHaveFocus();
  expect(field()).toBeNull();
});

it('takes the keyboard to no other card meanwhile', async () => {
  await typeName();
  await goAway();
  const quay = { ...sampleSummary('Quay'), tags: ['newer'] };
  main.emit('library.changed', { revision: 3, upserted: [quay], removed: [] });
  await screen.findByText(/newer/u);
  expect(document.body).toHaveFocus();
});

const ends = {
  'Foyer ends': () => main.emit('app.ending', undefined),
  'the window is closed': () => window.dispatchEvent(new Event('beforeunload')),
  'the library is left': () => cleanup(),
};

it.each(Object.entries(ends))(
  'is with main where %s meanwhile, and only there',
  async (_when, end) => {
    const { unmount } = await typeName();
    await goAway();
    end();
    const kept = { id: harbour.id, name: 'Harbour at nig' };
    await waitFor(() =>
      expect(main.log).toContainEqual({ name: 'library.renameLater', input: kept }),
    );
    // Foyer may go on, and the library is left then.
    comeBack();
    await vi.waitFor(() => expect(library.themes).toHaveLength(2));
    unmount();
    expect(field()).toBeNull();
    expect(names()).toEqual([]);
  },
);
