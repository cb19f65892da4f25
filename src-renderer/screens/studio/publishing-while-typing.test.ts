import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Connection } from '@shared/connection';
import type { OpenTheme } from '@shared/library';
import { withThemeField } from '@shared/theme/change-theme';
import { newTheme } from '@shared/theme/theme';
import { trialConnection } from '@shared/trial-connection';
import { listenToCommands } from '../../shell/commands';
import { commands } from '../../state/commands.svelte';
import { connections } from '../../state/connections.svelte';
import { type FakeMain, installFakeMain } from '../../testing/fake-main';
import Studio from './Studio.svelte';

beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});
afterEach(() => connections.end());

/**
 * A name, or a colour, is being typed in the studio, and the theme is published by the system's menu or its key, which
 * take the focus from no field: what stands in the field goes along, as it does by the button, and what is typed next goes on in it, as after the key.
 */
describe('what stands in a field goes along', () => {
  const northwind: Connection = {
    ...{ id: 'c1', label: 'Northwind', baseAddress: 'https://northwind.example/api/v1' },
    ...{ workspaceId: 'ws_1', colour: 'petrol', preset: 'documented' },
    ...{ presentation: { kind: 'bearer' }, host: 'northwind.example', isPractice: false },
    ...{ tokenState: 'keychain', keepsClientIds: 'unknown' },
  };
  const user = userEvent.setup();
  let main: FakeMain;

  beforeEach(async () => {
    let said: OpenTheme = {
      ...{ id: 't1', version: 2, name: 'Harbour', tags: [], theme: newTheme() },
      ...{ isReadOnly: false, canUndo: false, canRedo: false },
      save: { kind: 'saved', at: '2026-11-20T14:05:00' },
      ...{ places: [{ connectionId: 'c1', relation: 'never' }], publications: {} },
    };
    main = installFakeMain({
      connections: { list: () => ({ revision: 1, list: [northwind], currentId: 'c1' }) },
      library: {
        open: () => said,
        edit: ({ edits }) => {
          const theme = edits.reduce(withThemeField, said.theme);
          return (said = { ...said, version: said.version + 1, theme });
        },
        rename: ({ name }) => {
          const { name: replaced } = said;
          said = { ...said, version: said.version + 1, name };
          return { replaced };
        },
        versions: () => ({ versions: [], unreadable: 0 }),
      },
      outbox: {
        answers: () => [],
        publish: () => {
          published.push({ name: said.name, colour: said.theme.chat.hostBubbles.color });
          return { queued: 1, cancelled: [], problems: [] };
        },
      },
    });
    published = [];
    await connections.start();
    onTestFinished(
      listenToCommands({ showShortcuts: () => undefined, showPalette: () => undefined }),
    );
    render(Studio, { themeId: 't1' });
    await screen.findByRole('heading', { name: 'Harbour' });
  });

  /** What was sent, each time. */
  let published: { name: string; colour: string }[];

  const byButton = () => user.click(screen.getByRole('button', { name: 'Publish to Northwind' }));
  const byMenu = (): Promise<void> => {
    main.emit('app.command', 'publish');
    return Promise.resolve();
  };

  const byKey = () => {
    const key = { key: 'P', code: 'KeyP', ctrlKey: true, shiftKey: true };
    return fireEvent.keyDown(document.activeElement ?? document.body, key);
  };

  it.each([
    ['the control: the button', byButton],
    ['the menu', byMenu],
    ['the key', byKey],
  ])('the name, by %s', async (_way, publish) => {
    await user.click(screen.getByRole('button', { name: 'Harbour' }));
    const field = await screen.findByRole('textbox', { name: 'Theme name' });
    await user.clear(field);
    await user.type(field, 'Harbour at night');
    await publish();
    await waitFor(() => expect(published).toHaveLength(1));
    expect(published[0]?.name).toBe('Harbour at night');
  });

  it.each([
    ['the control: the button', byButton],
    ['the menu', byMenu],
    ['the key', byKey],
  ])('a colour, by %s', async (_way, publish) => {
    const field = screen.getByRole('textbox', { name: 'Bot bubbles, text' });
    await user.clear(field);
    await user.type(field, '#ABC');
    await publish();
    await waitFor(() => expect(published).toHaveLength(1));
    expect(published[0]?.colour).toBe('#AABBCC');
  });

  it.each([
    ['the key', byKey],
    ['the menu', byMenu],
  ])('what is typed next is in the field, after %s', async (_way, publish) => {
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Bot bubbles, text' });
    await user.clear(field);
    await user.type(field, '#AABBCC');
    await publish();
    await waitFor(() => expect(published).toHaveLength(1));
    await user.keyboard('{Backspace}D');
    expect(field).toHaveValue('#AABBCD');
  });
});

/**
 * A person publishes to another connection by the palette, which makes that one the one in use, and types on while the
 * disk takes that. "What you type after publishing isn’t sent" (CHANGELOG.md): nor is it by this way.
 */
describe('what is typed after it was published to another connection', () => {
  const list = [
    trialConnection('c1', { label: 'Northwind' }),
    trialConnection('c2', { label: 'Kestrel', workspaceId: 'w2' }),
  ];
  const user = userEvent.setup();

  it.each([
    ['the control: to the one in use', 'theme.publish', '#AABBCC'],
    ['to another one', 'studio.publish:c2', '#AABBCC'],
  ])('is sent as it was, %s', async (_name, command, expected) => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    const sent: string[] = [];
    let take = (): void => undefined;
    const disk = new Promise<void>((resolve) => (take = resolve));
    let said: OpenTheme = {
      ...{ id: 't1', version: 2, name: 'Harbour', tags: [], theme: newTheme() },
      ...{ isReadOnly: false, canUndo: false, canRedo: false, places: [], publications: {} },
      save: { kind: 'saved', at: '2026-11-20T14:05:00' },
    };
    installFakeMain({
      connections: {
        list: () => ({ revision: 1, list, currentId: 'c1' }),
        select: async () => {
          await disk;
        },
      },
      library: {
        open: () => said,
        edit: ({ edits }) => {
          const theme = edits.reduce(withThemeField, said.theme);
          return (said = { ...said, version: said.version + 1, theme });
        },
        versions: () => ({ versions: [], unreadable: 0 }),
      },
      outbox: {
        answers: () => [],
        publish: () => {
          sent.push(said.theme.chat.hostBubbles.color);
          return { queued: 1, cancelled: [], problems: [] };
        },
      },
    });
    await connections.start();
    render(Studio, { themeId: 't1' });
    const field = await screen.findByRole('textbox', { name: 'Bot bubbles, text' });
    await user.clear(field);
    await user.type(field, '#AABBCC{Enter}');
    await waitFor(() => expect(said.theme.chat.hostBubbles.color).toBe('#AABBCC'));

    const chosen = commands.list.find(({ id }) => id === command);
    if (!chosen) throw new Error('it is not offered');
    chosen.run();
    if (command === 'theme.publish') await waitFor(() => expect(sent).toHaveLength(1));
    await user.clear(field);
    await user.type(field, '#112233{Enter}');
    await waitFor(() => expect(said.theme.chat.hostBubbles.color).toBe('#112233'));
    take();

    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent).toEqual([expected]);
  });
});
