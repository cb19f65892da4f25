/**
 * A dialog lies over the studio, and the person clicks beside it: it stays open, and nothing in it has the focus any
 * more. The keys of the studio behind it rest all the same: nothing of the theme is undone, and nothing is sent.
 */
import type { Connection } from '@shared/connection';
import { saveThemeTemplateRequest } from '@shared/service/operations';
import type { OpenTheme } from '@shared/library';
import { newTheme } from '@shared/theme/theme';
import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { connections } from '../../state/connections.svelte';
import { installFakeMain, type FakeMain } from '../../testing/fake-main';
import { layers } from '../../ui/layers';
import Studio from './Studio.svelte';

const northwind: Connection = {
  ...{ id: 'c1', label: 'Northwind', baseAddress: 'https://northwind.example/api/v1' },
  ...{ workspaceId: 'ws_1', colour: 'petrol', preset: 'documented' },
  ...{ presentation: { kind: 'bearer' }, host: 'northwind.example', isPractice: false },
  ...{ tokenState: 'keychain', keepsClientIds: 'unknown' },
};
const user = userEvent.setup();
let main: FakeMain;

beforeAll(() => layers.load(), 120_000);
beforeEach(async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  let said: OpenTheme = {
    ...{ id: 't1', version: 2, name: 'Harbour', tags: [], theme: newTheme() },
    ...{ isReadOnly: false, canUndo: true, canRedo: false },
    save: { kind: 'saved', at: '2026-11-20T14:05:00' },
    ...{ places: [{ connectionId: 'c1', relation: 'never' }], publications: {} },
  };
  main = installFakeMain({
    connections: { list: () => ({ revision: 1, list: [northwind], currentId: 'c1' }) },
    library: {
      open: () => said,
      undo: () => (said = { ...said, version: said.version + 1, canUndo: false }),
      versions: () => ({ versions: [], unreadable: 0 }),
    },
    outbox: {
      answers: () => [],
      request: () =>
        saveThemeTemplateRequest(northwind, {
          templateId: 't1',
          name: 'Harbour',
          theme: said.theme,
        }),
      publish: () => ({ queued: 1, cancelled: [], problems: [] }),
    },
  });
  await connections.start();
  render(Studio, { themeId: 't1' });
  await screen.findByRole('heading', { name: 'Harbour' });
}, 60_000);

const asked = () =>
  main.log.map(({ name }) => name).filter((name) => /undo|outbox\.publish/u.test(name));

/** With nothing that has the focus. */
async function press(key: { key: string; code: string; shiftKey?: boolean }): Promise<void> {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  expect(document.body).toHaveFocus();
  await fireEvent.keyDown(document.body, { ...key, ctrlKey: true });
}

const undo = { key: 'z', code: 'KeyZ' };
const publish = { key: 'P', code: 'KeyP', shiftKey: true };

it('the control: with nothing over the studio, its keys are heard', async () => {
  await press(undo);
  await press(publish);
  await waitFor(() => expect(asked()).toEqual(['library.undo', 'outbox.publish']));
});

it.each([
  ['Ctrl Z undoes nothing', undo],
  ['Ctrl Shift P sends nothing', publish],
])('with a dialog over it, %s', async (_what, key) => {
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: /request/iu }));
  await screen.findByRole('dialog');
  await press(key);
  // What would be asked for has been by the time that the dialog shows its request.
  await screen.findByText(/northwind\.example/u);
  expect(screen.getByRole('dialog')).toBeVisible();
  expect(asked()).toEqual([]);
});
