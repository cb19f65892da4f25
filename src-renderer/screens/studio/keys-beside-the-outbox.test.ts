/**
 * The outbox stands open in its corner, and the person goes on with the theme: it is no layer over the studio, a click
 * beside it leaves it open. The studio's keys are heard as without it.
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

/** In a field of the theme, clicked into: whether the field's own undo is left to it. */
async function press(key: { key: string; code: string; shiftKey?: boolean }): Promise<boolean> {
  const field = screen.getByRole('textbox', { name: 'Bot bubbles, background' });
  await user.click(field);
  expect(field).toHaveFocus();
  return fireEvent.keyDown(field, { ...key, ctrlKey: true });
}

const undo = { key: 'z', code: 'KeyZ' };
const publish = { key: 'P', code: 'KeyP', shiftKey: true };

it("the control: with the outbox closed, Ctrl Z and Ctrl Shift P are the studio's", async () => {
  expect(await press(undo)).toBe(false);
  await press(publish);
  await waitFor(() => expect(asked()).toEqual(['library.undo', 'outbox.publish']));
});

it("with the outbox open beside it, they are the studio's still", async () => {
  render(OutboxButton);
  await user.click(screen.getByRole('button', { name: 'Outbox' }));
  const panel = await screen.findByRole('dialog', { name: 'Outbox' });
  const isLeftToField = await press(undo);
  expect(panel).toBeVisible();
  expect(isLeftToField).toBe(false);
  await press(publish);
  await waitFor(() => expect(asked()).toEqual(['library.undo', 'outbox.publish']));
});
