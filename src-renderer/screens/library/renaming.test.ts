import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { trialConnection } from '@shared/trial-connection';
import { listenToCommands } from '../../shell/commands';
import { handOverAtTheEnd } from '../../shell/typed-at-the-end';
import { connections } from '../../state/connections.svelte';
import { libraryView } from '../../state/library-view.svelte';
import { library } from '../../state/library.svelte';
import { navigation } from '../../state/navigation.svelte';
import { type FakeMain, installFakeMain } from '../../testing/fake-main';
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

/**
 * A name was typed on a card, and the person goes on in the search field with a click: the name is given, and the search
 * field has the keyboard, not the card that was left: what they type there looks for themes, and Delete, which takes a letter
 * out of the search, moves no theme to the bin.
 */
describe('a click into the search while a name is being typed', () => {
  const searchField = () => screen.getByRole('searchbox');

  /** Types these keys in the name's field. */
  async function typeName(keys: string, showPalette = vi.fn()): Promise<FakeMain> {
    const main = installFakeMain({
      library: {
        list: () => ({
          ...{ revision: 1, themes: [harbour, sampleSummary('Blueprint')], unreadable: [] },
          ...{ ids: [1], folder: '/home/mia/Foyer' },
        }),
        rename: () => ({ replaced: 'Harbour' }),
        remove: ({ ids }) => ({ ids, entries: ids, problem: null }),
      },
    });
    await library.start();
    onTestFinished(listenToCommands({ showShortcuts: () => undefined, showPalette }));
    render(Library);
    const card = () => screen.queryByRole('gridcell', { name: /^Harbour,/u });
    await waitFor(() => expect(card()).not.toBeNull());
    card()?.focus();
    await person.keyboard('{F2}');
    await waitFor(() => expect(field()).toHaveFocus());
    await person.keyboard(keys);
    return main;
  }

  /** Types these keys in the name's field and clicks into the search. */
  async function nameAndSearch(keys: string): Promise<{ main: FakeMain; search: HTMLElement }> {
    const main = await typeName(keys);
    await person.click(searchField());
    await waitFor(() => expect(field()).toBeNull());
    return { main, search: searchField() };
  }

  const asked = (main: FakeMain) =>
    main.log.map(({ name }) => name).filter((name) => /rename|remove/u.test(name));

  it.each([
    ['the control: Escape first', '{Escape}', []],
    ['with a name', 'Harbour at night', ['library.rename']],
  ])('what is typed next is in the search: %s', async (_name, keys, expected) => {
    const { main, search } = await nameAndSearch(keys);
    await person.keyboard('blue');
    expect(search).toHaveFocus();
    expect(search).toHaveValue('blue');
    expect(asked(main)).toEqual(expected);
  });

  it.each([
    ['the control: Escape first', '{Escape}', []],
    ['with a name', 'Harbour at night', ['library.rename']],
  ])('Delete is the search field’s own: %s', async (_name, keys, expected) => {
    libraryView.query = 'harbour';
    const { main, search } = await nameAndSearch(keys);
    await person.keyboard('{Delete}');
    expect(asked(main)).toEqual(expected);
    expect(search).toHaveFocus();
  });

  it.each([
    ['the control: Enter first', 'Harbour at night{Enter}'],
    ['out of the field', 'Harbour at night'],
  ])('the menu’s search is the search field: %s', async (_name, keys) => {
    const main = await typeName(keys);
    main.emit('app.command', 'search');
    await waitFor(() => expect(field()).toBeNull());
    await person.keyboard('blue');
    expect(searchField()).toHaveValue('blue');
  });

  it('the palette’s key is the window’s there too, and a letter is not', async () => {
    const showPalette = vi.fn();
    await typeName('k', showPalette);
    expect(showPalette).not.toHaveBeenCalled();
    await person.keyboard('{Control>}k{/Control}');
    expect(showPalette).toHaveBeenCalledOnce();
  });

  it('the field hears of the click before the search has the keyboard, as it does in the browser', async () => {
    const main = await typeName('Harbour at night');
    const focused = vi.spyOn(document, 'activeElement', 'get').mockReturnValue(document.body);
    const focus = vi.spyOn(HTMLElement.prototype, 'focus');
    await fireEvent.blur(field() ?? document.body, { relatedTarget: searchField() });
    await waitFor(() => expect(field()).toBeNull());
    const named = [{ ...harbour, name: 'Harbour at night' }];
    main.emit('library.changed', { revision: 2, upserted: named, removed: [] });
    await screen.findByRole('gridcell', { name: /^Harbour at night,/u });
    focused.mockRestore();
    expect(focus).not.toHaveBeenCalled();
  });

  it('the control: where nothing was clicked, the card has the keyboard', async () => {
    await typeName('Harbour at night');
    await person.click(document.body);
    await waitFor(() => expect(field()).toBeNull());
    await waitFor(() => expect(screen.getByRole('gridcell', { name: /^Harbour/u })).toHaveFocus());
  });
});

/**
 * A name is being typed on a card of the library, and the theme is published by the system's menu or its key, which take
 * the focus from no field: the name goes along, as it does where the field is left first.
 */
describe('a theme is published while its name is being typed', () => {
  const northwind = trialConnection('northwind', { label: 'Northwind', keepsClientIds: 'yes' });

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
});

/** A name is being typed on a card, and the theme's file goes away for a moment, as a sync program has it. */
describe('a theme’s file goes away while its name is being typed', () => {
  const themes = [harbour, sampleSummary('Quay')];
  let main: FakeMain;

  const card = (name: string) =>
    screen.queryByRole('gridcell', { name: new RegExp(`^${name},`, 'u') });
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
});

/**
 * A name is being typed on a card in the library. The person quits, or closes the window, and a scanner may have the
 * theme's file just then, or its disk be out of reach: main gives the theme its name when it can. Foyer asks about what
 * isn't saved, so main has to have the name, as it has that of a theme whose file is away.
 */
describe('Foyer ends while a name is being typed', () => {
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
});
