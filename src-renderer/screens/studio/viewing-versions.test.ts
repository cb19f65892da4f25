import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Connection } from '@shared/connection';
import type { OpenTheme } from '@shared/library';
import { ProblemError } from '@shared/problem-error';
import type { ThemeVersion } from '@shared/theme-versions';
import { withThemeField } from '@shared/theme/change-theme';
import { newTheme, type Theme } from '@shared/theme/theme';
import OutboxPanel from '../../features/outbox/OutboxPanel.svelte';
import { listenToCommands } from '../../shell/commands';
import { commands } from '../../state/commands.svelte';
import { connections } from '../../state/connections.svelte';
import { library } from '../../state/library.svelte';
import { OpenThemeState } from '../../state/open-theme.svelte';
import { outbox } from '../../state/outbox.svelte';
import { ThemeVersionsState } from '../../state/theme-versions.svelte';
import { type FakeMain, installFakeMain } from '../../testing/fake-main';
import Toasts from '../../ui/Toasts.svelte';
import { layers } from '../../ui/layers';
import CompareDialog from './CompareDialog.svelte';
import History from './History.svelte';
import Studio from './Studio.svelte';

beforeAll(() => layers.load(), 120_000);
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});

/**
 * "While you view an older version, contrast and warnings refer to that version" (the guide, *Themes*). The person
 * looks at one to see whether it can be published again.
 */
describe('the warnings of the version that is viewed', () => {
  const user = userEvent.setup();
  const tomato = withThemeField(newTheme(), { field: 'chat.buttons.color', value: 'tomato' });
  const grotesk = withThemeField(newTheme(), { field: 'general.font', value: 'Harbour Grotesk' });
  const ofFont = 'Font Harbour Grotesk isn’t in the list of web fonts';
  const ofColour = 'Buttons, text tomato isn’t a hex colour';

  async function openStudio(present: Theme, older: Theme, formerName = 'Harbour'): Promise<void> {
    const said: OpenTheme = {
      ...{ id: 't1', version: 1, name: 'Harbour', tags: [], theme: present },
      ...{ isReadOnly: false, canUndo: false, canRedo: false, places: [], publications: {} },
      save: { kind: 'saved', at: '2026-11-20T14:05:00' },
    };
    const version = {
      version: 13,
      at: '2026-11-13T17:20:00',
      reason: 'kept' as const,
      name: 'Old',
    };
    installFakeMain({
      app: {
        setPreferences: () => ({
          appearance: 'system',
          textSize: 100,
          locale: 'en',
          loadPictures: true,
        }),
      },
      connections: { list: () => ({ revision: 1, list: [], currentId: null }) },
      library: {
        open: () => said,
        versions: () => ({ versions: [version], unreadable: 0 }),
        version: () => ({ name: formerName, theme: older }),
      },
      pictures: { show: () => [] },
      outbox: { answers: () => [] },
    });
    render(Studio, { themeId: 't1' });
    await screen.findByRole('heading', { name: 'Harbour' });
  }

  const block = () => screen.queryByRole('region', { name: 'Before publishing' });
  const leads = () => block()?.querySelectorAll('button').length;

  async function look(): Promise<void> {
    await user.click(await screen.findByRole('button', { name: /^View Old/u }));
    await screen.findByText('Viewing Old');
  }

  function warnings(): string[] {
    const rows = block()?.querySelectorAll('li') ?? [];
    return [...rows].map(({ textContent }) => textContent.trim());
  }

  it('the control: the present’s own are told', async () => {
    await openStudio(tomato, grotesk);
    expect(warnings()).toEqual([ofColour]);
    expect(leads()).toBe(1);
  });

  it('those of a version are told while it is looked at, and not the present’s', async () => {
    await openStudio(tomato, grotesk);
    await look();
    await waitFor(() => expect(warnings()).toEqual([ofFont]));
    // The fields beside it are the present’s.
    expect(leads()).toBe(0);
  });

  it('none of the present’s is told of a version that has none', async () => {
    await openStudio(tomato, newTheme());
    await look();
    await waitFor(() => expect(warnings()).toEqual([]));
  });

  it('an empty name is told of the version that has it', async () => {
    await openStudio(newTheme(), newTheme(), '');
    expect(warnings()).toEqual([]);
    await look();
    await waitFor(() => expect(warnings()).toEqual(['Name The name is empty']));
  });
});

/**
 * A version is compared with the present while a virus scanner holds its file. The dialog says that Foyer keeps trying, as
 * it does between two themes and the two of a conflict: what differs is said once the file can be read.
 */
