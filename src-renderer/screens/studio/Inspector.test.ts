import type { Connection } from '@shared/connection';
import type { OpenTheme } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import type { PublishResult } from '@shared/publishing';
import type { ThemeVersion, VersionContent } from '@shared/theme-versions';
import { withThemeField } from '@shared/theme/change-theme';
import type { ThemeEdit, ThemeField } from '@shared/theme/fields';
import { readThemeField } from '@shared/theme/field-access';
import { newTheme, type Publication, type Theme } from '@shared/theme/theme';
import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import { connections } from '../../state/connections.svelte';
import { outbox } from '../../state/outbox.svelte';
import { reports } from '../../ui/reports.svelte';
import Confirmations from '../../ui/Confirmations.svelte';
import Studio from './Studio.svelte';
import { layers } from '../../ui/layers';

beforeAll(() => layers.load(), 120_000);

function connection(id: string, label: string): Connection {
  return {
    id,
    label,
    baseAddress: `https://${id}.example/api/v1`,
    workspaceId: 'ws_1',
    colour: 'petrol',
    preset: 'documented',
    presentation: { kind: 'bearer' },
    host: `${id}.example`,
    isPractice: false,
    tokenState: 'keychain',
    keepsClientIds: 'unknown',
  };
}

const themed = (...edits: ThemeEdit[]): Theme => edits.reduce(withThemeField, newTheme());
const large = themed({ field: 'roundness', value: 'large' });
const published = (theme: Theme, more: Partial<Publication> = {}): Publication => ({
  templateId: 'x',
  at: '2026-11-14T09:31:00',
  sent: { name: 'Harbour', theme },
  ...more,
});
const version = (number: number, more: Partial<ThemeVersion> = {}): ThemeVersion => ({
  version: number,
  at: `2026-11-${String(number).padStart(2, '0')}T17:20:00`,
  reason: 'paused',
  name: null,
  ...more,
});

const user = userEvent.setup();
let main: FakeMain;
let said: OpenTheme;
let list: ThemeVersion[];
let unreadable: number;
let contents: Map<number, Omit<VersionContent, 'tags'>>;
let result: PublishResult;

const calls = (name: string) =>
  main.log.filter((call) => call.name === name).map(({ input }) => input);
const has = (field: ThemeField) => readThemeField(said.theme, field);
const block = (name: string) => within(screen.getByRole('region', { name }));
const say = (changes: Partial<OpenTheme>): OpenTheme => {
  said = { ...said, version: said.version + 1, ...changes };
  return said;
};
/** Changes what main keeps, and lets it say so. */
const keep = (versions: ThemeVersion[]) => {
  list = versions;
  main.emit('library.versionsChanged', { id: 't1' });
};

async function openStudio(): Promise<void> {
  main = installFakeMain({
    connections: {
      list: () => ({
        revision: 1,
        list: [connection('northwind', 'Northwind'), connection('kestrel', 'Kestrel')],
        currentId: 'northwind',
      }),
    },
    library: {
      open: () => said,
      edit: ({ edits }) => say({ theme: edits.reduce(withThemeField, said.theme) }),
      rename: ({ name }) => {
        const { name: replaced } = said;
        say({ name });
        return { replaced };
      },
      versions: () => ({ versions: list, unreadable }),
      version: ({ version }) => {
        const content = contents.get(version);
        if (!content) throw new ProblemError({ code: 'notFound', what: 'version' });
        return content;
      },
      restoreVersion: ({ version }) => say(contents.get(version) ?? {}),
      keepVersion: ({ name }) => {
        keep([version(90, { name, reason: 'kept' }), ...list]);
        return { version: 90 };
      },
      nameVersion: ({ version: number, name }) =>
        void keep(list.map((each) => (each.version === number ? { ...each, name } : each))),
      removeVersion: ({ version: number }) =>
        void keep(list.filter((each) => each.version !== number)),
    },
    outbox: {
      list: () => ({
        revision: 1,
        isPaused: false,
        items: [],
        deliveries: [],
        holds: [],
        progress: { done: 0, all: 0 },
      }),
      answers: () => [],
      publish: () => {
        main.emit('outbox.answered', { themeId: 't1', connectionId: 'northwind', result });
        return { queued: 1, cancelled: [], problems: [] };
      },
    },
  });
  await connections.start();
  await outbox.start();
  render(Confirmations);
  render(Studio, { themeId: 't1' });
  await screen.findByRole('heading', { name: 'Harbour' });
}

/** The names in the timeline, from the top. */
const timeline = () =>
  block('History')
    .queryAllByRole('button', { name: /^View/u })
    .map((row) => row.getAttribute('aria-label'));

