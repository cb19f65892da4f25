import { EditorView } from '@codemirror/view';
import type { Connection } from '@shared/connection';
import type { OpenTheme, ThemeSummary } from '@shared/library';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem-error';
import type { OutboxItem, PublishResult } from '@shared/publishing';
import { saveThemeTemplateRequest } from '@shared/service/operations';
import { withThemeField } from '@shared/theme/change-theme';
import type { ThemeEdit, ThemeField } from '@shared/theme/fields';
import { readThemeField } from '@shared/theme/field-access';
import { newTheme, type Theme } from '@shared/theme/theme';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import { connections } from '../../state/connections.svelte';
import { navigation } from '../../state/navigation.svelte';
import { outbox } from '../../state/outbox.svelte';
import { saveState } from '../../state/save-state.svelte';
import { sampleSummary } from '../../testing/sample-summaries';
import Studio from './Studio.svelte';
import { announcer } from '../../ui/announce.svelte';
import { layers } from '../../ui/layers';
import { tooltipState } from '../../ui/tooltip.svelte';

// Menus and dialogs are fetched apart; a test waits for what they show, not for the fetching.
beforeAll(() => layers.load(), 120_000);

const northwind: Connection = {
  id: 'c1',
  label: 'Northwind',
  baseAddress: 'https://northwind.example/api/v1',
  workspaceId: 'ws_1',
  colour: 'petrol',
  preset: 'documented',
  presentation: { kind: 'bearer' },
  host: 'northwind.example',
  isPractice: false,
  tokenState: 'keychain',
  keepsClientIds: 'unknown',
};

const accepted: PublishResult = {
  activityId: 'a1',
  outcome: { kind: 'accepted', status: 200 },
  templateId: 'tpl_own',
  hasOwnId: true,
  hasTheme: true,
  canTakeAnswer: true,
  possibleCopies: 0,
  rewrites: [
    { path: 'roundness', kind: 'dropped', sent: 'medium', answered: '' },
    { path: 'chat.buttons.color', kind: 'rewritten', sent: '#FFFFFF', answered: '#fff' },
  ],
};

const preferences = {
  appearance: 'system',
  textSize: 100,
  locale: 'en',
  loadPictures: true,
} as const;

let main: FakeMain;
let theme: Theme;
let said: OpenTheme;
let past: Theme[];
let answer: () => PublishResult | null;
let items: OutboxItem[];
const place = { themeId: 't1', connectionId: 'c1' };

const outboxWith = (...items: OutboxItem[]) => ({
  revision: 1,
  isPaused: false,
  items,
  deliveries: [],
  holds: [],
  progress: { done: 0, all: items.length },
});
const undecided: OutboxItem = {
  ...place,
  name: 'Harbour',
  why: 'decision',
  since: '2026-11-20T14:05:00Z',
  isFirst: true,
  templateId: 't1',
};
/** Why main can't open the theme. */
let lost: Problem | null;
const user = userEvent.setup();

/** Changes what main has. */
function say(changes: Partial<OpenTheme>): OpenTheme {
  said = { ...said, theme, version: said.version + 1, canUndo: past.length > 0, ...changes };
  return said;
}

const has = (field: ThemeField) => readThemeField(theme, field);
const field = (name: string) => screen.getByRole('textbox', { name });
const calls = (name: string) =>
  main.log.filter((call) => call.name === name).map(({ input }) => input);

async function openStudio(currentId: string | null = 'c1'): Promise<void> {
  main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId }) },
    app: {
      copyText: () => undefined,
      setPreferences: ({ previewZoom }) => ({ ...preferences, previewZoom }),
    },
    library: {
      open: ({ id }) => {
        if (lost) throw new ProblemError(lost);
        return { ...said, id };
      },
      edit: ({ edits }) => {
        past.push(theme);
        theme = edits.reduce(
          (changed: Theme, edit: ThemeEdit) => withThemeField(changed, edit),
          theme,
        );
        return say({ undoes: edits.map(({ field }) => field) });
      },
      undo: () => {
        theme = past.pop() ?? theme;
        return say({ canRedo: true });
      },
      redo: () => say({ canRedo: false }),
      rename: ({ name }) => {
        const { name: replaced } = said;
        say({ name });
        return { replaced };
      },
      duplicate: () => ({ ids: ['t2'], problem: null }),
      remove: ({ ids }) => ({ ids, problem: null, entries: ids.map((id) => `${id}-1`) }),
      versions: () => ({ versions: [], unreadable: 0 }),
    },
    pictures: { show: () => [] },
    outbox: {
      list: () => outboxWith(...items),
      answers: () => [],
      request: () =>
        saveThemeTemplateRequest(northwind, { templateId: 't1', name: said.name, theme }),
      publish: () => {
        const result = answer();
        if (result) main.emit('outbox.answered', { ...place, result });
        return { queued: 1, cancelled: [], problems: [] };
      },
      cancel: () => undefined,
      stop: () => undefined,
      retry: () => undefined,
      decide: () => undefined,
      dismiss: () => undefined,
      takeAnswer: () => undefined,
    },
  });
  await connections.start();
  await outbox.start();
  render(Studio, { themeId: 't1' });
  await screen.findByRole('heading', { name: 'Harbour' });
}

