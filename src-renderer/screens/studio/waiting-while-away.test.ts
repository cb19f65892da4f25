/* eslint-disable @typescript-eslint/no-restricted-imports -- A window on the real library. */
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { OpenTheme } from '@shared/library';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import { newTheme } from '@shared/theme/theme';
import { libraryOfOne } from '../../../src-main/library/testing/fixture-library';
import { handOverAtTheEnd } from '../../shell/typed-at-the-end';
import { library } from '../../state/library.svelte';
import { navigation } from '../../state/navigation.svelte';
import { type FakeMain, installFakeMain } from '../../testing/fake-main';
import { sampleSummary } from '../../testing/sample-summaries';
import Announcements from '../../ui/Announcements.svelte';
import Toasts from '../../ui/Toasts.svelte';
import { announcer } from '../../ui/announce.svelte';
import { layers } from '../../ui/layers';
import { reports } from '../../ui/reports.svelte';
import Studio from './Studio.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  navigation.go({ screen: 'studio', themeId: 't1' });
  announcer.say('');
  for (const { id } of reports.list) reports.dismiss(id);
});

/**
 * The theme's file is away for a moment, as a sync program has it, while a person gives the theme
 * something: it is kept for when the file is back, or at least not said to be done.
 */
describe('what is typed while the theme’s file is away', () => {
  beforeEach(() => {
    lost = null;
    kept = [];
    asked = [];
  });

  const harbour: OpenTheme = {
    id: 't1',
    version: 2,
    name: 'Harbour',
    tags: [],
    theme: newTheme(),
    isReadOnly: false,
    canUndo: false,
    canRedo: false,
    save: { kind: 'saved', at: '2026-11-20T14:05:00' },
    places: [],
    publications: {},
  };
  const gone = 'Harbour is no longer in the library';
  const user = userEvent.setup();
  /** Why main can't open the theme. */
  let lost: Problem | null;
  let main: FakeMain;
  let studio: { unmount: () => void };
  /** The names of versions that main was asked to keep, and has kept. */
  let asked: string[];
  let kept: string[];

  const edits = () =>
    main.log.flatMap(({ name, input }) => (name === 'library.edit' ? [input] : []));

  async function openStudio(): Promise<void> {
    main = installFakeMain({
      connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
      library: {
        open: () => {
          if (lost) throw new ProblemError(lost);
          return harbour;
        },
        edit: () => {
          if (lost) throw new ProblemError(lost);
          return { ...harbour, version: 3 };
        },
        editLater: () => undefined,
        versions: () => ({ versions: [], unreadable: 0 }),
        keepVersion: ({ name }) => {
          asked.push(name);
          if (lost) throw new ProblemError(lost);
          kept.push(name);
          return { version: 1 };
        },
      },
      pictures: { show: () => [] },
      outbox: { answers: () => [] },
    });
    render(Announcements);
    studio = render(Studio, { themeId: 't1' });
    await screen.findByRole('heading', { name: 'Harbour' });
  }

  /** A sync program takes the file away. */
  async function goAway(): Promise<void> {
    lost = { code: 'notFound', what: 'theme' };
    main.emit('library.changed', { revision: 2, upserted: [], removed: ['t1'] });
    await screen.findByText(gone);
  }

  /** And puts it there again. */
  async function comeBack(): Promise<void> {
    lost = null;
    const upserted = [sampleSummary('Harbour', { id: 't1' })];
    main.emit('library.changed', { revision: 3, upserted, removed: [] });
    await waitFor(() => expect(screen.queryByText(gone)).not.toBeInTheDocument());
  }

  it('isn’t said to be saved meanwhile', async () => {
    await openStudio();
    const history = screen.getByRole('region', { name: 'History' });
    expect(history).toHaveTextContent(/Saved/u);
    await goAway();
    expect(history).not.toHaveTextContent(/saved/iu);
    await comeBack();
    expect(history).toHaveTextContent(/Saved/u);
  });

  async function typeColour(): Promise<HTMLElement> {
    await openStudio();
    await user.click(screen.getByRole('button', { name: /^Buttons/u }));
    const field = await screen.findByRole('textbox', { name: 'Buttons, background' });
    await user.clear(field);
    // Three digits are on the way to six, and count once the field is left.
    await user.type(field, '#0a4');
    return field;
  }

  async function dropPicture(): Promise<HTMLElement> {
    await openStudio();
    const types = ['text/uri-list'];
    const dataTransfer = { types, files: [], getData: () => 'https://pictures.example/quay.png' };
    await fireEvent(window, Object.assign(new Event('dragenter'), { dataTransfer }));
    const target = await screen.findByText('Drop the image here');
    await fireEvent(target, Object.assign(new Event('drop', { bubbles: true }), { dataTransfer }));
    const dialog = await screen.findByRole('dialog', { name: 'What should this image be?' });
    return within(dialog).getByRole('button', { name: 'The background' });
  }

  const green = { field: 'chat.buttons.backgroundColor', value: '#00AA44' };

  it('the control: a colour in three digits is the theme’s once its field is left', async () => {
    const field = await typeColour();
    field.blur();
    await waitFor(() => expect(edits()).toMatchObject([{ id: 't1', edits: [green] }]));
  });

  it('a colour whose field is left while the file is away is the theme’s once it is back', async () => {
    const field = await typeColour();
    await goAway();
    // The browser does so by itself, because the field can't be typed in any more; jsdom doesn't.
    screen.getByRole('heading', { name: 'Harbour' }).focus();
    expect(field).not.toHaveFocus();
    await comeBack();
    await waitFor(() => expect(edits()).toMatchObject([{ id: 't1', edits: [green] }]));
  });

  /** Types a colour, and goes to another section while the file is away. */
  async function leaveColourWaiting(): Promise<void> {
    const field = await typeColour();
    await goAway();
    await user.click(screen.getByRole('button', { name: /^Inputs/u }));
    expect(field).not.toBeInTheDocument();
  }

  /** What waits with main. */
  const later = () =>
    main.log.flatMap(({ name, input }) => (name === 'library.editLater' ? [input] : []));
  const greenLater = [{ id: 't1', name: 'Harbour', edits: [green] }];

  it('a colour whose section is left while the file is away waits with main', async () => {
    await leaveColourWaiting();
    expect(later()).toMatchObject(greenLater);
    await comeBack();
    expect(edits()).toEqual([]);
  });

  it('a colour that waits is in its field when its section is opened again', async () => {
    await leaveColourWaiting();
    await user.click(screen.getByRole('button', { name: /^Buttons/u }));
    const field = await screen.findByRole('textbox', { name: 'Buttons, background' });
    expect(field).toHaveValue(green.value);
  });

  it('a colour that waits is said to where the studio is left without the file', async () => {
    render(Toasts);
    await leaveColourWaiting();
    // The next screen takes the place of this one.
    studio.unmount();
    expect(
      await screen.findByText(/makes your change to Harbour when its file is back/u),
    ).toBeVisible();
    expect(later()).toMatchObject(greenLater);
  });

  it('a colour still in its field waits, too, where the studio is left', async () => {
    await typeColour();
    await goAway();
    cleanup();
    expect(later()).toMatchObject(greenLater);
    expect(edits()).toEqual([]);
  });

  it('the control: a dropped picture is said to be applied where it is', async () => {
    await user.click(await dropPicture());
    expect(edits()).toHaveLength(1);
    expect(await screen.findByText('Image applied')).toBeInTheDocument();
  });

  it('a dropped picture is not said to be applied while the file is away', async () => {
    const use = await dropPicture();
    await goAway();
    await user.click(use);
    expect(edits()).toEqual([]);
    expect(screen.queryByText('Image applied')).not.toBeInTheDocument();
    expect(screen.getByText('This theme is no longer in the library.')).toBeVisible();
    await comeBack();
    await user.click(use);
    expect(edits()).toHaveLength(1);
  });

  async function typeVersion(): Promise<HTMLElement> {
    await openStudio();
    await user.click(screen.getByRole('button', { name: 'Name this version' }));
    const field = await screen.findByRole('textbox', { name: 'Version name' });
    await user.type(field, 'Before the launch');
    return field;
  }

  it('the control: a version has the name that was typed once its field is left', async () => {
    (await typeVersion()).blur();
    await waitFor(() => expect(kept).toEqual(['Before the launch']));
  });

  it('a version’s name that is entered while the file is away is kept once it is back', async () => {
    await typeVersion();
    await goAway();
    await user.keyboard('{Enter}');
    await comeBack();
    // Given to the version, or still in its field.
    await waitFor(() => {
      const typed = screen.queryByRole<HTMLInputElement>('textbox', {
        name: 'Version name',
      })?.value;
      expect([...kept, typed]).toContain('Before the launch');
    });
  });

  it('a version’s name that could not be kept calls nobody back, and is in its field when that is opened again', async () => {
    const field = await typeVersion();
    await goAway();
    const elsewhere = document.body.appendChild(document.createElement('input'));
    // As a dialog holds the focus, whoever takes it.
    elsewhere.addEventListener('blur', () => elsewhere.focus());
    elsewhere.focus();
    await waitFor(() => expect(field).not.toBeInTheDocument());
    await waitFor(() => expect(asked).toEqual(['Before the launch']));
    await comeBack();
    expect(asked).toEqual(['Before the launch']);
    elsewhere.remove();
    await user.click(screen.getByRole('button', { name: 'Name this version' }));
    expect(await screen.findByRole('textbox', { name: 'Version name' })).toHaveValue(
      'Before the launch',
    );
  });
});

