/**
 * A name is being typed on a card in the library. The person quits, or closes the window, and a scanner may have the
 * theme's file just then, or its disk be out of reach: main gives the theme its name when it can. Foyer asks about what
 * isn't saved, so main has to have the name, as it has that of a theme whose file is away (renamed-while-away.test.ts).
 */
import { render, screen, waitFor } from '@testing-library/svelte';
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
import { latestUndo, undoLatestToast } from '../../ui/toast';
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
const person = userEvent.setup();
const field = () => screen.queryByRole('textbox', { name: /Harbour/u });

async function typeName(renameLater: () => undefined): Promise<FakeMain> {
  const main = installFakeMain({
    library: {
      list: () => ({
        revision: 1,
        themes: [harbour],
        unreadable: [],
        ids: [1],
        folder: '/home/mia/Foyer',
      }),
      rename: () => ({ replaced: 'Aster' }),
      renameLater,
    },
    app: { handedOver: () => undefined },
  });
  onTestFinished(handOverAtTheEnd());
  await library.start();
  render(Library);
  const card = () => screen.queryByRole('gridcell', { name: /^Harbour,/u });
  await waitFor(() => expect(card()).not.toBeNull());
  card()?.focus();
  await person.keyboard('{F2}');
  await waitFor(() => expect(field()).toHaveFocus());
  await person.keyboard('Harbour at night');
  return main;
}

/** The names that main was asked for. */
const asked = (main: FakeMain) =>
  main.log.filter(({ name }) => ['library.rename', 'library.renameLater'].includes(name));

const name = 'Harbour at night';
const later = { name: 'library.renameLater', input: { id: harbour.id, name } };

it('main has the name before Foyer ends, and is asked once', async () => {
  const main = await typeName(() => undefined);
  main.emit('app.ending', undefined);
  await waitFor(() => expect(main.log.at(-1)?.name).toBe('app.handedOver'));
  expect(asked(main)).toEqual([later]);
});

it('can be taken back where the person stays after all', async () => {
  const main = await typeName(() => {
    const upserted = [{ ...harbour, name }];
    main.emit('library.changed', { revision: 2, upserted, removed: [] });
  });
  main.emit('app.ending', undefined);
  await waitFor(() => expect(latestUndo()).toBe(`Renamed to ${name}`));
  undoLatestToast();
  const input = { id: harbour.id, name: 'Harbour', isBack: true };
  const back = { name: 'library.rename', input };
  await waitFor(() => expect(asked(main)).toEqual([later, back]));
});
