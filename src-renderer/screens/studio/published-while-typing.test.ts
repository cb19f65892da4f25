/**
 * A name, or a colour, is being typed in the studio, and the theme is published by the system's menu or its key, which
 * take the focus from no field: what stands in the field goes along, as it does by the button, and what is typed next goes on in it, as after the key.
 */
import type { Connection } from '@shared/connection';
import type { OpenTheme } from '@shared/library';
import { withThemeField } from '@shared/theme/change-theme';
import { newTheme } from '@shared/theme/theme';
import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { listenToCommands } from '../../shell/commands';
import { connections } from '../../state/connections.svelte';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import Studio from './Studio.svelte';

const northwind: Connection = {
  ...{ id: 'c1', label: 'Northwind', baseAddress: 'https://northwind.example/api/v1' },
  ...{ workspaceId: 'ws_1', colour: 'petrol', preset: 'documented' },
  ...{ presentation: { kind: 'bearer' }, host: 'northwind.example', isPractice: false },
  ...{ tokenState: 'keychain', keepsClientIds: 'unknown' },
};
const user = userEvent.setup();
let main: FakeMain;

beforeEach(async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
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