async function openSection(name: RegExp): Promise<void> {
  await user.click(screen.getByRole('button', { name }));
}

beforeEach(() => {
  // jsdom draws nothing, and would say so each time a font is measured.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  theme = newTheme();
  past = [];
  answer = () => accepted;
  items = [];
  lost = null;
  said = {
    id: 't1',
    version: 1,
    name: 'Harbour',
    tags: [],
    theme,
    isReadOnly: false,
    canUndo: false,
    canRedo: false,
    save: { kind: 'saved', at: '2026-11-20T14:05:00' },
    places: [{ connectionId: 'c1', relation: 'never' }],
    publications: {},
  };
  navigation.go({ screen: 'studio', themeId: 't1' });
});

describe('sections', () => {
  it('stand in the order of the theme, one open at a time', async () => {
    await openStudio();
    const pane = within(screen.getByRole('region', { name: 'Theme sections' }));
    const rows = pane.getAllByRole('heading').map((heading) => heading.textContent?.trim());
    expect(rows.map((row) => row?.split(/\s{2,}/u)[0])).toEqual([
      expect.stringMatching(/^Font/u),
      expect.stringMatching(/^Background/u),
      expect.stringMatching(/^Bot avatar/u),
      expect.stringMatching(/^Guest avatar/u),
      expect.stringMatching(/^Bot bubbles/u),
      expect.stringMatching(/^Guest bubbles/u),
      expect.stringMatching(/^Buttons/u),
      expect.stringMatching(/^Inputs/u),
      expect.stringMatching(/^Roundness/u),
      expect.stringMatching(/^Custom CSS/u),
    ]);
    await openSection(/^Roundness/u);
    expect(pane.getAllByRole('button', { expanded: true })).toEqual([
      screen.getByRole('button', { name: /^Roundness/u }),
    ]);
    await openSection(/^Roundness/u);
    expect(pane.queryAllByRole('button', { expanded: true })).toEqual([]);
  });

  it('are reached with the arrow keys and opened with Enter', async () => {
    await openStudio();
    screen.getByRole('button', { name: /^Buttons/u }).focus();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(screen.getByRole('button', { name: /^Inputs/u })).toHaveAttribute(
      'aria-expanded',
      'true',
    );
    await user.keyboard('{Home}');
    expect(screen.getByRole('button', { name: /^Font/u })).toHaveFocus();
  });
});