describe('a version is compared while its file is held', () => {
  afterEach(cleanup);

  const version: ThemeVersion = {
    ...{ version: 1, at: '2026-01-02T03:04:05.000Z', reason: 'kept', name: 'Kept' },
  };

  it.each([
    ['the control: it can be read', false],
    ['it can be read a moment later', true],
  ])('what differs is said: %s', async (_when, isHeldAtFirst) => {
    let isHeld = isHeldAtFirst;
    const theme = newTheme();
    const before = { ...theme, general: { ...theme.general, font: 'Lora' } };
    installFakeMain({
      library: {
        version: () => {
          // As main says it of a version whose file the disk doesn't let it read (`readVersion`).
          const files = ['000000000001.jsonl'];
          if (isHeld) throw new ProblemError({ code: 'storageNotRead', files });
          return { name: 'Harbour', theme: before };
        },
      },
    });
    render(CompareDialog, {
      versions: new ThemeVersionsState(new OpenThemeState('a')),
      ...{ version, now: { name: 'Harbour', theme, tags: [] }, onclose: () => undefined },
    });
    if (isHeldAtFirst) await screen.findByText(/Foyer keeps trying/u, {}, { timeout: 5_000 });
    isHeld = false;
    await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent(/Lora/u), {
      timeout: 4_000,
    });
  });
});

/**
 * A version that brings its tags back (tags that were given to many themes at once, what a backup or a choice in a
 * conflict replaced) is compared with the present, which has others: restoring it changes them, so the dialog doesn't
 * say that nothing changed.
 */
describe('a version with other tags is compared', () => {
  afterEach(cleanup);

  const version: ThemeVersion = {
    ...{ version: 1, at: '2026-01-02T03:04:05.000Z', reason: 'paused', name: 'Before' },
  };
  const theme = newTheme();
  const present: OpenTheme = {
    ...{ id: 'a', version: 1, name: 'Harbour', tags: ['Sea', 'Autumn'], theme },
    ...{ isReadOnly: false, canUndo: false, canRedo: false, places: [], publications: {} },
    save: { kind: 'saved', at: '2026-01-02T03:04:05.000Z' },
  };

  it.each([
    ['no tags of its own', undefined, 'Nothing changed in its name or design.'],
    ['the same ones', ['Autumn', 'Sea'], 'Nothing changed.'],
    ['others', ['Summer'], /Tags.*Summer.*Autumn, Sea/u],
  ])('the version has %s', async (_which, tags, said) => {
    installFakeMain({
      library: {
        open: () => present,
        versions: () => ({ versions: [version], unreadable: 0 }),
        version: () => ({ name: 'Harbour', theme, ...(tags && { tags }) }),
      },
    });
    const open = new OpenThemeState('a');
    await open.refresh();
    const versions = new ThemeVersionsState(open);
    await versions.refresh();
    render(History, { open, said: present, versions, isPublished: null });
    const person = userEvent.setup();
    await person.click(await screen.findByRole('button', { name: /^More/u }));
    await person.click(await screen.findByRole('menuitem', { name: /^Compare/u }));
    const dialog = await screen.findByRole('dialog', {}, { timeout: 10_000 });
    await waitFor(() => expect(dialog).toHaveTextContent(said));
    if (typeof said !== 'string') expect(dialog).not.toHaveTextContent('Nothing changed.');
  });
});

/**
 * What is published is the present, and a person sees an older version: the first press shows what would be sent, and sends
 * nothing; the next one sends it.
 */