/** By text: without a layout the menu counts as hidden, and has no roles. */
async function chooseFor(name: RegExp, item: string): Promise<void> {
  await user.click(block('History').getByRole('button', { name }));
  await user.click(await screen.findByText(item));
}

beforeEach(() => {
  // jsdom draws nothing, and would say so each time a font is measured.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  said = {
    id: 't1',
    version: 1,
    name: 'Harbour',
    tags: [],
    theme: newTheme(),
    isReadOnly: false,
    canUndo: false,
    canRedo: false,
    save: { kind: 'saved', at: '2026-11-20T14:05:00' },
    places: [{ connectionId: 'northwind', relation: 'changed' }],
    publications: {},
  };
  list = [
    version(13, { name: 'Warmer buttons' }),
    version(12, {
      reason: 'published',
      place: { host: 'northwind.example', connectionId: 'northwind' },
    }),
    version(11, { reason: 'published', place: { host: 'gone.example', connectionId: null } }),
    version(10, { reason: 'restored' }),
  ];
  unreadable = 0;
  contents = new Map(list.map((each) => [each.version, { name: 'Quay', theme: large }]));
});

describe('where it is published', () => {
  it('is said on the button, and of every connection at one click', async () => {
    said.places = [
      { connectionId: 'northwind', relation: 'changed' },
      {
        connectionId: 'kestrel',
        relation: 'same',
        publishedAt: '2026-11-13T17:20:00',
      },
    ];
    await openStudio();
    expect(screen.getByRole('button', { name: 'Publish changes to Northwind' })).toHaveTextContent(
      'Publish changes to Northwind',
    );
    const button = screen.getByRole('button', { name: 'Status on each connection' });
    await user.click(button);
    const dialog = within(screen.getByRole('dialog', { name: 'Status on each connection' }));
    const rows = dialog.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows).toEqual([
      expect.stringMatching(/Northwind\s+Unpublished changes/u),
      expect.stringMatching(/Kestrel\s+Published\s+13 Nov, 17:20/u),
    ]);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(button).toHaveFocus();
  });
});