describe('every field', () => {
  it('is edited, key by key, under one gesture for a word', async () => {
    await openStudio();
    await openSection(/^Font/u);
    const font = screen.getByRole('combobox', { name: 'Font' });
    await user.clear(font);
    await user.type(font, 'Lora');
    expect(has('general.font')).toBe('Lora');
    const gestures = calls('library.edit').map((input) => (input as { gesture?: string }).gesture);
    expect(gestures).toHaveLength(5);
    expect(new Set(gestures).size).toBe(1);
  });

  it.each([
    [/^Bot bubbles/u, 'Bot bubbles, background', 'chat.hostBubbles.backgroundColor'],
    [/^Bot bubbles/u, 'Bot bubbles, text', 'chat.hostBubbles.color'],
    [/^Guest bubbles/u, 'Guest bubbles, background', 'chat.guestBubbles.backgroundColor'],
    [/^Guest bubbles/u, 'Guest bubbles, text', 'chat.guestBubbles.color'],
    [/^Buttons/u, 'Buttons, background', 'chat.buttons.backgroundColor'],
    [/^Buttons/u, 'Buttons, text', 'chat.buttons.color'],
    [/^Inputs/u, 'Inputs, background', 'chat.inputs.backgroundColor'],
    [/^Inputs/u, 'Inputs, text', 'chat.inputs.color'],
    [/^Inputs/u, 'Inputs, placeholder', 'chat.inputs.placeholderColor'],
    [/^Background/u, 'Background', 'general.background.content'],
  ] as const)('%s: %s', async (section, name, path) => {
    await openStudio();
    if (section.source !== '^Bot bubbles') await openSection(section);
    await user.clear(field(name));
    await user.click(field(name));
    await user.paste('#ABCDEF');
    expect(has(path)).toBe('#ABCDEF');
  });

  it('a background can be a picture, and each kind keeps its own', async () => {
    await openStudio();
    await openSection(/^Background/u);
    await user.click(screen.getByRole('radio', { name: 'Image' }));
    expect(has('general.background.type')).toBe('Image');
    expect(has('general.background.content')).toBeNull();
    await user.type(field('Image address'), 'https://example.com/a.png');
    expect(has('general.background.content')).toBe('https://example.com/a.png');
    expect(screen.getByText(/^An https:\/\/ address/u)).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'Colour' }));
    expect(has('general.background.content')).toBe('#FFFFFF');
    await user.click(screen.getByRole('radio', { name: 'None' }));
    expect(has('general.background.type')).toBe('None');
  });

  it('avatars are shown or not, with a picture or without', async () => {
    await openStudio();
    await openSection(/^Guest avatar/u);
    await user.click(screen.getByRole('switch', { name: 'Show the avatar' }));
    expect(has('chat.guestAvatar.isEnabled')).toBe(true);
    const url = screen.getByRole('textbox', { name: /^Image address/u });
    await user.type(url, 'https://a');
    expect(has('chat.guestAvatar.url')).toBe('https://a');
    await user.clear(url);
    expect(has('chat.guestAvatar.url')).toBeNull();
  });

  it('roundness', async () => {
    await openStudio();
    await openSection(/^Roundness/u);
    await user.click(screen.getByRole('radio', { name: 'Large' }));
    expect(has('roundness')).toBe('large');
  });

  it('custom CSS, and main’s undo of it', async () => {
    await openStudio();
    await openSection(/^Custom CSS/u);
    const view = await waitFor(() => {
      const host = [...document.querySelectorAll('.host')].find((element) => element.shadowRoot);
      const found = EditorView.findFromDOM(
        host?.shadowRoot?.querySelector('.cm-editor') as HTMLElement,
      );
      expect(found).not.toBeNull();
      return found as EditorView;
    });
    view.dispatch({ changes: { from: 0, insert: 'a {}' } });
    await waitFor(() => expect(has('customCss')).toBe('a {}'));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(view.state.doc.toString()).toBe(''));
    expect(calls('library.edit')).toHaveLength(1);
  });

  it('marks a colour that is no hex, and offers the hex', async () => {
    theme.chat.hostBubbles.color = 'tomato';
    await openStudio();
    expect(field('Bot bubbles, text')).toHaveAccessibleDescription(/may not accept this format/u);
    await user.click(screen.getByRole('button', { name: 'Use #FF6347' }));
    expect(has('chat.hostBubbles.color')).toBe('#FF6347');
    expect(screen.queryByText(/may not accept this format/u)).toBeNull();
  });

  it('takes a colour from the theme’s own into the field that was last worked on', async () => {
    await openStudio();
    await user.click(field('Bot bubbles, text'));
    await user.click(screen.getByRole('button', { name: 'Use #0042DA for Bot bubbles, text' }));
    expect(has('chat.hostBubbles.color')).toBe('#0042DA');
  });
});

describe('the preview', () => {
  it('is a document of its own in which no script can run', async () => {
    await openStudio();
    const frame = screen.getByTitle('Preview of Harbour');
    expect(frame).toHaveAttribute('src', 'chat.html');
    expect(frame.getAttribute('sandbox')).toBe('allow-same-origin');
  });

  it('is zoomed with the keys and from its menu, and remembers it', async () => {
    await openStudio();
    await user.keyboard('{Control>}0{/Control}');
    const zoom = screen.getByRole('button', { name: 'Zoom: 100%' });
    await user.keyboard('{Control>}={/Control}');
    expect(zoom).toHaveAccessibleName('Zoom: 110%');
    await user.keyboard('{Control>}-{/Control}{Control>}-{/Control}');
    expect(zoom).toHaveAccessibleName('Zoom: 90%');
    await user.click(zoom);
    await user.click(await screen.findByText('Zoom to fit'));
    await waitFor(() => expect(zoom).toHaveTextContent('Fit'));
    // After what is noted when it is opened.
    expect(calls('app.setPreferences').slice(1)).toEqual(
      [1, 1.1, 1, 0.9, 'fit'].map((previewZoom) => ({ previewZoom })),
    );
  });
});