describe('a theme is published while a version is viewed', () => {
  const northwind: Connection = {
    ...{ id: 'c1', label: 'Northwind', baseAddress: 'https://northwind.example/api/v1' },
    ...{ workspaceId: 'ws_1', colour: 'petrol', preset: 'documented' },
    ...{ presentation: { kind: 'bearer' }, host: 'northwind.example', isPractice: false },
    ...{ tokenState: 'keychain', keepsClientIds: 'unknown' },
  };
  const kestrel: Connection = { ...northwind, id: 'c2', label: 'Kestrel', host: 'kestrel.example' };
  const user = userEvent.setup();
  let main: FakeMain;

  const calls = (name: string) => main.log.filter((call) => call.name === name).length;
  const run = (id: string): Promise<void> => {
    commands.list.find((command) => command.id === id)?.run();
    return Promise.resolve();
  };
  const byButton = () => user.click(screen.getByRole('button', { name: 'Publish to Northwind' }));
  const byKey = () => {
    const key = { key: 'P', code: 'KeyP', ctrlKey: true, shiftKey: true };
    return fireEvent.keyDown(document.activeElement ?? document.body, key);
  };

  afterEach(() => {
    vi.restoreAllMocks();
    library.end();
    outbox.end();
    connections.end();
  });
  beforeEach(async () => {
    const said: OpenTheme = {
      ...{ id: 't1', version: 2, name: 'Harbour', tags: [], theme: newTheme() },
      ...{ isReadOnly: false, canUndo: false, canRedo: false },
      save: { kind: 'saved', at: '2026-11-20T14:05:00' },
      ...{ places: [{ connectionId: 'c1', relation: 'never' }], publications: {} },
    };
    const version = {
      version: 13,
      at: '2026-11-13T17:20:00',
      reason: 'kept' as const,
      name: 'Old',
    };
    main = installFakeMain({
      connections: {
        list: () => ({ revision: 1, list: [northwind, kestrel], currentId: 'c1' }),
        select: () => undefined,
      },
      library: {
        open: () => said,
        versions: () => ({ versions: [version], unreadable: 0 }),
        version: () => ({ name: 'Quay', theme: newTheme() }),
      },
      outbox: {
        answers: () => [],
        list: () => ({
          ...{ revision: 1, isPaused: false, deliveries: [], holds: [] },
          items: [
            {
              ...{ themeId: 't1', connectionId: 'c1', name: 'Harbour', why: 'elsewhere' },
              ...{ since: '2026-11-20T14:05:00.000Z', isFirst: false },
              place: { host: 'elsewhere.example', workspaceId: 'ws_9' },
            },
          ],
          progress: { done: 0, all: 1 },
        }),
        publishChanged: () => ({ queued: 1, cancelled: [], problems: [] }),
        publish: () => ({ queued: 1, cancelled: [], problems: [] }),
        request: () => ({
          ...{ operation: 'saveThemeTemplate' as const, method: 'PUT' as const },
          ...{ url: 'https://northwind.example', body: '{}' },
        }),
      },
    });
    await connections.start();
    onTestFinished(
      listenToCommands({ showShortcuts: () => undefined, showPalette: () => undefined }),
    );
    render(Toasts);
    render(Studio, { themeId: 't1' });
    await user.click(await screen.findByRole('button', { name: /^View Old/u }));
    await screen.findByText('Viewing Old');
  });

  it.each([
    ['the button', byButton, 'outbox.publish'],
    ['the key', byKey, 'outbox.publish'],
    ['another connection, from the palette', () => run('studio.publish:c2'), 'outbox.publish'],
    ['the exact request', () => run('studio.request'), 'outbox.request'],
  ])('%s: first the present is shown', async (_way, press, call) => {
    await press();
    await waitFor(() => expect(screen.queryByText('Viewing Old')).toBeNull());
    await screen.findByText('Back to the current version. Nothing was sent.');
    expect(calls(call)).toBe(0);
    await press();
    await waitFor(() => expect(calls(call)).toBe(1));
  });

  it('the choice of connections: first the present is shown', async () => {
    await run('theme.publishTo');
    await waitFor(() => expect(screen.queryByText('Viewing Old')).toBeNull());
    expect(screen.queryByRole('dialog')).toBeNull();
    await run('theme.publishTo');
    await screen.findByRole('dialog');
  });

  /** Presses a button of the outbox's panel over the studio. */
  async function inPanel(name: string): Promise<void> {
    const panel = within(await screen.findByRole('dialog', { name: 'Outbox' }));
    await user.click(await panel.findByRole('button', { name }));
  }

  /** Opens it; that theme was changed since it was published. */
  async function openPanel(id: string): Promise<void> {
    vi.spyOn(library, 'themes', 'get').mockReturnValue([
      {
        ...{ id, name: 'Harbour', tags: [], isReadOnly: false },
        places: [{ connectionId: 'c1', relation: 'changed', delivery: 'idle' }],
      } as unknown as (typeof library.themes)[number],
    ]);
    await outbox.start();
    render(OutboxPanel, { onclose: () => undefined });
  }

  it.each([
    ['of what was to go elsewhere', 'Publish to Northwind', 'outbox.publish'],
    ['of what was changed', 'Publish 1 changed theme to Northwind', 'outbox.publishChanged'],
  ])('the outbox’s panel, %s: first the present is shown', async (_name, button, call) => {
    await openPanel('t1');
    await inPanel(button);
    await waitFor(() => expect(screen.queryByText('Viewing Old')).toBeNull());
    expect(calls(call)).toBe(0);
    await inPanel(button);
    await waitFor(() => expect(calls(call)).toBe(1));
  });

  it('the outbox’s panel, of what was changed: one that isn’t sent stays as it is looked at', async () => {
    await openPanel('t2');
    await inPanel('Publish 1 changed theme to Northwind');
    await waitFor(() => expect(calls('outbox.publishChanged')).toBe(1));
    expect(screen.queryByText('Viewing Old')).not.toBeNull();
  });
});