describe('the history', () => {
  it('names each version, newest first, under now', async () => {
    await openStudio();
    await waitFor(() => expect(timeline()).toHaveLength(4));
    expect(timeline()).toEqual([
      'View Warmer buttons, 13 Nov, 17:20',
      'View Published to Northwind, 12 Nov, 17:20',
      'View Published to gone.example, 11 Nov, 17:20',
      'View Before a restore, 10 Nov, 17:20',
    ]);
    expect(block('History').getAllByRole('listitem')[0]).toHaveTextContent(
      /Now Saved .*14:05, not published/u,
    );
  });

  it('shows a version in the preview, and goes back to now', async () => {
    await openStudio();
    const row = await screen.findByRole('button', { name: /^View Warmer buttons/u });
    await user.click(row);
    const bar = await screen.findByText('Viewing Warmer buttons');
    expect(row).toHaveAttribute('aria-pressed', 'true');
    await user.click(screen.getByRole('button', { name: 'Back to current' }));
    expect(bar).not.toBeInTheDocument();
    await user.click(row);
    await screen.findByText('Viewing Warmer buttons');
    await user.keyboard('{Escape}');
    expect(screen.queryByText('Viewing Warmer buttons')).toBeNull();
    expect(calls('library.restoreVersion')).toEqual([]);
  });

  it('speaks of the version that is looked at: its contrast, and what was published', async () => {
    said.publications = { northwind: published(newTheme()) };
    const yellow = withThemeField(large, {
      field: 'chat.buttons.backgroundColor',
      value: '#FFFF00',
    });
    contents = new Map([[13, { name: 'Quay', theme: yellow }]]);
    await openStudio();
    expect(block('Contrast').getByRole('button', { name: /^Fix Guest bubbles/u })).toBeEnabled();
    await user.click(await screen.findByRole('button', { name: /^View Warmer buttons/u }));
    await screen.findByText('Viewing Warmer buttons');

    expect(screen.getByRole('region', { name: 'Contrast' })).toHaveTextContent(
      /In “Warmer buttons”.*Buttons\s+1\.1/u,
    );
    expect(block('Contrast').queryByRole('button')).toBeNull();
    const changes = screen.getByRole('region', { name: 'Changes' });
    expect(changes).toHaveTextContent(/“Warmer buttons” compared with what was published/u);
    expect(changes).toHaveTextContent(/Name.*Quay/u);
    expect(changes).toHaveTextContent(/#FFFF00/u);
    expect(block('Changes').queryByRole('button')).toBeNull();

    await user.click(screen.getByRole('button', { name: 'Back to current' }));
    expect(changes).toHaveTextContent(/Nothing changed since/u);
    expect(block('Contrast').getByRole('button', { name: /^Fix Guest bubbles/u })).toBeEnabled();
  });

  it('shows the present as soon as it is edited', async () => {
    await openStudio();
    await user.click(await screen.findByRole('button', { name: /^View Warmer buttons/u }));
    await screen.findByText('Viewing Warmer buttons');
    await user.type(screen.getByRole('textbox', { name: 'Bot bubbles, text' }), '{Backspace}6');
    await waitFor(() => expect(screen.queryByText('Viewing Warmer buttons')).toBeNull());
  });

  it('restores the one that is looked at', async () => {
    await openStudio();
    await user.click(await screen.findByRole('button', { name: /^View Warmer buttons/u }));
    await screen.findByText('Viewing Warmer buttons');
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    await screen.findByRole('heading', { name: 'Quay' });
    expect(calls('library.restoreVersion')).toEqual([{ id: 't1', version: 13 }]);
    expect(has('roundness')).toBe('large');
    expect(screen.queryByRole('button', { name: 'Back to current' })).toBeNull();
  });

  it('keeps the present under a name, typed in place', async () => {
    await openStudio();
    await user.click(screen.getByRole('button', { name: 'Name this version' }));
    const field = screen.getByRole('textbox', { name: 'Version name' });
    expect(field).toHaveFocus();
    await user.type(field, ' Before the rebrand {Enter}');
    await screen.findByRole('button', { name: /^View Before the rebrand/u });
    expect(calls('library.keepVersion')).toEqual([{ id: 't1', name: 'Before the rebrand' }]);
    await user.click(screen.getByRole('button', { name: 'Name this version' }));
    await user.keyboard('Slip{Escape}');
    expect(screen.queryByRole('textbox', { name: 'Version name' })).toBeNull();
    expect(calls('library.keepVersion')).toHaveLength(1);
  });

  it('names, renames and deletes versions', async () => {
    await openStudio();
    await screen.findByRole('button', { name: /^View Warmer/u });
    await chooseFor(/^More for Before a restore/u, 'Add a name');
    await user.keyboard('Safe{Enter}');
    await screen.findByRole('button', { name: /^View Safe/u });
    await chooseFor(/^More for Warmer buttons/u, 'Remove name');
    await screen.findByRole('button', { name: /^View Edited, 13 Nov/u });
    await chooseFor(/^More for Safe/u, 'Delete this version');
    const question = await screen.findByRole('dialog', { name: 'Delete the version Safe?' });
    await user.click(within(question).getByRole('button', { name: 'Delete this version' }));
    await waitFor(() => expect(timeline()).toHaveLength(3));
    expect(calls('library.removeVersion')).toEqual([{ id: 't1', version: 10 }]);
  });

  it('compares a version with now', async () => {
    contents.set(13, {
      name: 'Quay',
      theme: { ...large, customCss: 'a {\n  color: red;\n}' },
    });
    await openStudio();
    await screen.findByRole('button', { name: /^View Warmer/u });
    await chooseFor(/^More for Warmer buttons/u, 'Compare with now');
    const dialog = await screen.findByRole('dialog', { name: 'Changes since Warmer buttons' });
    await within(dialog).findByText('Roundness');
    expect(dialog).toHaveTextContent(/Name\s*Quay\s*became\s*Harbour/u);
    expect(dialog).toHaveTextContent(/Roundness\s*Large\s*became\s*Medium/u);
    expect(within(dialog).getByRole('row', { name: /color: red/u })).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says what can’t be read, and leaves the theme alone', async () => {
    unreadable = 2;
    await openStudio();
    expect(await screen.findByText(/^2 versions can’t be read/u)).toBeInTheDocument();
    contents.clear();
    await user.click(screen.getByRole('button', { name: /^View Warmer buttons/u }));
    await waitFor(() =>
      expect(reports.list.at(-1)?.problem).toEqual({ code: 'notFound', what: 'version' }),
    );
    expect(screen.getByRole('textbox', { name: 'Bot bubbles, text' })).toBeEnabled();
  });
});

describe('changes', () => {
  it('puts a single field back to what was published', async () => {
    said = { ...said, name: 'Quay', publications: { northwind: published(large) } };
    said.name = 'Harbour';
    await openStudio();
    await user.click(block('Changes').getByRole('button', { name: 'Revert: Roundness' }));
    await waitFor(() => expect(has('roundness')).toBe('large'));
    expect(block('Changes').queryByRole('listitem')).toBeNull();
  });

  it('puts back an avatar that was switched on since, where none was published', async () => {
    const { chat, ...rest } = newTheme();
    const { hostAvatar: _none, ...others } = chat;
    // As an older bot's theme comes in: it knows no avatars.
    const without: Theme = { ...rest, chat: others };
    const theme = withThemeField(without, { field: 'chat.hostAvatar.isEnabled', value: true });
    said = { ...said, theme, publications: { northwind: published(without) } };
    await openStudio();
    const [revert] = block('Changes').getAllByRole('button', { name: /^Revert: /u });
    if (revert) await user.click(revert);
    await waitFor(() => expect(has('chat.hostAvatar.isEnabled')).not.toBe(true));
  });

  it('shows the CSS side by side', async () => {
    const before = { ...newTheme(), customCss: 'a {\n  color: red;\n}' };
    said = {
      ...said,
      theme: { ...newTheme(), customCss: 'a {\n  color: blue;\n}' },
      publications: { northwind: published(before) },
    };
    await openStudio();
    await user.click(block('Changes').getByRole('button', { name: /1 line added/u }));
    const dialog = await screen.findByRole('dialog', { name: 'Custom CSS, line by line' });
    expect(within(dialog).getByRole('row', { name: /color: red.*color: blue/u })).toBeVisible();
  });

  it('compares with another connection that has it', async () => {
    said = {
      ...said,
      publications: { northwind: published(newTheme()), kestrel: published(large) },
    };
    await openStudio();
    expect(screen.getByRole('region', { name: 'Changes' })).toHaveTextContent('Nothing changed');
    await user.selectOptions(
      block('Changes').getByRole('combobox', { name: 'Compare with what was published to' }),
      'Kestrel',
    );
    expect(block('Changes').getByRole('listitem')).toHaveTextContent(/Large\s*became\s*Medium/u);
  });
});

describe('contrast', () => {
  it('fixes all at once', async () => {
    await openStudio();
    await user.click(block('Contrast').getByRole('button', { name: 'Fix all' }));
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'Contrast' })).toHaveTextContent('All readable'),
    );
    expect(calls('library.edit')).toHaveLength(1);
  });

  it('says why it does not know a ratio', async () => {
    said.theme = themed(
      { field: 'general.background.type', value: 'Image' },
      { field: 'chat.hostBubbles.backgroundColor', value: '#FFFFFF80' },
      { field: 'chat.inputs.color', value: 'brandish' },
    );
    await openStudio();
    expect(block('Contrast').getByText('Can’t be measured on an image')).toBeInTheDocument();
    expect(block('Contrast').getByText('Unknown colour')).toBeInTheDocument();
  });
});