describe('undo', () => {
  it('goes through main, also from within a field', async () => {
    await openStudio();
    await user.type(field('Bot bubbles, text'), '{Backspace}6');
    expect(field('Bot bubbles, text')).toHaveValue('#303236');
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(field('Bot bubbles, text')).toHaveValue('#303235'));
    expect(screen.getByRole('button', { name: 'Undo' })).toBeDisabled();
    await user.keyboard('{Control>}y{/Control}');
    await waitFor(() => expect(calls('library.redo')).toHaveLength(1));
  });

  it('says what it takes back, and redo what it does again', async () => {
    await openStudio();
    const undo = screen.getByRole('button', { name: 'Undo' });
    const redo = screen.getByRole('button', { name: 'Redo' });
    expect(undo).not.toHaveAccessibleDescription();
    await user.type(field('Bot bubbles, text'), '{Backspace}6');
    await waitFor(() => expect(undo).toHaveAccessibleDescription('Undo: Bot bubbles, text'));
    const together = ['chat.buttons.color', 'chat.buttons.backgroundColor'];
    main.emit('library.themeChanged', say({ undoes: together }));
    await waitFor(() => expect(undo).toHaveAccessibleDescription('Undo: Buttons'));
    await user.hover(undo);
    await waitFor(() => expect(tooltipState.shown?.text).toBe('Undo: Buttons'));
    main.emit(
      'library.themeChanged',
      say({ undoes: ['name'], canRedo: true, redoes: [...together, 'tags', 'theirs'] }),
    );
    await waitFor(() => expect(undo).toHaveAccessibleDescription('Undo: Name'));
    expect(redo).toHaveAccessibleDescription('Redo: 3 theme sections');
  });
});