/**
 * A colour was typed while a sync program has the theme's file, and Foyer ends. Leaving the studio says that it is
 * lost, and a name would be asked about; the colour must not go without a word.
 */
describe('a colour that waits when Foyer ends', () => {
  beforeEach(() => {
    lost = null;
  });

  const harbour: OpenTheme = {
    ...{ id: 't1', version: 2, name: 'Harbour', tags: [], theme: newTheme() },
    ...{ isReadOnly: false, canUndo: false, canRedo: false },
    save: { kind: 'saved', at: '2026-11-20T14:05:00' },
    places: [],
    publications: {},
  };
  const user = userEvent.setup();
  let lost: Problem | null;
  let main: FakeMain;

  async function typeColour(): Promise<void> {
    main = installFakeMain({
      connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
      library: {
        open: () => {
          if (lost) throw new ProblemError(lost);
          return harbour;
        },
        edit: () => {
          if (lost) throw new ProblemError(lost);
          return { ...harbour, version: 3 };
        },
        editLater: () => undefined,
        versions: () => ({ versions: [], unreadable: 0 }),
      },
      app: { handedOver: () => undefined },
      pictures: { show: () => [] },
      outbox: { answers: () => [] },
    });
    onTestFinished(handOverAtTheEnd());
    render(Studio, { themeId: 't1' });
    await screen.findByRole('heading', { name: 'Harbour' });
    await user.click(screen.getByRole('button', { name: /^Buttons/u }));
    const field = await screen.findByRole('textbox', { name: 'Buttons, background' });
    await user.clear(field);
    await user.type(field, '#0a4');
  }

  const end = async (): Promise<void> => {
    main.emit('app.ending', undefined);
    await vi.waitFor(() => expect(main.log.map(({ name }) => name)).toContain('app.handedOver'));
  };
  const given = () =>
    main.log.filter(
      ({ name, input }) =>
        /^library\.(?!open|versions)/u.test(name) && JSON.stringify(input).includes('00AA44'),
    );

  it('the control: a colour in its field is with main when Foyer ends', async () => {
    await typeColour();
    await end();
    expect(given()).toHaveLength(1);
  });

  it('a colour that waits for the file is with main, too', async () => {
    await typeColour();
    lost = { code: 'notFound', what: 'theme' };
    main.emit('library.changed', { revision: 2, upserted: [], removed: ['t1'] });
    await screen.findByText('Harbour is no longer in the library');
    await user.click(screen.getByRole('button', { name: /^Inputs/u }));
    await end();
    expect(given()).toHaveLength(1);
  });

  it('and so is one that is in its field still', async () => {
    await typeColour();
    lost = { code: 'notFound', what: 'theme' };
    main.emit('library.changed', { revision: 2, upserted: [], removed: ['t1'] });
    await screen.findByText('Harbour is no longer in the library');
    await end();
    expect(given()).toHaveLength(1);
  });
});