describe('what to look at before publishing', () => {
  it('says nothing where there is nothing', async () => {
    await openStudio();
    expect(screen.queryByRole('region', { name: 'Before publishing' })).toBeNull();
  });

  it('leads to the field', async () => {
    said.theme = themed(
      { field: 'chat.buttons.color', value: 'tomato' },
      { field: 'general.font', value: 'Harbour Grotesk' },
    );
    await openStudio();
    const warnings = block('Before publishing');
    expect(warnings.getAllByRole('button').map((each) => each.textContent?.trim())).toEqual([
      'Font Harbour Grotesk isn’t in the list of web fonts',
      'Buttons, text tomato isn’t a hex colour',
    ]);
    await user.click(warnings.getByRole('button', { name: /^Buttons, text/u }));
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: 'Buttons, text' })).toHaveFocus(),
    );
  });
});

describe('what the service made of it', () => {
  const answered = { ...newTheme(), roundness: undefined, customCss: undefined };
  answered.chat = { ...answered.chat, buttons: { backgroundColor: '#0042DA', color: '#fff' } };

  it('can be taken over, field by field', async () => {
    said.publications = {
      northwind: published(newTheme(), { answer: { theme: JSON.parse(JSON.stringify(answered)) } }),
    };
    result = {
      activityId: 'a1',
      outcome: { kind: 'accepted', status: 200 },
      templateId: 'x',
      hasOwnId: false,
      hasTheme: true,
      canTakeAnswer: false,
      possibleCopies: 0,
      rewrites: [
        { path: 'roundness', kind: 'dropped', sent: 'medium', answered: '' },
        { path: 'chat.buttons.color', kind: 'rewritten', sent: '#FFFFFF', answered: '#fff' },
      ],
    };
    await openStudio();
    expect(screen.getByText('Northwind dropped this last time')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /^Publish/u }));
    await user.click(
      await screen.findByRole('button', { name: 'Accept Northwind’s version: Buttons, text' }),
    );
    await waitFor(() => expect(has('chat.buttons.color')).toBe('#fff'));
    await user.click(screen.getByRole('button', { name: 'Accept Northwind’s version: Roundness' }));
    await waitFor(() => expect(has('roundness')).toBeNull());
    expect(screen.queryByRole('button', { name: /^Take Northwind/u })).toBeNull();
    expect(screen.queryByText('Northwind dropped this last time')).toBeNull();
  });
});
