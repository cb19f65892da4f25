/**
 * The studio's keys while something else is open. Behind a dialog they rest, also where the person clicked beside it, so
 * that nothing in it has the focus any more: nothing of the theme is undone, and nothing is sent. Beside the outbox, which
 * stands open in its corner and lies over nothing, they are heard as without it.
 */
import type { Connection } from '@shared/connection';
import { saveThemeTemplateRequest } from '@shared/service/operations';
import type { OpenTheme } from '@shared/library';
import { newTheme } from '@shared/theme/theme';
import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { connections } from '../../state/connections.svelte';
import OutboxButton from '../../shell/OutboxButton.svelte';
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

const undo = { key: 'z', code: 'KeyZ' };
const publish = { key: 'P', code: 'KeyP', shiftKey: true };

/** With nothing that has the focus. */
async function pressNowhere(key: { key: string; code: string; shiftKey?: boolean }): Promise<void> {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  expect(document.body).toHaveFocus();
  await fireEvent.keyDown(document.body, { ...key, ctrlKey: true });
}

/** In a field of the theme, clicked into: whether the field's own undo is left to it. */
async function pressInField(key: {
  key: string;
  code: string;
  shiftKey?: boolean;
}): Promise<boolean> {
  const field = screen.getByRole('textbox', { name: 'Bot bubbles, background' });
  await user.click(field);
  expect(field).toHaveFocus();
  return fireEvent.keyDown(field, { ...key, ctrlKey: true });
}

it('the control: with nothing over the studio, its keys are heard', async () => {
  await pressNowhere(undo);
  await pressNowhere(publish);
  await waitFor(() => expect(asked()).toEqual(['library.undo', 'outbox.publish']));
});

it.each([
  ['Ctrl Z undoes nothing', undo],
  ['Ctrl Shift P sends nothing', publish],
])('with a dialog over it, %s', async (_what, key) => {
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: /request/iu }));
  await screen.findByRole('dialog');
  await pressNowhere(key);
  // What would be asked for has been by the time that the dialog shows its request.
  await screen.findByText(/northwind\.example/u);
  expect(screen.getByRole('dialog')).toBeVisible();
  expect(asked()).toEqual([]);
});

it("the control: with the outbox closed, Ctrl Z and Ctrl Shift P are the studio's", async () => {
  expect(await pressInField(undo)).toBe(false);
  await pressInField(publish);
  await waitFor(() => expect(asked()).toEqual(['library.undo', 'outbox.publish']));
});

it("with the outbox open beside it, they are the studio's still", async () => {
  render(OutboxButton);
  await user.click(screen.getByRole('button', { name: 'Outbox' }));
  const panel = await screen.findByRole('dialog', { name: 'Outbox' });
  const isLeftToField = await pressInField(undo);
  expect(panel).toBeVisible();
  expect(isLeftToField).toBe(false);
  await pressInField(publish);
  await waitFor(() => expect(asked()).toEqual(['library.undo', 'outbox.publish']));
});