describe('the name', () => {
  it('is changed in place with F2 and Enter', async () => {
    await openStudio();
    await user.keyboard('{F2}');
    const name = field('Theme name');
    expect(name).toHaveFocus();
    await user.clear(name);
    await user.keyboard('{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('A theme needs a name.');
    await user.type(name, '  Quay {Enter}');
    await screen.findByRole('heading', { name: 'Quay' });
    expect(calls('library.rename')).toEqual([{ id: 't1', name: 'Quay' }]);
    // The same press of Enter does not reach the heading, which would make it a field again.
    expect(screen.queryByRole('textbox', { name: 'Theme name' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Quay' })).toHaveFocus();
  });

  it('with a character that can’t be sent is refused in its field', async () => {
    await openStudio();
    await user.keyboard('{F2}');
    const name = field('Theme name');
    await fireEvent.input(name, { target: { value: 'Quay \uD83D' } });
    await user.keyboard('{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent(/can’t be sent/u);
    expect(name).toHaveValue('Quay \uD83D');
    expect(calls('library.rename')).toEqual([]);
  });

  it('stays on Escape', async () => {
    await openStudio();
    await user.click(screen.getByRole('button', { name: 'Harbour' }));
    await user.type(field('Theme name'), 'x{Escape}');
    expect(screen.getByRole('button', { name: 'Harbour' })).toHaveFocus();
    expect(calls('library.rename')).toEqual([]);
  });
});

describe('saving', () => {
  it('is said in the status bar, and only said to be done when it is', async () => {
    await openStudio();
    expect(saveState.text).toMatch(/^All changes saved .*14:05$/u);
    main.emit('library.themeChanged', say({ save: { kind: 'saving' } }));
    await waitFor(() => expect(saveState.text).toBe('Saving…'));
    main.emit(
      'library.themeChanged',
      say({ save: { kind: 'failed', problem: { code: 'storageFull', path: '/x' } } }),
    );
    await waitFor(() => expect(saveState.text).toMatch(/^Not saved yet: /u));
    expect(screen.getByRole('alert')).toBeInTheDocument();
  });
});

describe('contrast', () => {
  it('lists the worst first and fixes it with a click', async () => {
    await openStudio();
    const block = screen.getByRole('region', { name: 'Contrast' });
    expect(block).toHaveTextContent('2 of 5 hard to read');
    const [first] = within(block).getAllByRole('listitem');
    expect(first).toHaveTextContent('Guest bubbles');
    await user.click(
      within(first as HTMLElement).getByRole('button', { name: /^Fix Guest bubbles/u }),
    );
    expect(block).toHaveTextContent('1 of 5 hard to read');
    expect(has('chat.guestBubbles.backgroundColor')).not.toBe('#FF8E21');
  });
});

describe('changes', () => {
  it('says that nothing was published', async () => {
    await openStudio();
    expect(screen.getByRole('region', { name: 'Changes' })).toHaveTextContent(
      'Not published to Northwind',
    );
  });

  it('says what differs from the last publication', async () => {
    const publication = {
      templateId: 'x',
      at: '2026-11-14T09:31:00',
      sent: { name: 'Harbour', theme: newTheme() },
    };
    said = { ...said, publications: { c1: publication } };
    await openStudio();
    const block = screen.getByRole('region', { name: 'Changes' });
    expect(block).toHaveTextContent('Nothing changed since 14 Nov');
    await openSection(/^Roundness/u);
    await user.click(screen.getByRole('radio', { name: 'Large' }));
    expect(block).toHaveTextContent('since 14 Nov');
    expect(within(block).getByRole('listitem')).toHaveTextContent(
      /Roundness\s*Medium\s*became\s*Large/u,
    );
  });
});

describe('publishing', () => {
  const publish = () => user.click(screen.getByRole('button', { name: 'Publish to Northwind' }));

  it('says what the service made of the theme', async () => {
    await openStudio();
    await publish();
    expect(await screen.findByText('tpl_own')).toBeInTheDocument();
    expect(screen.getByText(/assigned its own ID/u)).toBeInTheDocument();
    expect(screen.getByText('Roundness: dropped')).toBeInTheDocument();
    expect(screen.getByText('#fff')).toBeInTheDocument();
    expect(calls('outbox.publish')).toEqual([{ themeIds: ['t1'], connectionIds: ['c1'] }]);
    await user.click(screen.getByRole('button', { name: 'Accept Northwind’s version' }));
    // It may have been edited since: then it doesn't match.
    await waitFor(() => expect(announcer.text).toBe('Northwind’s version accepted'));
    expect(calls('outbox.takeAnswer')).toEqual([place]);
  });

  it('sends once, however often it is pressed, and can be cancelled', async () => {
    answer = () => null;
    await openStudio();
    await publish();
    main.emit('outbox.changed', {
      ...outboxWith(),
      revision: 9,
      deliveries: [{ ...place, delivery: 'sending' }],
    });
    await user.click(await screen.findByRole('button', { name: 'Publishing to Northwind' }));
    expect(calls('outbox.publish')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(calls('outbox.stop')).toEqual([place]);
  });

  it('sends once where it is pressed twice before main has heard of it', async () => {
    await openStudio();
    const button = screen.getByRole('button', { name: 'Publish to Northwind' });
    await Promise.all([fireEvent.click(button), fireEvent.click(button)]);
    expect(await screen.findByText('tpl_own')).toBeInTheDocument();
    expect(calls('outbox.publish')).toHaveLength(1);
  });

  it('sends once while Enter is held, however fast the answer is', async () => {
    await openStudio();
    const button = screen.getByRole('button', { name: 'Publish to Northwind' });
    await expect(fireEvent.keyDown(button, { key: 'Enter' })).resolves.toBe(true);
    // What is prevented makes no click.
    await expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).resolves.toBe(false);
    await expect(fireEvent.keyDown(button, { key: 'Tab', repeat: true })).resolves.toBe(true);
  });

  it('leaves the decision to a person when the outcome is not known', async () => {
    items = [undecided];
    await openStudio();
    expect(screen.getByText('Harbour may not have arrived')).toBeInTheDocument();
    expect(screen.getByText(/could create a duplicate/u)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    expect(calls('outbox.decide')).toEqual([{ ...place, decision: 'sendAgain' }]);
    await user.click(screen.getByRole('button', { name: 'It isn’t there' }));
    expect(calls('outbox.decide')[1]).toEqual({ ...place, decision: 'drop' });
  });

  it('leaves it to a person also under another connection to the same workspace', async () => {
    items = [{ ...undecided, connectionId: 'c2', twins: ['c1'] }];
    await openStudio();
    expect(screen.getByText('Harbour may not have arrived')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    expect(calls('outbox.decide')).toEqual([{ ...place, decision: 'sendAgain' }]);
  });

  it('cancels what waits through another connection to the same workspace', async () => {
    items = [{ ...undecided, why: 'retry', connectionId: 'c2', twins: ['c1'] }];
    await openStudio();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(calls('outbox.cancel')).toEqual([{ only: { themeId: 't1', connectionId: 'c2' } }]);
  });

  it('can be marked as published under the id that it has there', async () => {
    items = [undecided];
    await openStudio();
    await user.click(screen.getByRole('button', { name: 'Mark as published' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Mark as published' }));
    const id = dialog.getByRole('textbox', { name: 'Template ID' });
    expect(id).toHaveValue('t1');
    await user.clear(id);
    await user.type(id, 'tpl_7{Enter}');
    expect(calls('outbox.decide')).toEqual([
      { ...place, decision: 'published', templateId: 'tpl_7' },
    ]);
  });

  it('says why it waits, and tries again at a word', async () => {
    items = [
      {
        ...undecided,
        why: 'unreachable',
        outcome: { kind: 'notSent', reason: 'offline', detail: '' },
        isFirst: false,
      },
    ];
    await openStudio();
    expect(screen.getByText('Waiting to publish to Northwind')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Try now' }));
    expect(calls('outbox.retry')).toEqual([{ only: place }]);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(calls('outbox.cancel')).toEqual([{ only: place }]);
  });

  it('is called published when only the library can’t be told so, and tells it at a word', async () => {
    items = [
      {
        ...undecided,
        why: 'unnoted',
        isFirst: false,
        problem: { code: 'storageFull', path: '/library/harbour.json' },
        nextTryAt: new Date(Date.now() + 3_600_000).toISOString(),
      },
    ];
    await openStudio();
    expect(
      screen.getByText('Published, but Foyer couldn’t record it in your library'),
    ).toBeInTheDocument();
    expect(screen.getByText(/nothing is sent again/u)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Try now' }));
    expect(calls('outbox.retry')).toEqual([{ only: place }]);
  });

  it('refuses text that can’t be sent at its field, where it stays', async () => {
    await openStudio();
    await user.click(await screen.findByRole('button', { name: /^Buttons/u }));
    const colour = field('Buttons, text');
    const broken = '#fff\uD83D';
    const keep = async () => {
      await fireEvent.input(colour, { target: { value: broken } });
      await fireEvent.keyDown(colour, { key: 'Enter' });
      await user.click(screen.getByRole('button', { name: 'Use it anyway' }));
    };
    await keep();
    const group = within(await screen.findByRole('group', { name: 'Buttons' }));
    expect(group.getByText(/can’t be sent/u)).toBeVisible();
    expect(colour).toHaveValue(broken);
    expect(calls('library.edit')).toEqual([]);
    expect(saveState.text).toMatch(/^Not saved/u);

    await fireEvent.input(colour, { target: { value: '#112233' } });
    await waitFor(() => expect(has('chat.buttons.color')).toBe('#112233'));
    expect(group.queryByText(/can’t be sent/u)).toBeNull();
    expect(saveState.text).not.toMatch(/^Not saved/u);

    await keep();
    await user.keyboard('{Control>}z{/Control}');
    expect(colour).toHaveValue('#112233');
    expect(group.queryByText(/can’t be sent/u)).toBeNull();
  });

  describe('while it waits', () => {
    const waits: OutboxItem = {
      ...undecided,
      why: 'retry',
      isFirst: false,
      nextTryAt: new Date(Date.now() + 36_000_000).toISOString(),
    };
    const notice = () => {
      const found = screen.getByText('Waiting to publish to Northwind').closest('[role="status"]');
      if (!found) throw new Error('no notice');
      return found;
    };

    it('tells what Foyer does next, then what happened, then the service’s words, folded', async () => {
      const message = '\nInvalid `prisma.theme.update()` invocation:\n\n\nno database\n';
      const outcome: OutboxItem['outcome'] = {
        kind: 'serviceFailed',
        status: 503,
        error: { message, issues: [] },
      };
      items = [{ ...waits, outcome }];
      await openStudio();
      expect(notice()).toHaveTextContent(
        /Foyer tries again in 10 h\..*The service failed \(503\)\..*The service’s own words/u,
      );
      expect(notice()).not.toHaveTextContent(/dashboard|publish(?:ed)? again|last try failed/iu);
      const words = screen.getByText(/Invalid `prisma/u);
      expect(words).not.toBeVisible();
      await user.click(screen.getByText('The service’s own words'));
      expect(words).toBeVisible();
      expect(words.textContent.trim().split('\n')).toEqual([
        'Invalid `prisma.theme.update()` invocation:',
        'no database',
      ]);
    });

    it('calls no try failed of which nothing is known', async () => {
      const outcome = { kind: 'unsure', reason: 'connectionClosed', detail: '' } as const;
      items = [{ ...waits, outcome }];
      await openStudio();
      expect(notice()).not.toHaveTextContent(/fail|publish(?:ed)? again/iu);
      expect(notice()).toHaveTextContent('Foyer can’t tell whether the service acted on it');
    });
  });

  it('says of a later save that nobody knows whether the change arrived', async () => {
    items = [{ ...undecided, isFirst: false }];
    await openStudio();
    expect(screen.getByText(/^The change may or may not have arrived\./u)).toHaveTextContent(
      'if the template was deleted there, sending again could create a duplicate',
    );
    await user.click(screen.getByRole('button', { name: 'It didn’t arrive' }));
    expect(calls('outbox.decide')).toEqual([{ ...place, decision: 'drop' }]);
  });

  it('says an issue of the service once, and advises no shorter CSS where there is none', async () => {
    const refused = (status: number, path: string): PublishResult => ({
      ...accepted,
      outcome: {
        kind: 'rejected',
        status,
        error: { message: 'Invalid', issues: [{ path, message: 'Not a colour' }] },
      },
    });
    answer = () => refused(413, 'theme.chat.buttons.color');
    await openStudio();
    await publish();
    const title = await screen.findByText('It’s too large for the service (413).');
    expect(screen.getAllByText(/Not a colour/u)).toHaveLength(1);
    expect(title.closest('[role="alert"]')).not.toHaveTextContent('CSS');
  });

  it('shows the service’s issues beside the fields they speak of', async () => {
    answer = () => ({
      ...accepted,
      outcome: {
        kind: 'rejected',
        status: 400,
        error: {
          message: 'Input validation failed',
          issues: [
            { path: 'theme.chat.buttons.color', message: 'Not a colour' },
            { path: 'somewhere', message: 'Nobody knows' },
          ],
        },
      },
    });
    await openStudio();
    await publish();
    expect(await screen.findByText('Nobody knows', { exact: false })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show Buttons, text' }));
    const group = within(await screen.findByRole('group', { name: 'Buttons' }));
    expect(group.getByText('Northwind says: Not a colour')).toBeInTheDocument();
  });

  it('does not say that what was sent came back, of an answer with nothing but the id', async () => {
    answer = () => ({
      activityId: 'a1',
      outcome: { kind: 'accepted', status: 200 },
      templateId: 'x',
      hasOwnId: false,
      rewrites: [],
      hasTheme: false,
      canTakeAnswer: false,
      possibleCopies: 0,
    });
    await openStudio();
    await publish();
    const said = await screen.findByText('Northwind didn’t say what it saved.');
    expect(said).toBeInTheDocument();
    expect(screen.queryByText(/saved it exactly as sent/u)).toBeNull();
  });

  it('shows what was wrong when the service said no', async () => {
    answer = () => ({
      activityId: 'a1',
      outcome: {
        kind: 'rejected',
        status: 400,
        error: { message: 'Input validation failed', issues: [{ message: 'Expected a font' }] },
      },
      hasOwnId: false,
      rewrites: [],
      hasTheme: false,
      canTakeAnswer: false,
      possibleCopies: 0,
    });
    await openStudio();
    await publish();
    expect(await screen.findByText(/Expected a font/u)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show in Activity' }));
    expect(navigation.current).toEqual({ screen: 'activity' });
  });

  it('names the changes when it was published before', async () => {
    said = { ...said, places: [{ connectionId: 'c1', relation: 'changed' }] };
    await openStudio();
    expect(screen.getByRole('button', { name: 'Publish changes to Northwind' })).toHaveTextContent(
      'Publish changes',
    );
    expect(screen.getByText('Unpublished changes')).toBeInTheDocument();
  });

  it('leads to a connection where there is none', async () => {
    await openStudio(null);
    await user.click(screen.getByRole('button', { name: 'Connect a workspace' }));
    expect(navigation.current).toEqual({ screen: 'welcome' });
  });
});

describe('the menu', () => {
  /** By text: without a layout the menu counts as hidden, and has no roles. */
  async function choose(name: string): Promise<void> {
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(await screen.findByText(name));
  }

  it('shows the exact request and copies it', async () => {
    await openStudio();
    await choose('Show the exact request');
    const dialog = await screen.findByRole('dialog', { name: 'The exact request' });
    expect(
      await within(dialog).findByText('PUT https://northwind.example/api/v1/themeTemplates/t1'),
    ).toBeInTheDocument();
    expect(dialog).toHaveTextContent('"workspaceId": "ws_1"');
    await user.click(within(dialog).getByRole('button', { name: 'Copy' }));
    expect(calls('app.copyText')).toHaveLength(1);
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('deletes, and goes back to the library', async () => {
    await openStudio();
    await choose('Delete');
    await waitFor(() => expect(navigation.current).toEqual({ screen: 'library' }));
    expect(calls('library.remove')).toEqual([{ ids: ['t1'] }]);
  });

  it('duplicates, and opens the copy', async () => {
    await openStudio();
    await choose('Duplicate');
    await waitFor(() => expect(navigation.current).toEqual({ screen: 'studio', themeId: 't2' }));
  });
});

describe('a theme that a newer Foyer made', () => {
  it('can be looked at, not changed', async () => {
    said = { ...said, isReadOnly: true };
    await openStudio();
    expect(screen.getByText('Made with a newer version of Foyer')).toBeInTheDocument();
    expect(field('Bot bubbles, text')).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Publish to Northwind' })).toBeDisabled();
    await user.keyboard('{F2}');
    expect(screen.queryByRole('textbox', { name: 'Theme name' })).toBeNull();
  });
});

describe('a theme that is not there', () => {
  it('says so, with the way back', async () => {
    installFakeMain({
      library: {
        open: () => {
          throw new ProblemError({ code: 'notFound', what: 'theme' });
        },
      },
    });
    render(Studio, { themeId: 'gone' });
    expect(await screen.findByRole('alert')).toBeInTheDocument();
    await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Library' }));
    expect(navigation.current).toMatchObject({ screen: 'library' });
  });
});

describe('a theme that goes away while it is open', () => {
  const change = (removed: string[], upserted: ThemeSummary[] = []) =>
    main.emit('library.changed', { revision: 2, upserted, removed });

  it('is not shown as saved any more, and comes back when its file does', async () => {
    await openStudio();
    await waitFor(() => expect(saveState.text).toMatch(/saved/u));
    lost = { code: 'notFound', what: 'theme' };
    change(['t1']);
    expect(await screen.findByText('Harbour is no longer in the library')).toBeVisible();
    expect(saveState.text).toBe('');

    lost = { code: 'fileDamaged', path: '/themes/harbour.json', detail: '' };
    change(['t1']);
    expect(await screen.findByText(/harbour\.json/u)).toBeVisible();
    expect(screen.queryByText('Harbour is no longer in the library')).not.toBeInTheDocument();

    lost = null;
    change([], [sampleSummary('Harbour', { id: 't1' })]);
    await waitFor(() => expect(saveState.text).toMatch(/saved/u));
    expect(screen.queryByText(/harbour\.json/u)).not.toBeInTheDocument();
  });

  it('keeps the name that is being typed while its file is away for a moment', async () => {
    await openStudio();
    await user.keyboard('{F2}');
    const name = await screen.findByRole('textbox', { name: 'Theme name' });
    await user.clear(name);
    await user.type(name, 'Harbour at nig');
    // A sync program takes the file away and puts a newer one there.
    lost = { code: 'notFound', what: 'theme' };
    change(['t1']);
    await screen.findByText('Harbour is no longer in the library');
    lost = null;
    change([], [sampleSummary('Harbour', { id: 't1' })]);
    await waitFor(() =>
      expect(screen.queryByText('Harbour is no longer in the library')).not.toBeInTheDocument(),
    );
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: 'Theme name' })).toHaveValue('Harbour at nig'),
    );
  });

  it('is named as it was typed before its field was left while the file was away', async () => {
    await openStudio();
    await user.keyboard('{F2}');
    const name = await screen.findByRole('textbox', { name: 'Theme name' });
    await user.clear(name);
    await user.type(name, 'Harbour at night');
    lost = { code: 'notFound', what: 'theme' };
    change(['t1']);
    await screen.findByText('Harbour is no longer in the library');
    name.blur();
    lost = null;
    change([], [sampleSummary('Harbour', { id: 't1' })]);
    await waitFor(() =>
      expect(calls('library.rename')).toEqual([{ id: 't1', name: 'Harbour at night' }]),
    );
    expect(screen.queryByRole('textbox', { name: 'Theme name' })).not.toBeInTheDocument();
  });

  it('of another id changes nothing', async () => {
    await openStudio();
    lost = { code: 'notFound', what: 'theme' };
    change(['t2']);
    expect(calls('library.open')).toHaveLength(1);
  });
});