/**
 * A virus scanner holds a theme's file in the moment in which the theme is opened in the studio. Main tells nobody when it
 * can be read again, as the library has it as it was. The studio doesn't go on saying that it can't be read.
 */
describe('a theme is opened while its file is held', () => {
  afterEach(() => library.end());

  it.each([
    ['the control: it can be read', false],
    ['it can be read a moment later', true],
  ])('%s', async (_when, isHeldAtFirst) => {
    let isHeld = isHeldAtFirst;
    const { library: room, id, folders } = await libraryOfOne({ name: 'Harbour' });
    const main = installFakeMain({
      connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
      library: {
        ...room.handlers,
        open: (input) => {
          const path = `${folders.themes}/a.json`;
          if (isHeld) throw new ProblemError({ code: 'storageFailed', path, detail: 'EBUSY' });
          return room.handlers.open(input);
        },
      },
      pictures: { show: () => [] },
      outbox: { answers: () => [] },
    });
    room.onChange((change) => main.emit('library.changed', change));
    room.onThemeChange((theme) => main.emit('library.themeChanged', theme));
    await library.start();
    navigation.go({ screen: 'studio', themeId: id });
    render(Studio, { themeId: id });
    if (isHeldAtFirst) await screen.findByText(/a\.json/u, {}, { timeout: 5_000 });
    isHeld = false;
    expect(
      await screen.findByRole('heading', { name: 'Harbour' }, { timeout: 4_000 }),
    ).toBeVisible();
  });
});
