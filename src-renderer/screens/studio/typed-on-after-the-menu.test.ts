/**
 * A person types in a field of the studio, publishes by the system's menu, and types on: the menu takes the focus from
 * no field, and what is typed next goes on in it, as it does after the key.
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
        published += 1;
        return { queued: 1, cancelled: [], problems: [] };
      },
    },
  });
  published = 0;
  await connections.start();
  onTestFinished(
    listenToCommands({ showShortcuts: () => undefined, showPalette: () => undefined }),
  );
  render(Studio, { themeId: 't1' });
  await screen.findByRole('heading', { name: 'Harbour' });
});

/** How often it was published. */
let published: number;

it.each([
  [
    'the control: the key',
    (field: HTMLElement) =>
      fireEvent.keyDown(field, { key: 'P', code: 'KeyP', ctrlKey: true, shiftKey: true }),
  ],
  ['the menu', () => main.emit('app.command', 'publish')],
])('what is typed next is in the field, after %s', async (_way, publish) => {
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Bot bubbles, text' });
  await user.clear(field);
  await user.type(field, '#AABBCC');
  await publish(field);
  await waitFor(() => expect(published).toBe(1));
  await user.keyboard('{Backspace}D');
  expect(field).toHaveValue('#AABBCD');
});
